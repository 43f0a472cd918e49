/// Writes the content of placed lines in a terminal. It is a generic parameter: a closure for each
/// placed line took 90 of 3,000 instructions of a row.
protocol LineStyle {
  /// The maximum number of bytes that the style adds to the content of a placed line.
  var byteCount: Int { get }

  /// Writes the content of a placed line.
  func write(_ line: UnsafePointer<PlacedLine>, of row: borrowing Row, to cursor: inout ByteCursor)
}

/// The lines of rows in columns: the spaces between placed lines, line feeds and separators.
struct TerminalLines<Style: LineStyle> {
  /// Whether every line is filled with spaces to the width of the view, if it has one.
  let pads: Bool
  let style: Style
  /// Whether each slot is isolated (UAX #9), so that a terminal orders it by itself.
  private let isolates: Bool

  init(_ row: borrowing Row, pads: Bool, style: Style) {
    (self.pads, self.style) = (pads, style)
    isolates = row.style.isolates && row.hasReorderedText
  }

  /// The maximum number of bytes that are reserved for all lines of a row at once.
  private static var wholeRowBytes: Int { 1 << 16 }

  /// Appends the lines of a row, each ended by a line feed.
  ///
  /// - Parameter limit: the maximum number of bytes to append.
  /// - Returns: `false` if lines were left out because of `limit`.
  @inline(__always)
  func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int) -> Bool {
    let bound = byteBound(of: row)
    guard bound <= min(limit, Self.wholeRowBytes) else {
      return appendEachLine(of: row, to: &output, limit: limit)
    }
    output.append(atMost: bound) { room in
      guard let start = room.baseAddress else { return 0 }
      var cursor = ByteCursor(start, capacity: room.count)
      for y in 0..<row.contentHeight { writeLine(at: y, of: row, to: &cursor) }
      writeSeparator(of: row, to: &cursor)
      return cursor.count(from: start)
    }
    return true
  }

  /// Calls `body` with each line of a row, without its line feed, until `body` returns `false`.
  ///
  /// - Parameters:
  ///   - buffer: room for one line.
  ///   - limit: the maximum number of bytes of all lines.
  /// - Returns: `false` if lines were left out because of `limit` or of `body`.
  @inline(__always)
  func forEachLine(
    of row: borrowing Row, using buffer: inout [UInt8], limit: Int,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    var room = limit
    let hasSeparator = row.separatorHeight > 0
    for y in 0..<row.contentHeight + (hasSeparator ? 1 : 0) {
      buffer.removeAll(keepingCapacity: true)
      let isSeparator = y == row.contentHeight
      let bound = isSeparator ? separatorBound(of: row) : byteBound(ofLineAt: y, of: row)
      let isWritten = append(atMost: bound, to: &buffer, from: 0, limit: room) {
        if isSeparator {
          writeSeparator(of: row, to: &$0)
        } else {
          writeLine(at: y, of: row, to: &$0)
        }
      }
      guard isWritten else { return false }
      room -= buffer.count
      let isTaken = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
      guard isTaken else { return false }
    }
    return true
  }

  /// Appends a large row line by line, so that memory is reserved only for what is written.
  @inline(never)
  private func appendEachLine(
    of row: borrowing Row, to output: inout [UInt8], limit: Int
  ) -> Bool {
    let first = output.count
    for y in 0..<row.contentHeight {
      let bound = byteBound(ofLineAt: y, of: row)
      let isAppended = append(atMost: bound, to: &output, from: first, limit: limit) {
        writeLine(at: y, of: row, to: &$0)
      }
      guard isAppended else { return false }
    }
    return append(atMost: separatorBound(of: row), to: &output, from: first, limit: limit) {
      writeSeparator(of: row, to: &$0)
    }
  }

  /// Appends up to `bound` bytes, unless they make more than `limit` bytes since the index `first`.
  private func append(
    atMost bound: Int, to output: inout [UInt8], from first: Int, limit: Int,
    _ write: (inout ByteCursor) -> Void
  ) -> Bool {
    let count = output.count
    // The bound can exceed the written bytes, but only by a little.
    guard bound - Self.wholeRowBytes <= limit - (count - first) else { return false }
    output.append(atMost: bound) { room in
      guard let start = room.baseAddress else { return 0 }
      var cursor = ByteCursor(start, capacity: room.count)
      write(&cursor)
      return cursor.count(from: start)
    }
    guard output.count - first > limit else { return true }
    output.removeLast(output.count - count)
    return false
  }

  /// Writes everything at the height `y`, with a line feed.
  @inline(__always)
  private func writeLine(
    at y: Int32, of row: borrowing Row, to cursor: inout ByteCursor
  ) {
    var column: Int32 = 0
    var next = row.content.firstLine(at: y)
    while let index = next.index {
      let line = UnsafePointer(row.content.lines.storage + index)
      next = line.pointee.next
      let (x, advance) = (line.pointee.x, line.pointee.advance)
      cursor.append(spaces: x &- column)
      column = x &+ advance
      if isolates, advance > 0 { cursor.append(("\u{2068}" as StaticString).bytes) }
      style.write(line, of: row, to: &cursor)
      if isolates, advance > 0 { cursor.append(("\u{2069}" as StaticString).bytes) }
    }
    if pads, !row.view.isUnlimited { cursor.append(spaces: row.width &- column) }
    cursor.append(UInt8(ascii: "\n"))
  }

  /// Writes the line between the row and the next, if the view has one.
  @inline(__always)
  private func writeSeparator(of row: borrowing Row, to cursor: inout ByteCursor) {
    guard row.separatorHeight > 0 else { return }
    switch row.style.separator {
    case .none: return
    case .blank: if pads, !row.view.isUnlimited { cursor.append(spaces: row.width) }
    case .line:
      for _ in 0..<row.width / max(1, row.view.glyphs.advance(of: .line)) {
        cursor.append(row.view.glyphs.bytes(of: .line))
      }
    }
    cursor.append(UInt8(ascii: "\n"))
  }

  // MARK: Bounds

  /// The maximum number of bytes of a row: spaces, line feeds, the separator, and the content with
  /// its styles.
  @inline(__always)
  private func byteBound(of row: borrowing Row) -> Int {
    Int(row.height) * (Int(row.width) + 1) + separatorBound(of: row) + TerminalSpelling.byteBound(of: row)
      &+ row.content.lines.count &* (style.byteCount &+ Self.isolateBytes)
  }

  /// The bytes that open and close an isolate.
  private static var isolateBytes: Int { 6 }

  @inline(__always)
  private func separatorBound(of row: borrowing Row) -> Int {
    row.separatorHeight > 0 ? Int(row.width) * 4 + 1 : 0
  }

  /// The maximum number of bytes at the height `y`: the spaces before each placed line, and its
  /// content.
  private func byteBound(ofLineAt y: Int32, of row: borrowing Row) -> Int {
    var bound = 1
    var column: Int32 = 0
    var next = row.content.firstLine(at: y)
    while let index = next.index {
      let line = row.content.lines[index]
      bound += Int(max(0, line.x &- column)) + style.byteCount + Self.isolateBytes
      bound += TerminalSpelling.byteBound(of: line.content, in: row)
      column = line.x &+ line.advance
      next = line.next
    }
    return pads ? bound + Int(max(0, row.width &- column)) : bound
  }
}

extension Row {
  /// Whether a terminal may reorder some of its text.
  fileprivate var hasReorderedText: Bool {
    for index in content.lines.indices
    where TerminalSpelling.string(of: content.lines[index], in: self).isReorderedInTerminals { return true }
    return false
  }
}

extension String {
  /// Whether a terminal may reorder it: it has a right-to-left character or an Arabic number.
  public var isReorderedInTerminals: Bool {
    // The first of these characters, U+0590, begins with 0xD6.
    guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    let data = UnicodeData.shared
    return unicodeScalars.contains { data.properties(of: $0.value).reorders }
  }

  /// Whether the width models differ in the columns of a cluster of it.
  public var hasUncertainColumns: Bool {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return false }
    var text = self
    return text.withUTF8 { bytes in
      var clusters = ClusterWalk(bytes.indices, of: bytes, WidthModel(mode: .grapheme))
      var sums = ClusterWalk(bytes.indices, of: bytes, WidthModel(mode: .wcwidth))
      while let cluster = clusters.next(), let sum = sums.next() {
        if cluster.advance != sum.advance { return true }
      }
      return false
    }
  }
}
