/// The cells of an input, in order.
struct RecordReader {
  private let source: InputSource
  private var splitter: RecordSplitter
  private var builder: CellBuilder
  private var isAtEnd = false

  /// - Parameter limit: the longest record, in bytes.
  init(source: InputSource, builder: CellBuilder, limit: Int) {
    self.source = source
    self.builder = builder
    splitter = RecordSplitter(limit: limit)
  }

  /// The next cell and the place of its record, or nil at the end.
  mutating func next() throws -> (cell: CellBuilder.Cell, place: RecordPlace)? {
    while true {
      if let record = try splitter.next() { return (try builder.cell(of: record), record.place) }
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
