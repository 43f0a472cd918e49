/// The style of the parts of an element: colour, direction and language.
struct PartStyle {
  /// The colour of the element's role and state.
  let color: Color
  let frame: Frame
  let isMirrored: Bool
  /// The language of the element. It is found once, because all texts are searched for it.
  let language: StaticString?
  /// Whether the element is a toggle that is on. Its background is then coloured.
  var isOn = false
  /// Whether the element is an image that was drawn. Its initials are then left out.
  var hasImage = false

  init(color: Color, frame: Frame, isMirrored: Bool) {
    self.color = color
    self.frame = frame
    self.isMirrored = isMirrored
    language = frame.language
  }

  var isDisabled: Bool { frame.role == .disabled }
}
