/// Writes rows as lines of text, without escape sequences.
public struct TextRenderer {
  /// Whether every line is filled with spaces to the width of the view. If not, lines have no
  /// trailing spaces.
  private let pads: Bool

  public init(pads: Bool = false) { self.pads = pads }

  /// Appends the lines of a row in columns, each ended by a line feed.
  ///
  /// - Parameter limit: the maximum number of bytes to append. Lines that do not fit are left out.
  /// - Returns: `false` if lines were left out.
  @discardableResult
  public func append(_ row: borrowing Row, to output: inout [UInt8], limit: Int = .max) -> Bool {
    TerminalLines(row, pads: pads, style: PlainStyle()).append(row, to: &output, limit: limit)
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
    TerminalLines(row, pads: pads, style: PlainStyle())
      .forEachLine(of: row, using: &buffer, limit: limit, body)
  }
}

/// Content without styles.
private struct PlainStyle: LineStyle {
  var byteCount: Int { 0 }

  @inline(__always)
  func write(_ line: UnsafePointer<PlacedLine>, of row: borrowing Row, to cursor: inout ByteCursor) {
    TerminalSpelling.write(line, of: row, to: &cursor)
  }
}
