extension Markup {
  /// Appends the attributes of WAI-ARIA that tell a screen reader of a widget.
  ///
  /// The content of such an element is drawn and not read.
  mutating func attributes(of widget: Frame.Widget) {
    attribute("role", text: widget.role.rawValue)
    attribute("aria-label", text: widget.spokenLabel)
    switch widget.state {
    case .on, .off:
      let isOn = widget.state == .on
      if widget.role == .button {
        attribute("aria-pressed", isOn ? "true" : "false")
      } else {
        attribute("aria-checked", isOn ? "true" : "false")
      }
    case .ready, .running, .done, nil: break
    }
    if !widget.isEnabled { attribute("aria-disabled", "true") }
  }
}

extension Frame.Widget {
  /// The label, with the progress of a download: buttons have no attribute for that.
  fileprivate var spokenLabel: String {
    switch state {
    case .running: "\(label), \(Int(((progress ?? 0) * 100).rounded(.down)))%"
    case .done: "\(label), done"
    case .ready, .on, .off, nil: label
    }
  }
}

extension RowPicture {
  /// Whether something in it can be operated, so that it is more than an image.
  var isOperable: Bool { frames.contains { isOperable($0) } }

  /// Whether an element is told by itself: what can be operated, and the title where it is a link. The chevron beside
  /// such a link leads to the same place.
  func isOperable(_ frame: Frame) -> Bool {
    switch frame.slot {
    case .title: href != nil
    case .accessory where href != nil && frame.widget?.id != nil: false
    default: frame.widget != nil
    }
  }
}
