import CHarfBuzz

/// Features of a face that never change a text of printable ASCII.
///
/// In Roboto, Inter and Noto Sans, the lookups of `ccmp` look for combining marks after letters.
/// They take more than half of the time in which HarfBuzz shapes an English word.
enum InertFeatures {
  /// The features of HarfBuzz's default shaper that substitute glyphs.
  private static let candidates = ["ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt"]

  /// The inert features of a face, each with the value 0, which turns it off.
  ///
  /// All glyphs that a text of ASCII can get are the closure of its own glyphs under all lookups. A
  /// lookup whose output has no glyph of the closure does nothing in such a text.
  static func inASCII(of face: Face) -> [hb_feature_t] {
    let (glyphs, lookups) = (GlyphSet(), GlyphSet())
    for scalar in UInt32(0x20)..<0x7F {
      var glyph: hb_codepoint_t = 0
      if hb_font_get_nominal_glyph(face.font, scalar, &glyph) != 0 { hb_set_add(glyphs.set, glyph) }
    }
    let table = hb_font_get_face(face.font)
    for script in [HB_SCRIPT_LATIN, HB_SCRIPT_COMMON] {
      ShapePlan(face, ShapePlan.Kind(script: script)).addSubstitutions(to: lookups.set)
    }
    hb_ot_layout_lookups_substitute_closure(table, lookups.set, glyphs.set)
    return candidates.compactMap { name in
      let tag = hb_tag_from_string(name, -1)
      let (own, output) = (GlyphSet(), GlyphSet())
      hb_ot_layout_collect_lookups(table, ShapePlan.substitutions, nil, nil, [tag, 0], own.set)
      hb_set_intersect(own.set, lookups.set)
      if hb_set_is_empty(own.set) != 0 { return nil }
      var lookup = hb_codepoint_t.max
      while hb_set_next(own.set, &lookup) != 0 {
        hb_ot_layout_lookup_collect_glyphs(
          table, ShapePlan.substitutions, lookup, nil, nil, nil, output.set)
      }
      hb_set_intersect(output.set, glyphs.set)
      guard hb_set_is_empty(output.set) != 0 else { return nil }
      return hb_feature_t(tag: tag, value: 0, start: 0, end: .max)
    }
  }

  /// A set of glyphs or of lookups.
  private final class GlyphSet {
    let set = hb_set_create()
    deinit { hb_set_destroy(set) }
  }
}
