/// Writes rows as lines of Pango markup, which rofi, waybar and other GTK programs draw.
///
/// Titles are bold, and states have the colours of the environment's theme. Other texts have no
/// colour of their own, because the background is the program's. Each line is complete markup.
public struct PangoRenderer {
  /// Whether every line is filled with spaces to the width of the view.
  private let pads: Bool

  public init(pads: Bool = false) { self.pads = pads }

  /// Appends the lines of a row in columns, each ended by a line feed.
  ///
  /// - Parameter limit: the maximum number of bytes to append. Lines that do not fit are left out.
  /// - Returns: `false` if lines were left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    var buffer: [UInt8] = []
    return forEachLine(of: row, using: &buffer, limit: limit) { line in
      output += line
      output.append(UInt8(ascii: "\n"))
      return true
    }
  }

  /// Calls `body` with each line of a row in columns, without its line feed, until `body` returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - buffer: room for one line.
  ///   - limit: the maximum number of bytes of all lines.
  /// - Returns: `false` if lines were left out.
  public func forEachLine(
    of row: borrowing Row, using buffer: inout [UInt8], limit: Int,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    let theme = row.style.theme.colors
    let width = pads && !row.view.isUnlimited ? Int(row.width) : 0
    let lines = SpanRenderer.spans(of: row, limit: limit)
    var room = limit
    for spans in lines {
      buffer.removeAll(keepingCapacity: true)
      var column = 0
      for span in spans {
        buffer.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, span.x - column)))
        Self.append(span, theme, to: &buffer)
        column = span.x + span.width
      }
      buffer.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, width - column)))
      room -= buffer.count + 1
      guard room >= 0, buffer.withUnsafeBytes({ body($0) }) else { return false }
    }
    return lines.count >= Int(row.height)
  }

  private static func append(_ span: Span, _ theme: ThemeColors, to output: inout [UInt8]) {
    let attributes = attributes(of: span.role, theme)
    if attributes.isEmpty { return output.append(pango: span.text) }
    output += "<span".utf8
    for (name, value) in attributes { output += " \(name)=\"\(value)\"".utf8 }
    output.append(UInt8(ascii: ">"))
    output.append(pango: span.text)
    output += "</span>".utf8
  }

  /// The attributes of a span: those of its semantic state, or of its role.
  private static func attributes(of name: String, _ theme: ThemeColors) -> [(name: String, value: String)] {
    if let state = Status.State(rawValue: name) {
      return [("foreground", theme.states[state].hexadecimal.uppercased())]
    }
    return switch StyleRole(rawValue: name) {
    case .title, .section: [("weight", "bold")]
    case .secondary, .disabled, .more, .separator, .placeholder: [("alpha", "60%")]
    case .image:
      [("background", theme.image.hexadecimal.uppercased()), ("foreground", theme.initials.hexadecimal)]
    case .rating: [("foreground", theme.rated.hexadecimal.uppercased())]
    case .unread: [("weight", "bold"), ("foreground", theme.accent.hexadecimal.uppercased())]
    case .button, .accessory: [("foreground", theme.accent.hexadecimal.uppercased())]
    case .destructive: [("foreground", theme.states.negative.hexadecimal.uppercased())]
    case .positive: [("foreground", theme.states.positive.hexadecimal.uppercased())]
    case .key, .body, .number, .icon, .tag, .control, nil: []
    }
  }
}

extension [UInt8] {
  /// Appends a text whose characters are not markup.
  fileprivate mutating func append(pango text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case UInt8(ascii: "\""): self += "&quot;".utf8
      case UInt8(ascii: "'"): self += "&#39;".utf8
      default: append(byte)
      }
    }
  }
}
