import Glibc

/// A record of the input: the text of a JSON value, and its position.
struct Record {
  /// The JSON text, without white space around it.
  var bytes: [UInt8]
  var position: RecordPosition
}

/// The position of a record in the input. Messages name its line. Elements of an array can share a
/// line, so they have a number too: `record 2, line 3`.
struct RecordPosition: CustomStringConvertible {
  /// The number of its first line, from 1.
  var line: Int
  /// The number of the element in its array, from 1; nil outside an array.
  var element: Int?

  var description: String { element.map { "record \($0), line \(line)" } ?? "line \(line)" }
}

/// Cuts input into records without parsing them: one per line (NDJSON), or the elements of one JSON
/// array with any line breaks. The first byte decides which.
///
/// Bytes can come in pieces of any size. A record is not necessarily valid JSON.
struct RecordSplitter {
  /// The maximum length of a record, in bytes.
  let limit: Int

  private enum Form {
    case undecided, lines, array, afterArray
  }

  private var form = Form.undecided
  private var buffer: [UInt8] = []
  /// The index of the first byte of the record that is not complete yet.
  private var start = 0
  /// The index of the first byte that was not scanned yet.
  private var scanned = 0
  private var line = 1
  private var isFinished = false

  // Only for the array form.
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

  /// Marks the end of the input.
  mutating func finish() {
    isFinished = true
  }

  /// Returns the next complete record, or nil if more bytes are needed or the input is at its end.
  /// - Throws: `Failure` with status `badData` that names the line.
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

  private mutating func decide() {
    // A byte order mark is not part of the data.
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
      if !text.isEmpty { return Record(bytes: Array(buffer[text]), position: RecordPosition(line: found)) }
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
      throw Failure(.badData, "line \(line): the array is not closed; add the missing ']'")
    }
    return nil
  }

  /// Ends the element before a comma or the closing bracket at `scanned`.
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
    return Record(bytes: Array(buffer[text]), position: RecordPosition(line: found, element: elementsSeen))
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
        throw Failure(.badData, "line \(line): unexpected text after the end of the array")
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
