import Glibc

/// Cuts JSON texts into records without parsing them: the elements of an array, and the documents
/// outside of arrays. There can be any number of documents, with any line breaks.
///
/// If the first document ends on its own line, lines bound the records (NDJSON). A line can have
/// several documents. Only a line whose last bracket is open goes on in the next one, so a broken
/// record does not reach into the next one. A record is not necessarily valid JSON.
///
/// Byte order marks and the record separators of RFC 7464 are like white space between documents.
/// A record separator ends a document that is cut off.
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
  /// The form after a document: `between` or `lines`.
  private var outside = Form.between
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

  /// The brackets and strings that are open in the record.
  private var nesting = Nesting()
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
    (form, outside) = (.between, .between)
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
        guard form != .lines else { return nil }
      case .document:
        return try nextDocument()
      case .array:
        if let record = try nextElement() { return record }
        guard form != .array else { return nil }
      }
    }
  }

  // MARK: Documents

  /// Skips what is between documents.
  /// - Returns: whether something follows.
  private mutating func skipSpace() -> Bool {
    while scanned < buffer.count, let length = separatorLength(at: scanned) {
      for _ in 0..<length { advance() }
    }
    start = scanned
    // The other bytes of a byte order mark may follow.
    if !isFinished, TextEncoding.mark.starts(with: buffer[scanned...]) { return false }
    return scanned < buffer.count
  }

  /// The bytes of the white space, record separator or byte order mark at an index; nil for others.
  private func separatorLength(at index: Int) -> Int? {
    if buffer[index].isJSONSpace || buffer[index] == Self.recordSeparator { return 1 }
    return buffer[index...].starts(with: TextEncoding.mark) ? TextEncoding.mark.count : nil
  }

  private func endOfSeparators(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, let length = separatorLength(at: index) { index += length }
    return index
  }

  /// The byte before each text of a sequence (RFC 7464). No JSON text has it.
  private static let recordSeparator: UInt8 = 0x1E

  private mutating func advance() {
    if buffer[scanned] == 0x0A {
      line += 1
      lineStart = scanned + 1
    }
    scanned += 1
  }

  private mutating func begin() throws {
    nesting = Nesting()
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
    form = .document
  }

  /// Returns the document when it is complete.
  private mutating func nextDocument() throws -> Record? {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      if byte == Self.recordSeparator { return try endDocument(through: scanned) }
      if nesting.take(byte), nesting.depth <= 0 {
        if Self.isClosing(byte) { return try endDocument(through: scanned + 1) }
        // A document without brackets, such as a number, ends with its line.
        if byte == 0x0A { return try endDocument(through: scanned) }
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
    let bytes = Array(buffer[trimmed(start..<end)])
    start = end
    if isFirst {
      isFirst = false
      if found.line == line {
        outside = .lines
        if noun == "record" { found.number = nil }
      }
    }
    form = outside
    if noun != "record" { found.line = nil }
    return Record(bytes: bytes, position: found)
  }

  // MARK: Lines of records

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
      var text = trimmed(start..<end)
      text = endOfSeparators(from: text.lowerBound, to: text.upperBound)..<text.upperBound
      switch shape(of: text, lineEnd: end) {
      case .line: break
      case .documents:
        scanned = text.lowerBound
        start = scanned
        try begin()
        return try form == .array ? nextElement() : nextDocument()
      case .unknown:
        try requireWithinLimit(buffer.count - start)
        return nil
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

  private enum LineShape {
    /// A single record, which may be broken.
    case line
    /// Its first document ends before its end, is an array of records, or goes on in the next line.
    case documents
    /// The next line decides it.
    case unknown
  }

  private func shape(of text: Range<Int>, lineEnd: Int) -> LineShape {
    guard let first = text.first.map({ buffer[$0] }), let last = text.last.map({ buffer[$0] }),
      Self.isOpening(first)
    else { return .line }
    let isArray = splitsArrays && first == UInt8(ascii: "[")
    // Most lines are one object. They are not read byte by byte.
    guard isArray || !Self.isClosing(last) || hasSecondDocument(text) else { return .line }
    var (nesting, index) = (Nesting(), text.lowerBound)
    while index < text.upperBound, buffer[index] != Self.recordSeparator {
      _ = nesting.take(buffer[index])
      index += 1
      guard nesting.depth > 0 else {
        let rest = endOfSeparators(from: index, to: text.upperBound)
        guard rest < text.upperBound else { return rest > index || isArray ? .documents : .line }
        // Other text after it is part of a broken record.
        let isSeparated = buffer[index..<rest].contains(Self.recordSeparator)
        return isSeparated || Self.isOpening(buffer[rest]) ? .documents : .line
      }
    }
    if index < text.upperBound { return .documents }
    return nesting.isInString ? .line : shape(ofOpenLine: last, end: lineEnd)
  }

  /// The shape of a line that ends outside of strings, with an open bracket. An unindented object
  /// or array in the next line is another record, and this one is cut off.
  private func shape(ofOpenLine last: UInt8, end: Int) -> LineShape {
    guard let next = buffer[min(end, buffer.count)...].firstIndex(where: { !$0.isJSONSpace }) else {
      return isFinished ? .line : .unknown
    }
    if [",", ":", "}", "]"].contains(UnicodeScalar(buffer[next])) { return .documents }
    guard ["{", "[", ",", ":"].contains(UnicodeScalar(last)) else { return .line }
    return Self.isOpening(buffer[next]) && buffer[next - 1] == 0x0A ? .line : .documents
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// Whether a bracket opens right after another one was closed, which no document has.
  private func hasSecondDocument(_ text: Range<Int>) -> Bool {
    [UInt8(ascii: "{"), UInt8(ascii: "[")].contains { bracket in
      var place = text.lowerBound
      while let found = index(of: bracket, from: place + 1, to: text.upperBound) {
        let before = buffer[text.lowerBound..<found].last { !$0.isJSONSpace } ?? bracket
        let separators = [UInt8(ascii: "}"), UInt8(ascii: "]"), Self.recordSeparator, TextEncoding.mark[2]]
        if separators.contains(before) { return true }
        place = found
      }
      return false
    }
  }

  private func lineFeed(from start: Int) -> Int? { index(of: 0x0A, from: start, to: buffer.count) }

  private func index(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < end else { return nil }
      return memchr(base + start, Int32(byte), end - start).map { UnsafeRawPointer($0) - base }
    }
  }

  // MARK: Elements of an array

  private mutating func nextElement() throws -> Record? {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      defer { advance() }
      if position == nil, !byte.isJSONSpace, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
        position = RecordPosition(
          line: noun == "record" ? line : nil, column: scanned - lineStart, number: count + 1, noun: noun)
        start = scanned
        nesting = Nesting()
      }
      let before = nesting.depth
      guard nesting.take(byte), before <= 0 else { continue }
      switch byte {
      case UInt8(ascii: "]"):
        form = outside
        return try endElement(before: byte)
      case UInt8(ascii: ","):
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
    let text = trimmed(start..<scanned)
    start = scanned + 1
    guard text.count <= limit else { throw InputLimits.tooLong(found, limit: limit) }
    return Record(bytes: Array(buffer[text]), position: found, isElement: true)
  }

  // MARK: Parts

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

/// The brackets and strings that are open in a JSON text, up to a byte.
private struct Nesting {
  private(set) var depth = 0
  private(set) var isInString = false
  private var isEscaped = false

  /// Takes the next byte.
  /// - Returns: whether it is outside of strings.
  @inline(__always) mutating func take(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
    return true
  }
}
