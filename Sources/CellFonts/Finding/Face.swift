import CHarfBuzz

/// A face of a font file, scaled to the units of the font. It does not change after `init`, so all
/// threads can share it.
///
/// The file is mapped into memory. HarfBuzz's own OpenType functions find and measure glyphs.
/// FreeType is not used: two threads must not use one of its faces at once. celld draws no glyphs,
/// and its widths are unhinted.
final class Face: @unchecked Sendable {
  /// Where a face is.
  struct Location: Hashable {
    /// The path of its file.
    var file: String
    /// The index of the face in a collection. Bits from 16 on: the named instance of a variable
    /// font, from 1 on, or 0.
    var index: Int32
    /// The axes of a variable font, in the syntax of CSS: `wght=500`.
    var variations: String
  }

  /// The family's name.
  let family: String
  /// The side of the em square, in the font's units.
  let unitsPerEm: Double
  /// The height of letters above the baseline and their depth below it, in the font's units.
  /// Neither is negative.
  let ascent: Double
  let descent: Double
  /// The advance of U+0020, in the font's units.
  let space: Int
  let font: OpaquePointer

  /// Maps a file. Returns `nil` if the file cannot be read or has no such face.
  init?(_ location: Location, family: String) {
    guard let blob = hb_blob_create_from_file_or_fail(location.file) else { return nil }
    defer { hb_blob_destroy(blob) }
    let index = UInt32(bitPattern: location.index)
    guard index & 0xFFFF < hb_face_count(blob), let face = hb_face_create(blob, index & 0xFFFF) else {
      return nil
    }
    defer { hb_face_destroy(face) }
    guard hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else { return nil }
    hb_ot_font_set_funcs(font)
    let units = hb_face_get_upem(face)
    hb_font_set_scale(font, Int32(clamping: units), Int32(clamping: units))
    Self.vary(font, location)
    hb_face_make_immutable(face)
    hb_font_make_immutable(font)
    self.font = font
    self.family = family
    unitsPerEm = Double(max(1, units))
    space = Int(Self.advance(of: 0x20, font))
    ascent = Self.metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, of: font) ?? 0.75 * unitsPerEm
    descent = Self.metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, of: font) ?? 0.25 * unitsPerEm
  }

  deinit { hb_font_destroy(font) }

  private static func vary(_ font: OpaquePointer, _ location: Location) {
    let instance = UInt32(bitPattern: location.index) >> 16
    if instance > 0, instance < 0x8000 { hb_font_set_var_named_instance(font, instance - 1) }
    let variations = location.variations.split(separator: ",").compactMap { text -> hb_variation_t? in
      var variation = hb_variation_t()
      return hb_variation_from_string(String(text), -1, &variation) != 0 ? variation : nil
    }
    if !variations.isEmpty { hb_font_set_variations(font, variations, UInt32(variations.count)) }
  }

  private static func metric(_ tag: hb_ot_metrics_tag_t, of font: OpaquePointer) -> Double? {
    var position: hb_position_t = 0
    return hb_ot_metrics_get_position(font, tag, &position) != 0 ? Double(position.magnitude) : nil
  }

  /// Whether the face has a glyph for a scalar.
  func has(_ scalar: UInt32) -> Bool { glyph(of: scalar) != nil }

  /// The glyph of a scalar; `nil` if the face has none.
  func glyph(of scalar: UInt32) -> hb_codepoint_t? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
  }

  /// Whether a glyph is a mark, which some lookups skip.
  func isMark(_ glyph: hb_codepoint_t) -> Bool {
    hb_ot_layout_get_glyph_class(hb_font_get_face(font), glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK
  }

  /// The advance of the glyph of a scalar, in the font's units.
  func advance(of scalar: UInt32) -> Double { Double(Self.advance(of: scalar, font)) }

  private static func advance(of scalar: UInt32, _ font: OpaquePointer) -> hb_position_t {
    var glyph: hb_codepoint_t = 0
    _ = hb_font_get_nominal_glyph(font, scalar, &glyph)
    return hb_font_get_glyph_h_advance(font, glyph)
  }

  /// Whether the face can draw all scalars of a cluster: as they are, decomposed, or composed with
  /// the scalar before.
  func covers(_ cluster: UnsafeBufferPointer<UInt32>) -> Bool {
    let unicode = hb_unicode_funcs_get_default()
    for (index, scalar) in cluster.enumerated() where !Self.isIgnorable(scalar) && !has(scalar) {
      var first: UInt32 = 0
      var second: UInt32 = 0
      if hb_unicode_decompose(unicode, scalar, &first, &second) != 0, has(first), second == 0 || has(second) {
        continue
      }
      var composed: UInt32 = 0
      guard index > 0, hb_unicode_compose(unicode, cluster[index - 1], scalar, &composed) != 0, has(composed)
      else { return false }
    }
    return true
  }

  /// Whether a scalar has no glyph of its own: joiners, selectors, directional formatting, tags.
  static func isIgnorable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x202A...0x202E,
      0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
