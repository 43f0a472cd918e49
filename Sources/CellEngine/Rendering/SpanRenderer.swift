/// A run of text with its position on a line, for a client that draws the row itself.
public struct Span: Equatable, Sendable {
  public var text: String
  /// The distance from the left edge of the row, in columns.
  public var x: Int
  /// The width in columns.
  public var width: Int
  public var slot: Slot?
  /// A style role, or the name of a semantic state.
  public var role: String
}

/// Writes rows as spans.
public enum SpanRenderer {
  /// The minimum number of bytes, as JSON, of a line and of a span without its text.
  private static let leastLineBytes = 2
  private static let leastSpanBytes = 36

  /// The spans of a row in columns. Lines are in order from the top, and the spans of a line from
  /// the left. A separator is the last line.
  ///
  /// - Parameter limit: the maximum number of bytes of the lines as JSON. Lines that cannot fit are
  ///   left out.
  public static func spans(of row: borrowing Row, limit: Int = .max) -> [[Span]] {
    var lines: [[Span]] = []
    var size = 0
    for y in 0..<row.contentHeight {
      var spans: [Span] = []
      size += leastLineBytes
      var next = row.content.firstLine(at: y)
      while let index = next.index {
        let line = row.content.lines[index]
        next = line.next
        let element = row.content.elements[Int(line.element)]
        let text = TerminalSpelling.string(of: line, in: row)
        size += leastSpanBytes + text.utf8.count
        spans.append(
          Span(
            text: text, x: Int(line.x), width: Int(line.advance), slot: element.slot,
            role: element.roleName))
      }
      guard size <= limit else { return lines }
      lines.append(spans)
    }
    guard row.separatorHeight > 0 else { return lines }
    switch row.style.separator {
    case .none: break
    case .blank: lines.append([])
    case .line: lines.append([separator(of: row)])
    }
    return lines
  }

  private static func separator(of row: borrowing Row) -> Span {
    let advance = max(1, row.view.glyphs.advance(of: .line))
    let count = Int(row.width / advance)
    let glyph = String(decoding: row.view.glyphs.bytes(of: .line), as: UTF8.self)
    return Span(
      text: String(repeating: glyph, count: count), x: 0, width: count * Int(advance), slot: nil,
      role: StyleRole.separator.rawValue)
  }
}

extension PlacedElement {
  /// The name of the element's style: its semantic state, or its role. The role wins if the state
  /// is neutral or the element is disabled.
  fileprivate var roleName: String {
    if role != .disabled, let state, state != .neutral { return state.rawValue }
    return role.rawValue
  }
}
