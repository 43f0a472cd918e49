import CHarfBuzz

/// A HarfBuzz shape plan of one face, script and direction. It is kept, because `hb_shape` looks it
/// up for each text.
final class ShapePlan {
  /// The properties that all scalars of a run share.
  struct Kind: Hashable {
    var script = HB_SCRIPT_COMMON
    var isRightToLeft = false

    var direction: hb_direction_t { isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR }

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
