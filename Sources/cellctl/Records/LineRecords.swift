import CellWire

/// How a line of text becomes the members of a record.
enum LineForm: Equatable {
  /// The number of the line and its text.
  case text
  /// `level=info msg="started"`.
  case pairs
  /// A table with a header line, whose columns blanks separate.
  case columns

  /// Returns the pairs of a line; empty if other text is between them.
  static func pairs(in line: String) -> [(name: String, value: String)] {
    var pairs: [(String, String)] = []
    var rest = line[...]
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard !rest.isEmpty else { return pairs }
      let name = rest.prefix { $0.isLetter || $0.isNumber || "_.-@/".contains($0) }
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.first == "=" else { return pairs.count > 2 ? pairs : [] }
      rest = rest.dropFirst()
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let escaped = rest.popFirst() {
            value.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
          } else {
            value.append(character)
          }
        }
      } else {
        value = String(rest.prefix { $0 != " " && $0 != "\t" })
        rest = rest.dropFirst(value.count)
      }
      pairs.append((String(name), value))
    }
  }
}

/// Makes an object of each line of text: `{"line": 3, "text": "…"}`, or of the pairs or columns in
/// it. Empty lines have none.
struct LineRecords: RecordSplitter {
  private let limit: Int
  private let form: LineForm
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 0
  private var isFirst = true
  private var isFinished = false
  private var columns: TextColumns?
  private var names: [String] = []

  /// The lines that show where columns are.
  private static let sample = 200

  /// - Parameter limit: the maximum length of a line, in bytes.
  init(limit: Int, form: LineForm = .text) {
    self.limit = limit
    self.form = form
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
    columns = nil
  }

  mutating func next() throws -> Record? {
    while true {
      if form == .columns, columns == nil, !findColumns() { return nil }
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
      guard !text.isEmpty, let bytes = object(of: text) else { continue }
      return Record(bytes: bytes, position: position, isUTF8: TextEncoding.isValid(text))
    }
  }

  /// Finds the columns by the lines that are there. Returns whether one is below the header.
  private mutating func findColumns() -> Bool {
    var lines = buffer[start...].split(separator: 0x0A, maxSplits: Self.sample)
    if !isFinished, !lines.isEmpty, lines.count <= Self.sample, buffer.last != 0x0A { lines.removeLast() }
    guard isFinished || lines.count > 1 else { return false }
    let texts = lines.prefix(Self.sample).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    columns = TextColumns(texts) ?? TextColumns(single: texts.first ?? "")
    names = TableShape.distinct(columns?.names ?? [])
    return true
  }

  /// Returns the record of a line; nil for a header and for a line without pairs.
  private mutating func object(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    var members: [(name: String, value: String)]
    switch form {
    case .text: members = [("text", text)]
    case .pairs: members = LineForm.pairs(in: text)
    case .columns:
      guard let cells = columns?.cells(of: text), cells != columns?.names else { return nil }
      members = Array(zip(names, cells))
    }
    guard !members.isEmpty else { return nil }
    var writer = JSONWriter()
    writer.object { writer in
      if form == .text {
        writer.name("line")
        writer.integer(line)
      }
      for (name, value) in members {
        writer.name(escaping: name)
        writer.string(value)
      }
    }
    return writer.bytes
  }
}
