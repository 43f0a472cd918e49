import CFontconfig

/// What fontconfig knows of the fonts of this machine, read once.
final class FontConfiguration: @unchecked Sendable {
  private let configuration: OpaquePointer

  /// Reads the configuration and the list of fonts of the machine; `nil` where fontconfig cannot.
  init?() {
    guard let configuration = FcInitLoadConfigAndFonts() else { return nil }
    self.configuration = configuration
  }

  /// Reads a configuration from XML.
  init?(xml: String) {
    guard let configuration = FcConfigCreate() else { return nil }
    guard FcConfigParseAndLoadFromMemory(configuration, xml, FcTrue) == FcTrue,
      FcConfigBuildFonts(configuration) == FcTrue
    else {
      FcConfigDestroy(configuration)
      return nil
    }
    self.configuration = configuration
  }

  deinit { FcConfigDestroy(configuration) }

  /// Whether fonts have been installed or removed since this was read.
  var isOutdated: Bool { FcConfigUptoDate(configuration) == FcFalse }

  /// Whether there is no font at all.
  var isEmpty: Bool {
    guard let fonts = FcConfigGetFonts(configuration, FcSetSystem) else { return true }
    return fonts.pointee.nfont == 0
  }

  /// The upright fonts nearest to `family` in `weight` (as in CSS), best first, as far as each has
  /// characters that those in front of it lack.
  func sorted(family: String, weight: Int) -> SortedFonts? {
    guard let pattern = FcPatternCreate() else { return nil }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(max(1, min(weight, 1000)))))
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let fonts = FcFontSort(configuration, pattern, FcTrue, nil, &result) else {
      FcPatternDestroy(pattern)
      return nil
    }
    return SortedFonts(self, request: pattern, fonts: fonts)
  }

  /// Where the face is that a font of a sorted list stands for, its variations set as the request
  /// wants them.
  func location(of font: OpaquePointer, for request: OpaquePointer) -> Face.Location? {
    guard let prepared = FcFontRenderPrepare(configuration, request, font) else { return nil }
    defer { FcPatternDestroy(prepared) }
    guard let file = prepared.string(FC_FILE) else { return nil }
    return Face.Location(
      file: file, index: prepared.integer(FC_INDEX), variations: prepared.string(FC_FONT_VARIATIONS) ?? "")
  }
}

/// A list of fonts that fontconfig sorted, with the request that it was sorted for. It is only
/// read.
final class SortedFonts: @unchecked Sendable {
  /// One font of the list; it lives as long as the list.
  struct Entry: @unchecked Sendable {
    let pattern: OpaquePointer
    let families: [String]
    /// Whether its glyphs have colours of their own, as those of emoji have.
    let isColored: Bool
    /// What it covers.
    let characters: OpaquePointer?

    /// Whether `family` is one of its names.
    func isNamed(_ family: String) -> Bool {
      families.contains { FcStrCmpIgnoreCase($0, family) == 0 }
    }

    /// Whether it has a glyph for a scalar, by what fontconfig found in it.
    func has(_ scalar: UInt32) -> Bool { FcCharSetHasChar(characters, scalar) == FcTrue }
  }

  private let configuration: FontConfiguration
  private let request: OpaquePointer
  private let fonts: UnsafeMutablePointer<FcFontSet>
  /// The best font of each family, in order, as far as HarfBuzz reads its format.
  let entries: [Entry]

  /// Takes over the request and the list.
  init(_ configuration: FontConfiguration, request: OpaquePointer, fonts: UnsafeMutablePointer<FcFontSet>) {
    self.configuration = configuration
    self.request = request
    self.fonts = fonts
    var seen: Set<String> = []
    entries = UnsafeBufferPointer(start: fonts.pointee.fonts, count: Int(fonts.pointee.nfont)).compactMap {
      guard let pattern = $0, let format = pattern.string(FC_FONTFORMAT), Self.formats.contains(format),
        let family = pattern.string(FC_FAMILY), seen.insert(family).inserted
      else { return nil }
      return Entry(
        pattern: pattern, families: pattern.strings(FC_FAMILY), isColored: pattern.flag(FC_COLOR),
        characters: pattern.characters)
    }
  }

  deinit {
    FcFontSetDestroy(fonts)
    FcPatternDestroy(request)
  }

  /// Where the face of an entry is; `nil` where its file is not known.
  func location(of entry: Entry) -> Face.Location? {
    configuration.location(of: entry.pattern, for: request)
  }

  private static let formats: Set<String> = ["TrueType", "CFF"]
}

/// Reading of a pattern, which is a bag of named values.
extension OpaquePointer {
  fileprivate func string(_ name: String, _ index: Int32 = 0) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(self, name, index, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }

  fileprivate func strings(_ name: String) -> [String] {
    var values: [String] = []
    while let value = string(name, Int32(values.count)) { values.append(value) }
    return values
  }

  fileprivate func integer(_ name: String) -> Int32 {
    var value: Int32 = 0
    return FcPatternGetInteger(self, name, 0, &value) == FcResultMatch ? value : 0
  }

  fileprivate func flag(_ name: String) -> Bool {
    var value: FcBool = FcFalse
    return FcPatternGetBool(self, name, 0, &value) == FcResultMatch && value != FcFalse
  }

  fileprivate var characters: OpaquePointer? {
    var value: OpaquePointer?
    return FcPatternGetCharSet(self, FC_CHARSET, 0, &value) == FcResultMatch ? value : nil
  }
}
