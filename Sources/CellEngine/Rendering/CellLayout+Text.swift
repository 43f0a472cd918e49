extension CellLayout {
  /// Appends the row as lines of text, each ended by a line feed; no escape sequences.
  ///
  /// - Parameters:
  ///   - pads: whether every line is filled with spaces to the width of the view; else none ends with a space.
  public mutating func appendText(to output: inout [UInt8], pads: Bool = false) {
    writeLines(pads: pads) { _, line, layout in layout.writePieces(of: line) }
    flush(to: &output)
  }

  /// Moves what was written to the end of `output`.
  mutating func flush(to output: inout [UInt8]) {
    written.withElements { output.append(contentsOf: $0) }
    written.removeAll()
  }

  /// Writes the lines of the row, in which `write` writes each text.
  @inline(__always)
  mutating func writeLines(pads: Bool, write: (PlacedElement, PlacedLine, inout CellLayout) -> Void) {
    var next = 0
    for y in 0..<row.contentHeight {
      var column: Int32 = 0
      while next < row.order.count {
        let line = row.lines[Int(row.order[next])]
        guard line.y == y else { break }
        next += 1
        guard line.advance > 0 else { continue }
        written.append(repeating: 0x20, count: Int(line.x - column))
        column = line.x + line.advance
        write(row.elements[line.element], line, &self)
      }
      if pads { written.append(repeating: 0x20, count: Int(row.width - column)) }
      written.append(UInt8(ascii: "\n"))
    }
    writeSeparator(pads: pads)
  }

  private mutating func writeSeparator(pads: Bool) {
    switch environment.separator {
    case .none: return
    case .blank: if pads { written.append(repeating: 0x20, count: Int(row.width)) }
    case .line:
      for _ in 0..<row.width / max(1, glyphs.advance(of: .line)) {
        written.append(contentsOf: glyphs.bytes(of: .line))
      }
    }
    written.append(UInt8(ascii: "\n"))
  }

  /// Writes the pieces of one line.
  @inline(__always)
  mutating func writePieces(of line: PlacedLine) {
    for index in line.pieces {
      switch row.pieces[index] {
      case .text(let field, let text):
        write(row.textLines[Int(text)], of: cell.fields[Int(field)].display)
      case .glyph(let glyph): written.append(contentsOf: glyphs.bytes(of: glyph))
      case .icon(let index): written.append(contentsOf: glyphs.iconBytes(at: Int(index)))
      case .integer(let value): written.append(decimal: value)
      }
    }
  }

  /// Writes what a line shows of `text`, with its ellipsis or hyphen.
  @inline(__always)
  private mutating func write(_ line: TextLine, of text: UnsafeBufferPointer<UInt8>) {
    if line.hasInvisibles { return writeVisible(line, of: text) }
    written.append(contentsOf: UnsafeBufferPointer(rebasing: text[Int(line.start)..<Int(line.end)]))
    if line.ellipsisByteCount > 0 {
      ellipsis.bytes.withUnsafeBufferPointer {
        written.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<Int(line.ellipsisByteCount)]))
      }
    }
    if line.endsWithHyphen { written.append(UInt8(ascii: "-")) }
    if line.tailStart < line.tailEnd {
      written.append(contentsOf: UnsafeBufferPointer(rebasing: text[Int(line.tailStart)..<Int(line.tailEnd)]))
    }
  }

  /// Writes a line of a text with soft hyphens or directional formatting, which need a closer look.
  @inline(never)
  private mutating func writeVisible(_ line: TextLine, of text: UnsafeBufferPointer<UInt8>) {
    var bytes: [UInt8] = []
    line.append(of: text, ellipsis: ellipsis, to: &bytes)
    bytes.withUnsafeBufferPointer { written.append(contentsOf: $0) }
  }

  /// The text of one line.
  mutating func string(of line: PlacedLine) -> String {
    writePieces(of: line)
    let string = written.withElements { String(decoding: $0, as: UTF8.self) }
    written.removeAll()
    return string
  }
}

extension Scratch<UInt8> {
  /// Appends a number that is not negative in decimal digits.
  mutating func append(decimal value: Int32) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
