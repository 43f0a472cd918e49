import CFontconfig

/// The fonts of this machine, as fontconfig listed them at one time.
final class FontConfiguration: @unchecked Sendable {
  private let configuration: OpaquePointer

  /// Reads the configuration and lists the fonts of the machine. Returns `nil` if fontconfig fails.
  init?() {
    guard let configuration = FcInitLoadConfigAndFonts() else { return nil }
    self.configuration = configuration
  }

  /// Reads a configuration from XML. Returns `nil` if fontconfig does not accept it.
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

  /// Whether fonts were installed or removed after this was read.
  var isOutdated: Bool { FcConfigUptoDate(configuration) == FcFalse }

  /// Whether the machine has no fonts.
  var isEmpty: Bool {
    guard let fonts = FcConfigGetFonts(configuration, FcSetSystem) else { return true }
    return fonts.pointee.nfont == 0
  }

  /// The upright fonts nearest to `family` and `weight` (1…1000, as in CSS), best first. Fonts
  /// without characters that all fonts before them lack are left out.
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

  /// The file and index of the face of a font in a sorted list. Its variations are set as the
  /// request wants them.
  func location(of font: OpaquePointer, for request: OpaquePointer) -> Face.Location? {
    guard let prepared = FcFontRenderPrepare(configuration, request, font) else { return nil }
    defer { FcPatternDestroy(prepared) }
    guard let file = prepared.string(FC_FILE) else { return nil }
    return Face.Location(
      file: file, index: prepared.integer(FC_INDEX), variations: prepared.string(FC_FONT_VARIATIONS) ?? "")
  }
}

/// A list of fonts that fontconfig sorted, and the request that it was sorted for. Neither changes
/// after `init`.
final class SortedFonts: @unchecked Sendable {
  /// A font of the list. It must not outlive the list.
  struct Entry: @unchecked Sendable {
    let pattern: OpaquePointer
    let families: [String]
    /// Whether its glyphs have colours of their own, as those of emoji have.
    let isColored: Bool
    /// The scalars that the font has glyphs for.
    let characters: OpaquePointer?

    /// Whether `family` is one of the font's names. Case is ignored.
    func isNamed(_ family: String) -> Bool {
      families.contains { FcStrCmpIgnoreCase($0, family) == 0 }
    }

    /// Whether the font has a glyph for a scalar, according to fontconfig.
    func has(_ scalar: UInt32) -> Bool { FcCharSetHasChar(characters, scalar) == FcTrue }
  }

  private let configuration: FontConfiguration
  private let request: OpaquePointer
  private let fonts: UnsafeMutablePointer<FcFontSet>
  /// The best font of each family, in order. Fonts in formats that HarfBuzz cannot read are left
  /// out.
  let entries: [Entry]

  /// Takes ownership of the request and the list.
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

  /// The location of the face of an entry; `nil` if fontconfig does not know its file.
  func location(of entry: Entry) -> Face.Location? {
    configuration.location(of: entry.pattern, for: request)
  }

  private static let formats: Set<String> = ["TrueType", "CFF"]
}

/// Reads a fontconfig pattern, which is a set of named values.
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
