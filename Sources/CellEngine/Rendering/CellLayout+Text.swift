extension CellLayout {
  /// Appends the row as lines of text, each ended by a line feed; no escape sequences.
  ///
  /// - Parameters:
  ///   - pads: whether every line is filled with spaces to the width of the view; else none ends with a space.
  public borrowing func appendText(to output: inout [UInt8], pads: Bool = false) {
    appendLines(to: &output, pads: pads) { _, line, output in appendPieces(of: line, to: &output) }
  }

  /// Appends the lines of the row, in which `write` writes each text.
  @inline(__always)
  borrowing func appendLines(
    to output: inout [UInt8], pads: Bool, write: (PlacedElement, PlacedLine, inout [UInt8]) -> Void
  ) {
    var next = 0
    for y in 0..<row.contentHeight {
      var column: Int32 = 0
      while next < row.order.count {
        let line = row.lines[Int(row.order[next])]
        guard line.y == y else { break }
        next += 1
        guard line.advance > 0 else { continue }
        if line.x > column { output.append(spaces: line.x - column) }
        column = line.x + line.advance
        write(row.elements[line.element], line, &output)
      }
      if pads, row.width > column { output.append(spaces: row.width - column) }
      output.append(UInt8(ascii: "\n"))
    }
    appendSeparator(to: &output, pads: pads)
  }

  private borrowing func appendSeparator(to output: inout [UInt8], pads: Bool) {
    switch environment.separator {
    case .none: return
    case .blank: if pads { output.append(spaces: row.width) }
    case .line:
      let glyph = glyphs.bytes(of: .line)
      for _ in 0..<row.width / max(1, glyphs.advance(of: .line)) { output.append(contentsOf: glyph) }
    }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends the pieces of one line.
  @inline(__always)
  borrowing func appendPieces(of line: PlacedLine, to output: inout [UInt8]) {
    for index in line.pieces {
      switch row.pieces[index] {
      case .text(let field, let text):
        row.textLines[Int(text)].append(
          of: cell.fields[Int(field)].display, ellipsis: ellipsis, to: &output)
      case .glyph(let glyph): output.append(contentsOf: glyphs.bytes(of: glyph))
      case .icon(let index): output.append(contentsOf: glyphs.iconBytes(at: Int(index)))
      case .integer(let value): output.append(decimal: value)
      }
    }
  }

  /// The text of one line.
  borrowing func string(of line: PlacedLine) -> String {
    var bytes: [UInt8] = []
    appendPieces(of: line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends `count` spaces.
  mutating func append(spaces count: Int32) {
    append(contentsOf: repeatElement(0x20, count: Int(count)))
  }

  /// Appends a number that is not negative in decimal digits.
  mutating func append(decimal value: Int32) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
