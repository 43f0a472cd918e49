import Glibc

/// One record of the input: the text of a JSON value, and where it stood.
struct Record {
  /// The JSON text, without white space around it.
  var bytes: [UInt8]
  /// Where it stood.
  var place: RecordPlace
}

/// Where a record stands in the input. In messages it is named by its line; in an array, where several may stand on one
/// line, by its number too.
struct RecordPlace: CustomStringConvertible {
  /// The line that it begins on, from 1.
  var line: Int
  /// Which element of the array it is, from 1; nil outside of one.
  var element: Int?

  var description: String { element.map { "record \($0), line \(line)" } ?? "line \(line)" }
}

/// Cuts input into records without reading them: one per line (NDJSON), or the elements of one JSON array,
/// which may stand on any number of lines. Which of the two it is, the first byte says.
///
/// Bytes may come in pieces of any size. Whether a record is JSON at all is for the reader of records to say.
struct RecordSplitter {
  /// A record may not be longer, in bytes.
  let limit: Int

  private enum Form {
    case undecided, lines, array, afterArray
  }

  private var form = Form.undecided
  private var buffer: [UInt8] = []
  /// Where the record begins that is not complete yet.
  private var start = 0
  /// Up to where it was looked at.
  private var scanned = 0
  private var line = 1
  private var isFinished = false

  // Of the array form only.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var elementLine: Int?
  private var elementsSeen = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds bytes of the input.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Says that nothing more will come.
  mutating func finish() {
    isFinished = true
  }

  /// The next complete record, or nil where more bytes are needed or the input is at its end.
  /// - Throws: `Failure` with status `badData`; it names the line.
  mutating func next() throws -> Record? {
    if form == .undecided { decide() }
    switch form {
    case .undecided: return nil
    case .lines: return try nextLine()
    case .array: return try nextElement()
    case .afterArray:
      try requireOnlySpace()
      return nil
    }
  }

  /// Whether the bytes so far are the elements of an array.
  var isArray: Bool { form == .array || form == .afterArray }

  private mutating func decide() {
    // A byte order mark is no part of the data.
    if start == 0, scanned == 0, buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
      scanned = 3
    }
    while scanned < buffer.count {
      let byte = buffer[scanned]
      guard isSpace(byte) else {
        form = byte == UInt8(ascii: "[") ? .array : .lines
        if form == .array { scanned += 1 }
        start = scanned
        return
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      scanned += 1
      start = scanned
    }
  }

  private mutating func nextLine() throws -> Record? {
    while true {
      let end: Int
      if let feed = lineFeed(from: scanned) {
        end = feed
        scanned = feed + 1
      } else if isFinished, start < buffer.count {
        end = buffer.count
        scanned = end
      } else {
        scanned = buffer.count
        try requireWithinLimit(scanned - start, line: line)
        return nil
      }
      let text = trimmed(start..<end)
      let found = line
      start = scanned
      line += 1
      try requireWithinLimit(text.count, line: found)
      if !text.isEmpty { return Record(bytes: Array(buffer[text]), place: RecordPlace(line: found)) }
    }
  }

  private func lineFeed(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      return memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func nextElement() throws -> Record? {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      defer {
        if byte == UInt8(ascii: "\n") { line += 1 }
        scanned += 1
      }
      if isInString {
        skipInString(byte)
        continue
      }
      if elementLine == nil, !isSpace(byte), byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
        elementLine = line
        start = scanned
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "]") where depth > 0: depth -= 1
      case UInt8(ascii: "]"):
        if let record = try endElement(with: byte) { return record }
      case UInt8(ascii: ",") where depth == 0:
        if let record = try endElement(with: byte) { return record }
      default: break
      }
    }
    try requireWithinLimit(elementLine == nil ? 0 : scanned - start, line: elementLine ?? line)
    if isFinished {
      throw Failure(.badData, "line \(line): the array is not closed; its ']' is missing")
    }
    return nil
  }

  /// Ends the element that stands before a comma or the closing bracket at `scanned`.
  private mutating func endElement(with byte: UInt8) throws -> Record? {
    let isClosing = byte == UInt8(ascii: "]")
    if isClosing { form = .afterArray }
    guard let found = elementLine else {
      if isClosing, elementsSeen == 0 { return nil }
      throw Failure(.badData, "line \(line): a record is missing before '\(UnicodeScalar(byte))'")
    }
    elementsSeen += 1
    elementLine = nil
    let text = trimmed(start..<scanned)
    start = scanned + 1
    try requireWithinLimit(text.count, line: found)
    return Record(bytes: Array(buffer[text]), place: RecordPlace(line: found, element: elementsSeen))
  }

  private mutating func skipInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  private mutating func requireOnlySpace() throws {
    while scanned < buffer.count {
      let byte = buffer[scanned]
      guard isSpace(byte) else {
        throw Failure(.badData, "line \(line): there is text after the end of the array")
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      scanned += 1
      start = scanned
    }
  }

  private func requireWithinLimit(_ count: Int, line: Int) throws {
    guard count <= limit else {
      throw Failure(.badData, "line \(line): the record is longer than \(limit) bytes")
    }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, isSpace(buffer[first]) { range = range.dropFirst() }
    while let last = range.last, isSpace(buffer[last]) { range = range.dropLast() }
    return range
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C
  }
}
