import CHarfBuzz

/// A HarfBuzz shape plan of one face, script and direction. It is kept, because `hb_shape` looks it
/// up for each text.
final class ShapePlan {
  /// The properties that all scalars of a run share.
  struct Kind: Hashable {
    var script = HB_SCRIPT_COMMON
    var isRightToLeft = false

    var direction: hb_direction_t { isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR }

    /// Whether text next to a run of a text cannot change its glyphs.
    ///
    /// HarfBuzz looks at that text only to join letters. Characters of ASCII do not join.
    func isApart(_ run: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
      if Self.unjoined.contains(script) { return true }
      func isASCII(_ index: Int) -> Bool { text[index] < 0x80 }
      return (run.lowerBound == 0 || isASCII(run.lowerBound) || isASCII(run.lowerBound - 1))
        && (run.upperBound == text.count || isASCII(run.upperBound) || isASCII(run.upperBound - 1))
    }

    /// Common scripts whose letters never join.
    private static let unjoined = [
      HB_SCRIPT_COMMON, HB_SCRIPT_LATIN, HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA,
      HB_SCRIPT_HANGUL,
      HB_SCRIPT_CYRILLIC, HB_SCRIPT_GREEK, HB_SCRIPT_HEBREW, HB_SCRIPT_THAI, HB_SCRIPT_DEVANAGARI,
      HB_SCRIPT_BENGALI, HB_SCRIPT_TAMIL, HB_SCRIPT_TELUGU, HB_SCRIPT_MALAYALAM, HB_SCRIPT_KANNADA,
      HB_SCRIPT_GUJARATI, HB_SCRIPT_GURMUKHI, HB_SCRIPT_SINHALA, HB_SCRIPT_KHMER, HB_SCRIPT_MYANMAR,
      HB_SCRIPT_LAO,
      HB_SCRIPT_GEORGIAN, HB_SCRIPT_ARMENIAN, HB_SCRIPT_ETHIOPIC,
    ]

    static func == (first: Kind, second: Kind) -> Bool {
      first.script == second.script && first.isRightToLeft == second.isRightToLeft
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(script.rawValue)
      hasher.combine(isRightToLeft)
    }
  }

  let face: Face
  let kind: Kind
  private let plan: OpaquePointer
  /// The plan for printable ASCII, without `inert`.
  private let plainPlan: OpaquePointer?
  private let inert: [hb_feature_t]

  /// The tag of the table of substitutions, `GSUB`.
  static let substitutions = hb_tag_from_string("GSUB", -1)

  /// - Parameter inert: features that change no text of printable ASCII, turned off. Such texts are
  ///   shaped without them.
  init(_ face: Face, _ kind: Kind, inert: [hb_feature_t] = []) {
    self.face = face
    self.kind = kind
    self.inert = inert
    plan = Self.plan(face, kind, [])
    plainPlan = inert.isEmpty ? nil : Self.plan(face, kind, inert)
  }

  deinit {
    hb_shape_plan_destroy(plan)
    plainPlan.map(hb_shape_plan_destroy)
  }

  private static func plan(_ face: Face, _ kind: Kind, _ features: [hb_feature_t]) -> OpaquePointer {
    var properties = hb_segment_properties_t()
    properties.direction = kind.direction
    properties.script = kind.script
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(face.font, &count)
    return hb_shape_plan_create_cached2(
      hb_font_get_face(face.font), &properties, features, UInt32(features.count), coordinates, count, nil)
  }

  /// Adds the lookups of its substitutions to a set.
  func addSubstitutions(to lookups: OpaquePointer?) {
    hb_ot_shape_plan_collect_lookups(plan, Self.substitutions, lookups)
  }

  /// Whether texts of printable ASCII have a plan of their own.
  var hasPlainPlan: Bool { plainPlan != nil }

  /// Shapes the text of a buffer, which must be of the plan's kind.
  ///
  /// - Parameter isPlain: whether the text is printable ASCII, and nothing needs to be known about
  ///   other texts next to it.
  func execute(_ buffer: OpaquePointer, isPlain: Bool) {
    if isPlain, let plainPlan {
      _ = hb_shape_plan_execute(plainPlan, face.font, buffer, inert, UInt32(inert.count))
    } else {
      _ = hb_shape_plan_execute(plan, face.font, buffer, nil, 0)
    }
  }
}
