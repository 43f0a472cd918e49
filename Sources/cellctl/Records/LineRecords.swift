import CellProtocol

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

  /// Returns the names of the columns of a table that programs print: in capitals, and separated by
  /// blanks. Nil for other lines.
  static func columns(of lines: some Collection<ArraySlice<UInt8>>) -> [String]? {
    let lines = lines.map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
    guard lines.count >= 2, let header = lines.first, header.uppercased() == header,
      header.contains(where: \.isLetter)
    else { return nil }
    let names = cells(of: header, count: nil)
    guard names.count >= 2 else { return nil }
    return lines.dropFirst().allSatisfy { cells(of: $0, count: names.count).count >= names.count - 1 }
      ? names : nil
  }

  /// Returns the cells of a line, which two blanks separate. If there are fewer than `count`, one
  /// blank separates them, and the last cell has the rest.
  static func cells(of line: String, count: Int?) -> [String] {
    var cells: [String] = []
    var rest = line.trimmingBlanks[...]
    while !rest.isEmpty {
      var end = rest.startIndex
      while end < rest.endIndex, !rest[end...].hasPrefix("  "), rest[end] != "\t" {
        end = rest.index(after: end)
      }
      cells.append(String(rest[..<end]).trimmingBlanks)
      rest = rest[end...].drop { $0 == " " || $0 == "\t" }
    }
    let isTight = count.map { cells.count != $0 } ?? (cells.count == 1)
    guard isTight else { return cells }
    return line.split(maxSplits: (count ?? 1000) - 1, omittingEmptySubsequences: true) {
      $0 == " " || $0 == "\t"
    }
    .map { String($0).trimmingBlanks }
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
  /// The names of the columns.
  private var names: [String] = []

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
    names = []
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
      guard !text.isEmpty, let bytes = object(of: text) else { continue }
      return Record(bytes: bytes, position: position, isUTF8: TextEncoding.isValid(text))
    }
  }

  /// Returns the record of a line; nil for a header and for a line without pairs.
  private mutating func object(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    var members: [(name: String, value: String)]
    switch form {
    case .text: members = [("text", text)]
    case .pairs: members = LineForm.pairs(in: text)
    case .columns:
      guard !names.isEmpty else {
        names = TableShape.distinct(LineForm.cells(of: text, count: nil))
        return nil
      }
      members = Array(zip(names, LineForm.cells(of: text, count: names.count)))
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
