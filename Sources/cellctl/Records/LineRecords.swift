import CellProtocol

/// Makes an object of each line of text: `{"line": 3, "text": "…"}`. Empty lines have none.
struct LineRecords: RecordSplitter {
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 0
  private var isFirst = true
  private var isFinished = false

  /// - Parameter limit: the maximum length of a line, in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    buffer.removeSubrange(..<start)
    start = 0
    buffer += bytes
  }

  mutating func finish() {
    isFinished = true
  }

  mutating func startFile() {
    isFinished = false
    isFirst = true
  }

  mutating func next() throws -> Record? {
    while true {
      let feed = buffer[start...].firstIndex(of: 0x0A)
      guard let end = feed ?? (isFinished && start < buffer.count ? buffer.count : nil) else {
        guard buffer.count - start <= limit else {
          throw InputLimits.tooLong(RecordPosition(line: line + 1), limit: limit)
        }
        return nil
      }
      line += 1
      var text = buffer[start..<end]
      start = min(end + 1, buffer.count)
      if isFirst, text.starts(with: TextEncoding.mark) { text.removeFirst(TextEncoding.mark.count) }
      isFirst = false
      if text.last == 0x0D { text.removeLast() }
      let position = RecordPosition(line: line)
      guard text.count <= limit else { throw InputLimits.tooLong(position, limit: limit) }
      guard !text.isEmpty else { continue }
      var writer = JSONWriter()
      writer.object { writer in
        writer.name("line")
        writer.integer(line)
        writer.name("text")
        writer.string(String(decoding: text, as: UTF8.self))
      }
      return Record(bytes: writer.bytes, position: position, isUTF8: TextEncoding.isValid(text))
    }
  }
}
