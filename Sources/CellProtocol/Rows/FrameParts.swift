import CellEngine
import CellWire

extension JSONWriter {
  /// Writes the label and the state of an element that a user can operate.
  mutating func members(of widget: Frame.Widget) {
    if let id = widget.id {
      name("id")
      string(id)
    }
    name("label")
    string(widget.label)
    if let state = widget.state {
      name("state")
      string(state.rawValue)
    }
    if let progress = widget.progress {
      name("progress")
      double(progress)
    }
    guard !widget.isEnabled else { return }
    name("enabled")
    bool(false)
  }

  /// Writes a part of an element: its `kind`, its rectangle, and the members of its kind.
  ///
  /// - Parameter line: writes the members of a line of letters.
  mutating func part(_ part: Frame.Part, line: (Frame.Line, inout JSONWriter) -> Void) {
    object { json in
      json.name("kind")
      json.string(part.content.kind)
      guard case .text(let letters) = part.content else {
        for (name, value): (StaticString, Double) in [
          ("x", part.x), ("y", part.y), ("width", part.width), ("height", part.height),
        ] {
          json.name(name)
          json.double(value)
        }
        return json.members(of: part.content)
      }
      line(letters, &json)
    }
  }

  private mutating func members(of content: Frame.Part.Content) {
    switch content {
    case .text, .unread, .chevron, .detail, .menu, .check, .tag, .ground, .placeholder: break
    case .image(let isRound, let source, _):
      name("shape")
      string((isRound ? Image.Shape.circle : .square).rawValue)
      guard let source else { break }
      name("source")
      string(source)
    case .icon(let icon, let glyph):
      name("name")
      string(icon)
      name("text")
      string(glyph)
    case .control(let control, let isOn):
      name("form")
      string(control.rawValue)
      name("on")
      bool(isOn)
    case .button(let isOn):
      name("on")
      bool(isOn)
    case .download(let progress):
      guard let progress else { break }
      name("progress")
      double(progress)
    case .stars(let value, let max):
      name("value")
      double(value)
      name("max")
      integer(max)
    case .series(let form, let values, let zero):
      name("values")
      array { json in for value in values { json.double(value) } }
      guard form != .line, zero > 0 else { break }
      name("zero")
      double(zero)
    case .pages(let shown, let count):
      name("shown")
      integer(shown)
      name("count")
      integer(count)
    }
  }
}

extension Frame.Part.Content {
  /// The name of the content in the protocol.
  fileprivate var kind: String {
    switch self {
    case .text: "text"
    case .image: "image"
    case .icon: "icon"
    case .control: "control"
    case .unread: "unread"
    case .chevron: "chevron"
    case .detail: "detail"
    case .menu: "menu"
    case .button: "button"
    case .check: "check"
    case .download: "download"
    case .stars: "stars"
    case .tag: "tag"
    case .ground: "ground"
    case .placeholder: "placeholder"
    case .series(.column, _, _): "bars"
    case .series(.line, _, _): "line"
    case .series(.area, _, _): "area"
    case .pages: "pages"
    }
  }
}
