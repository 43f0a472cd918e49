import Glibc

/// Cuts JSON texts into records without parsing them: the elements of an array, and the documents
/// outside of arrays. There can be any number of documents, with any line breaks.
///
/// If the first document ends on its own line, there is one record per line (NDJSON), until a line
/// has only opening brackets. Lines keep a broken record from reaching into the next one.
/// A record is not necessarily valid JSON.
struct JSONRecords: RecordSplitter {
  private enum Form {
    /// Before a document. In `lines`, one ends with its line.
    case between, lines
    /// In a document, and in an array whose elements are records.
    case document, array
  }

  private let limit: Int
  private let splitsArrays: Bool
  private let noun: String
  private var form = Form.between
  private var isFirst = true
  private var isFinished = false

  private var buffer: [UInt8] = []
  /// The index of the first byte of the record that is not complete yet.
  private var start = 0
  /// The index of the first byte that was not scanned yet.
  private var scanned = 0
  private var line = 1
  /// The index of the first byte of the line; negative if it is not in the buffer any more.
  private var lineStart = 0

  /// The brackets that are open in the record.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The position of the record that is not complete yet.
  private var position: RecordPosition?
  /// The number of records in documents and arrays.
  private var count = 0
  /// Whether a comma or an opening bracket came last in an array.
  private var needsElement = false
  private var elementsSeen = 0

