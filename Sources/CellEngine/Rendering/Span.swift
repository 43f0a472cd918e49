/// A run of text at its place on a line, for a program that draws by itself.
public struct Span: Equatable, Sendable {
  public var text: String
  /// In columns from the left edge of the row.
  public var x: Int
  /// In columns.
  public var width: Int
  public var slot: Slot?
  /// A style role, or the name of a semantic state.
  public var role: String
}

extension CellLayout {
  /// The row as spans, line by line from the top; each line from left to right. A separator is its last line.
  public mutating func spans() -> [[Span]] {
    place()
    sortLines()
    var lines = [[Span]](repeating: [], count: Int(row.contentHeight))
    for y in 0..<row.contentHeight {
      var next = workspace.pointee.reading.takeFirst(at: y)
      while next >= 0 {
        let line = row.lines[Int(next)]
        next = line.next
        let element = row.elements[Int(line.element)]
        lines[Int(y)].append(
          Span(
            text: string(of: line), x: Int(line.x), width: Int(line.advance), slot: element.slot,
            role: element.roleName))
      }
    }
    switch environment.separator {
    case .none: break
    case .blank: lines.append([])
    case .line:
      let advance = max(1, glyphs.advance(of: .line))
      let count = Int(row.width / advance)
      let glyph = String(decoding: glyphs.bytes(of: .line), as: UTF8.self)
      lines.append([
        Span(
          text: String(repeating: glyph, count: count), x: 0, width: count * Int(advance), slot: nil,
          role: StyleRole.separator.rawValue)
      ])
    }
    return lines
  }
}

extension PlacedElement {
  /// The name of the element's style: its semantic state, unless that is neutral or it is disabled, else its role.
  var roleName: String {
    if role != .disabled, let state, state != .neutral { return state.rawValue }
    return role.rawValue
  }
}
