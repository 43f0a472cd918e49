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

  init(_ face: Face, _ kind: Kind) {
    self.face = face
    self.kind = kind
    var properties = hb_segment_properties_t()
    properties.direction = kind.direction
    properties.script = kind.script
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(face.font, &count)
    plan = hb_shape_plan_create_cached2(
      hb_font_get_face(face.font), &properties, nil, 0, coordinates, count, nil)
  }

  deinit { hb_shape_plan_destroy(plan) }

  /// Shapes the text of a buffer, which must be of the plan's kind.
  func execute(_ buffer: OpaquePointer) { _ = hb_shape_plan_execute(plan, face.font, buffer, nil, 0) }
}