  /// - Parameters:
  ///   - limit: the maximum length of a record, in bytes.
  ///   - splitsArrays: whether elements of an array are records. If not, the array is one.
  ///   - noun: the name of a record in messages.
  init(limit: Int, splitsArrays: Bool = true, noun: String = "record") {
    self.limit = limit
    self.splitsArrays = splitsArrays
    self.noun = noun
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      scanned -= start
      lineStart -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  mutating func finish() {
    isFinished = true
  }

  mutating func startFile() {
    if let last = buffer.last, last != 0x0A { line += 1 }
    buffer = []
    (start, scanned, lineStart) = (0, 0, 0)
    form = .between
    isFirst = true
    isFinished = false
  }

  mutating func next() throws -> Record? {
    while true {
      switch form {
      case .between:
        guard skipSpace() else { return nil }
        try begin()
      case .lines:
        if let record = try nextLine() { return record }
        guard form == .document else { return nil }
      case .document:
        return try nextDocument()
      case .array:
        if let record = try nextElement() { return record }
        guard form == .between else { return nil }
      }
    }
  }

  // MARK: Documents

  /// Skips white space, and a byte order mark at the start.
  /// - Returns: whether something follows.
  private mutating func skipSpace() -> Bool {
    if isFirst, scanned == 0, start == 0 {
      let mark = TextEncoding.mark
      if buffer.starts(with: mark) { scanned = 3 }
      if !isFinished, buffer.count < 3, mark.starts(with: buffer) { return false }
    }
    while scanned < buffer.count, buffer[scanned].isJSONSpace { advance() }
    start = scanned
    return scanned < buffer.count
  }

  private mutating func advance() {
    if buffer[scanned] == 0x0A {
      line += 1
      lineStart = scanned + 1
    }
    scanned += 1
  }

  private mutating func begin() throws {
    if splitsArrays, buffer[scanned] == UInt8(ascii: "[") {
      scanned += 1
      start = scanned
      needsElement = false
      elementsSeen = 0
      isFirst = false
      form = .array
      return
    }
    count += 1
    position = RecordPosition(line: line, column: start - lineStart, number: count, noun: noun)
    depth = 0
    form = .document
  }

  /// Returns the document when it is complete.
  private mutating func nextDocument() throws -> Record? {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      if isInString {
        skipInString(byte)
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth <= 0 { return try endDocument(through: scanned + 1) }
        // A document without brackets, such as a number, ends with its line.
        case 0x0A where depth == 0: return try endDocument(through: scanned)
        default: break
        }
      }
      advance()
    }
    if isFinished { return try endDocument(through: buffer.count) }
    try requireWithinLimit(scanned - start)
    return nil
  }

  private mutating func endDocument(through end: Int) throws -> Record? {
    scanned = end
    try requireWithinLimit(end - start)
    guard var found = position else { return nil }
    position = nil
    isInString = false
    isEscaped = false
    form = .between
    let bytes = Array(buffer[trimmed(start..<end)])
    start = end
    if isFirst {
      isFirst = false
      if found.line == line {
        form = .lines
        if noun == "record" { found.number = nil }
      }
    }
    if noun != "record" { found.line = nil }
    return Record(bytes: bytes, position: found)
  }

  // MARK: One record per line

  private mutating func nextLine() throws -> Record? {
    while true {
      let end: Int
      if let feed = lineFeed(from: scanned) {
        end = feed
      } else if isFinished, start < buffer.count {
        end = buffer.count
      } else {
        scanned = buffer.count
        try requireWithinLimit(scanned - start)
        return nil
      }
      let text = trimmed(start..<end)
      if opensDocument(text) {
        scanned = text.lowerBound
        start = scanned
        form = .between
        try begin()
        return try form == .array ? nextElement() : nextDocument()
      }
      let found = RecordPosition(
        line: noun == "record" ? line : nil, column: text.lowerBound - lineStart,
        number: noun == "record" ? nil : line, noun: noun)
      scanned = min(end + 1, buffer.count)
      start = scanned
      if end < scanned { line += 1 }
      lineStart = scanned
      guard text.count <= limit else { throw InputLimits.tooLong(found, limit: limit) }
      guard !text.isEmpty else { continue }
      count += 1
      return Record(bytes: Array(buffer[text]), position: found)
    }
  }

  /// Whether the line has only opening brackets, so that a document follows that is longer than a
  /// line.
  private func opensDocument(_ text: Range<Int>) -> Bool {
    guard !text.isEmpty, text.count <= 64 else { return false }
    return buffer[text].allSatisfy { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") || $0.isJSONSpace }
  }

  private func lineFeed(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      return memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }

  // MARK: Elements of an array

  private mutating func nextElement() throws -> Record? {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      defer { advance() }
      if isInString {
        skipInString(byte)
        continue
      }
      if position == nil, !byte.isJSONSpace, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
        position = RecordPosition(
          line: noun == "record" ? line : nil, column: scanned - lineStart, number: count + 1, noun: noun)
        start = scanned
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "]") where depth > 0: depth -= 1
      case UInt8(ascii: "]"):
        form = .between
        return try endElement(before: byte)
      case UInt8(ascii: ",") where depth <= 0:
        if let record = try endElement(before: byte) { return record }
      default: break
      }
    }
    try requireWithinLimit(position == nil ? 0 : scanned - start)
    if isFinished {
      throw Failure(.badData, "line \(line): the array is not closed; add the missing ']'")
    }
    return nil
  }

  /// Ends the element before a comma or the closing bracket at `scanned`.
  private mutating func endElement(before byte: UInt8) throws -> Record? {
    guard let found = position else {
      if byte == UInt8(ascii: "]"), elementsSeen == 0 {
        start = scanned + 1
        return nil
      }
      throw Failure(.badData, "line \(line): a record is missing before '\(UnicodeScalar(byte))'")
    }
    elementsSeen += 1
    count += 1
    position = nil
    depth = 0
    let text = trimmed(start..<scanned)
    start = scanned + 1
    guard text.count <= limit else { throw InputLimits.tooLong(found, limit: limit) }
    return Record(bytes: Array(buffer[text]), position: found, isElement: true)
  }

  // MARK: Parts

  private mutating func skipInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  private func requireWithinLimit(_ count: Int) throws {
    guard count <= limit else {
      throw InputLimits.tooLong(position ?? RecordPosition(line: line), limit: limit)
    }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, buffer[first].isJSONSpace { range = range.dropFirst() }
    while let last = range.last, buffer[last].isJSONSpace { range = range.dropLast() }
    return range
  }
}
