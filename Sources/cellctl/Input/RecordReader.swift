/// Reads the cells of an input, in order.
struct RecordReader {
  private let source: InputSource
  private var splitter: RecordSplitter
  private var builder: CellBuilder
  private var isAtEnd = false

  /// - Parameter limit: the maximum length of a record, in bytes.
  init(source: InputSource, builder: CellBuilder, limit: Int) {
    self.source = source
    self.builder = builder
    splitter = RecordSplitter(limit: limit)
  }

  /// Returns the next cell and the position of its record, or nil at the end.
  mutating func next() throws -> (cell: CellBuilder.Cell, position: RecordPosition)? {
    while true {
      if let record = try splitter.next() { return (try builder.cell(of: record), record.position) }
      if isAtEnd { return nil }
      if case .bytes(let piece) = try source.read() {
        splitter.append(piece)
      } else {
        splitter.finish()
        isAtEnd = true
      }
    }
  }
}
