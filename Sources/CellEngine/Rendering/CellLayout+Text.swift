extension CellLayout {
  /// Appends the row as lines of text, each ended by a line feed; no escape sequences.
  ///
  /// - Parameters:
  ///   - pads: whether every line is filled with spaces to the width of the view; else none ends with a space.
  public mutating func appendText(to output: inout [UInt8], pads: Bool = false) {
    place()
    writeRow(to: &output, pads: pads, atMost: byteBound) { writePieces(of: $0, to: &$1) }
  }

  /// Appends the placed row, of at most `bound` bytes, with each line's text as `write` writes it.
  @inline(__always)
  func writeRow(
    to output: inout [UInt8], pads: Bool, atMost bound: Int, _ write: (PlacedLine, inout ByteCursor) -> Void
  ) {
    sortLines()
    written.append(atMost: bound) { cursor in
      for y in 0..<row.contentHeight {
        var column: Int32 = 0
        var next = workspace.pointee.reading.first(at: y)
        while next >= 0 {
          let line = row.lines[Int(next)]
          next = workspace.pointee.reading.next(after: next)
          cursor.append(spaces: line.x &- column)
          column = line.x &+ line.advance
          write(line, &cursor)
        }
        if pads { cursor.append(spaces: row.width &- column) }
        cursor.append(UInt8(ascii: "\n"))
      }
      writeSeparator(pads: pads, to: &cursor)
    }
    flush(to: &output)
  }

  /// How many bytes the row has at most, without styles: spaces, line feeds and the separator beside what was placed.
  var byteBound: Int {
    let separator = rules.separatorHeight > 0 ? Int(row.width) * 4 : 0
    return Int(row.height) * (Int(row.width) + 1) + separator + row.byteCount
  }

  /// Moves what was written to the end of `output`.
  func flush(to output: inout [UInt8]) {
    written.withElements { output.append(contentsOf: $0) }
    written.removeAll()
  }

  /// Sorts the placed lines as they are read.
  func sortLines() {
    workspace.pointee.reading.sort(workspace.pointee.row, isMirrored: rules.direction == .rtl)
  }

  /// Writes the line that separates the row from the next, where the view has it.
  @inline(__always)
  func writeSeparator(pads: Bool, to cursor: inout ByteCursor) {
    guard rules.separatorHeight > 0 else { return }
    switch environment.separator {
    case .none: return
    case .blank: if pads { cursor.append(spaces: row.width) }
    case .line:
      for _ in 0..<row.width / max(1, glyphs.advance(of: .line)) {
        cursor.append(glyphs.bytes(of: .line))
      }
    }
    cursor.append(UInt8(ascii: "\n"))
  }

  /// Writes what one line shows.
  @inline(__always)
  func writePieces(of line: PlacedLine, to cursor: inout ByteCursor) {
    if line.field >= 0 {
      write(row.textLines[Int(line.first)], of: cell.fields[Int(line.field)].start, to: &cursor)
    } else {
      writeComposed(line, to: &cursor)
    }
  }

  private func writeComposed(_ line: PlacedLine, to cursor: inout ByteCursor) {
    for index in line.first..<line.first &+ line.pieceCount {
      switch row.pieces[Int(index)] {
      case .text(let field, let text):
        write(row.textLines[Int(text)], of: cell.fields[Int(field)].start, to: &cursor)
      case .glyph(let glyph): cursor.append(glyphs.bytes(of: glyph))
      case .icon(let index): cursor.append(glyphs.iconBytes(at: Int(index)))
      case .integer(let value): cursor.append(decimal: value)
      }
    }
  }

  /// Writes what a line shows of the text at `start`, with its ellipsis or hyphen.
  @inline(__always)
  private func write(_ line: TextLine, of start: UnsafePointer<UInt8>, to cursor: inout ByteCursor) {
    if line.hasInvisibles { return writeVisible(line, of: start, to: &cursor) }
    cursor.append(start + Int(line.start), count: Int(line.end &- line.start))
    if line.ellipsisByteCount > 0 {
      ellipsis.bytes.withUnsafeBufferPointer {
        if let bytes = $0.baseAddress { cursor.append(bytes, count: Int(line.ellipsisByteCount)) }
      }
    }
    if line.endsWithHyphen { cursor.append(UInt8(ascii: "-")) }
    if line.tailStart < line.tailEnd {
      cursor.append(start + Int(line.tailStart), count: Int(line.tailEnd &- line.tailStart))
    }
  }

  /// Writes a line of a text with soft hyphens or directional formatting, which need a closer look.
  @inline(never)
  private func writeVisible(_ line: TextLine, of start: UnsafePointer<UInt8>, to cursor: inout ByteCursor) {
    var bytes: [UInt8] = []
    let text = UnsafeBufferPointer(start: start, count: Int(max(line.end, line.tailEnd)))
    line.append(of: text, ellipsis: ellipsis, to: &bytes)
    bytes.withUnsafeBufferPointer { cursor.append($0) }
  }

  /// Calls `body` with the bytes of one line, as they are drawn.
  func withBytes<Result>(of line: PlacedLine, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    written.append(atMost: row.byteCount) { writePieces(of: line, to: &$0) }
    let result = written.withElements(body)
    written.removeAll()
    return result
  }

  /// The text of one line.
  func string(of line: PlacedLine) -> String {
    withBytes(of: line) { String(decoding: $0, as: UTF8.self) }
  }
}
