extension Markup {
  /// Appends the action of a widget, and the WAI-ARIA attributes for screen readers.
  ///
  /// Screen readers do not read the content of such an element.
  mutating func attributes(of widget: Frame.Widget) {
    if let id = widget.id { attribute("data-action", text: id) }
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
  /// The label with the progress of a download. ARIA has no attribute for the progress of a button.
  fileprivate var spokenLabel: String {
    switch state {
    case .running: "\(label), \(Int(((progress ?? 0) * 100).rounded(.down)))%"
    case .done: "\(label), done"
    case .ready, .on, .off, nil: label
    }
  }
}

extension RowPicture {
  /// Whether an element of the row can be operated. If not, the picture is an image to a screen
  /// reader.
  var isOperable: Bool { frames.contains { isOperable($0) } }

  /// Whether a screen reader reads the element separately: a widget, or a title that is a link. The
  /// chevron of such a link is not read, because it opens the same page.
  func isOperable(_ frame: Frame) -> Bool {
    switch frame.slot {
    case .title: href != nil
    case .accessory where href != nil && frame.widget?.id == KnownAction.open.rawValue: false
    default: frame.widget != nil
    }
  }
}
