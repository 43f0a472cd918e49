extension CellLayout {
  /// Appends the row as lines of text, each ended by a line feed; no escape sequences.
  ///
  /// - Parameters:
  ///   - pads: whether every line is filled with spaces to the width of the view; else none ends with a space.
  public mutating func appendText(to output: inout [UInt8], pads: Bool = false) {
    place(notingElements: false)
    output.append(atMost: byteBound) { writeText(to: $0, pads: pads) }
  }

  /// Writes the placed row without styles, and gives how many bytes it has.
  private func writeText(to room: UnsafeMutableBufferPointer<UInt8>, pads: Bool) -> Int {
    writeRow(to: room, pads: pads) { writePieces(of: $0, to: &$1) }
  }

  /// Writes the placed row, with each line's text as `write` writes it, and gives how many bytes it has.
  @inline(__always)
  func writeRow(
    to room: UnsafeMutableBufferPointer<UInt8>, pads: Bool,
    _ write: (UnsafePointer<PlacedLine>, inout ByteCursor) -> Void
  ) -> Int {
    guard let start = room.baseAddress else { return 0 }
    var cursor = ByteCursor(start, capacity: room.count)
    sortLines()
    for y in 0..<row.contentHeight {
      var column: Int32 = 0
      var next = workspace.pointee.reading.takeFirst(at: y)
      while next >= 0 {
        let line = UnsafePointer(row.lines.storage + Int(next))
        next = line.pointee.next
        let (x, advance) = (line.pointee.x, line.pointee.advance)
        cursor.append(spaces: x &- column)
        column = x &+ advance
        write(line, &cursor)
      }
      if pads { cursor.append(spaces: row.width &- column) }
      cursor.append(UInt8(ascii: "\n"))
    }
    writeSeparator(pads: pads, to: &cursor)
    return cursor.count(from: start)
  }

  /// How many bytes the row has at most, without styles: spaces, line feeds and the separator beside what was placed.
  @inline(__always)
  var byteBound: Int {
    let separator = rules.separatorHeight > 0 ? Int(row.width) * 4 : 0
    return Int(row.height) * (Int(row.width) + 1) + separator
      + row.byteBound(ofRecord: cell.memory.upperBound - cell.memory.lowerBound)
  }

  /// Sorts the placed lines as they are read.
  @inline(__always)
  func sortLines() {
    workspace.pointee.reading.sort(
      row.lines.storage, row.lines.count, height: Int(row.contentHeight), isMirrored: rules.direction == .rtl)
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
  func writePieces(of line: UnsafePointer<PlacedLine>, to cursor: inout ByteCursor) {
    // A cursor whose address nobody has stays in registers: functions that are called give the next one.
    switch line.pointee.content {
    case .text(let field): write(textLine: line.pointee.first, of: field, to: &cursor)
    case .tag(let field):
      cursor.append(glyphs.word(of: .tagOpen))
      write(textLine: line.pointee.first, of: field, to: &cursor)
      cursor.append(glyphs.word(of: .tagClose))
    case .pieces: cursor = composed(line, from: cursor)
    }
  }

  /// Writes a line of several pieces, and gives where it ends.
  private func composed(_ line: UnsafePointer<PlacedLine>, from start: ByteCursor) -> ByteCursor {
    var cursor = start
    for index in line.pointee.pieces {
      switch row.pieces[Int(index)] {
      case .text(let field, let text): write(textLine: text, of: field, to: &cursor)
      case .glyph(let glyph): cursor.append(glyphs.word(of: glyph))
      case .icon(let index): cursor.append(glyphs.iconBytes(at: Int(index)))
      case .integer(let value): cursor = decimal(value, from: cursor)
      }
    }
    return cursor
  }

  private func decimal(_ value: Int32, from start: ByteCursor) -> ByteCursor {
    var cursor = start
    cursor.append(decimal: value)
    return cursor
  }

  /// Writes what the text line at `index` shows of a field, with its ellipsis or hyphen.
  @inline(__always)
  private func write(textLine index: Int32, of field: Int32, to cursor: inout ByteCursor) {
    let line = UnsafePointer(row.textLines.storage + Int(index))
    let start = cell.fields[Int(field)].start
    guard line.pointee.isPlain else { return cursor = further(line, of: start, from: cursor) }
    cursor = cursor.appending(
      start + Int(line.pointee.start), count: Int(line.pointee.end &- line.pointee.start), in: cell.memory)
    // Most have none: that a word of it is written, and nothing of it kept, costs less than to ask.
    cursor.append(workspace.pointee.ellipsisWord, count: Int(line.pointee.ellipsisByteCount))
  }

  /// Writes a line that is more than a part of a text and a short ellipsis.
  @inline(never)
  private func further(
    _ line: UnsafePointer<TextLine>, of start: UnsafePointer<UInt8>, from first: ByteCursor
  ) -> ByteCursor {
    guard !line.pointee.hasInvisibles else { return visible(line, of: start, from: first) }
    var cursor = first
    cursor.append(start + Int(line.pointee.start), count: Int(line.pointee.end &- line.pointee.start))
    ellipsis.bytes.withUnsafeBufferPointer {
      cursor.append(UnsafeBufferPointer(rebasing: $0.prefix(Int(line.pointee.ellipsisByteCount))))
    }
    if line.pointee.endsWithHyphen { cursor.append(UInt8(ascii: "-")) }
    cursor.append(
      start + Int(line.pointee.tailStart), count: Int(line.pointee.tailEnd &- line.pointee.tailStart))
    return cursor
  }

  /// Writes a line of a text with soft hyphens or directional formatting, which need a closer look.
  @inline(never)
  private func visible(
    _ line: UnsafePointer<TextLine>, of start: UnsafePointer<UInt8>, from cursor: ByteCursor
  ) -> ByteCursor {
    var cursor = cursor
    var bytes: [UInt8] = []
    let text = UnsafeBufferPointer(
      start: start, count: Int(max(line.pointee.end, line.pointee.tailEnd)))
    line.pointee.append(of: text, ellipsis: ellipsis, to: &bytes)
    bytes.withUnsafeBufferPointer { cursor.append($0) }
    return cursor
  }

  /// Calls `body` with the bytes of one line, as they are drawn.
  func withBytes<Result>(of line: PlacedLine, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafePointer(to: line) { line in
      written.append(atMost: row.byteBound(of: line.pointee)) { writePieces(of: line, to: &$0) }
    }
    let result = written.withElements(body)
    written.removeAll()
    return result
  }

  /// The text of one line.
  func string(of line: PlacedLine) -> String {
    withBytes(of: line) { String(decoding: $0, as: UTF8.self) }
  }
}
