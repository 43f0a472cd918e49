import CellEngine
import CellProtocol
import CellWire

/// A stream of bytes from a client: lines, JSON, and the values in it.
///
/// The first byte is the size of the pieces of the stream. The second is the maximum length of a
/// line.
struct ProtocolCheck {
  private let stream: UnsafeBufferPointer<UInt8>
  private let split: Int
  private let lineLimit: Int
  private static let depth = 64

  init(_ input: UnsafeBufferPointer<UInt8>) {
    var source = ByteSource(input)
    split = source.byte()
    lineLimit = 4 * source.byte()
    stream = source.rest
  }

  func run() throws(BrokenInvariant) {
    let lines = decoded(inPiecesOf: stream.count)
    try require(lines == decoded(inPiecesOf: 1), "single bytes give other lines")
    try require(lines == decoded(inPiecesOf: 1 + split), "pieces of \(1 + split) bytes give other lines")
    var documents: [JSONDocument] = []
    for line in lines {
      guard let line else { continue }
      try require(!line.isEmpty && line.count <= lineLimit, "a line of \(line.count) bytes")
      if let document = try parse(line) { documents.append(document) }
    }
    for document in documents { try read(document) }
    guard let last = documents.last else { return }
    for document in documents.dropLast() { try patch(document, with: JSON(last.root)) }
  }

  /// The lines; `nil` for a line that was too long.
  private func decoded(inPiecesOf size: Int) -> [[UInt8]?] {
    var decoder = LineDecoder(limit: lineLimit)
    var lines: [[UInt8]?] = []
    func take(_ line: LineDecoder.Line) {
      switch line {
      case .line(let bytes): lines.append(Array(bytes))
      case .tooLong: lines.append(nil)
      }
    }
    for start in stride(from: 0, to: stream.count, by: max(1, size)) {
      let piece = stream[start..<min(stream.count, start + max(1, size))]
      decoder.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: piece)))
      while let line = decoder.next() { take(line) }
    }
    if let line = decoder.finish() { take(line) }
    return lines
  }

  /// The offset of an error is inside of the line. A value is written as it was read.
  private func parse(_ line: [UInt8]) throws(BrokenInvariant) -> JSONDocument? {
    let document: JSONDocument
    do {
      document = try JSONDocument(line, depth: Self.depth)
    } catch {
      try require((0...line.count).contains(error.offset), "a fault at \(error.offset)")
      try require(!error.sentence.isEmpty, "a fault without a sentence")
      return nil
    }
    let value = JSON(document.root)
    do {
      let again = try JSON(parsing: value.text, depth: Self.depth)
      try require(again == value, "\(value.text) comes back as \(again.text)")
    } catch {
      throw BrokenInvariant(description: "\(value.text) is not read again: \(error)")
    }
    return document
  }

  private func read(_ document: JSONDocument) throws(BrokenInvariant) {
    let root = document.root
    defer { withExtendedLifetime(document) {} }
    if case .success(let request) = Request.read(root) {
      do throws(RPCError) {
        try request.known?.description.validate(request.params)
      } catch {
        try require(error.kind == .invalidParams, "\(error.kind) of parameters")
        try speaks(error)
      }
    }
    do throws(RPCError) {
      try check(try CellCodec.read(root))
    } catch {
      try speaks(error)
    }
    do throws(RPCError) {
      try check(try EnvironmentCodec.read(root))
    } catch {
      try speaks(error)
    }
  }

  /// A valid cell is the same after a round trip through JSON, and through the packed form of
  /// sessions.
  private func check(_ cell: Cell) throws(RPCError) {
    var writer = JSONWriter()
    CellCodec.write(cell, to: &writer)
    guard let document = try? JSONDocument(writer.bytes, depth: 2 * Self.depth) else {
      throw .internalError(
        "what is written of a cell is no JSON: \(String(decoding: writer.bytes, as: UTF8.self))")
    }
    let again = try document.withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    guard again == cell else { throw .internalError("\(cell) comes back as \(again)") }
    let packed = CellRecord(cell)
    let state = CellState(of: cell)
    guard packed.id == cell.id, CellRecord(Cell(packed, state: state)) == packed else {
      throw .internalError("\(cell) is packed as another cell")
    }
    var record = JSONWriter()
    CellCodec.write(packed, state, to: &record)
    let unpacked = try? JSONDocument(record.bytes, depth: 2 * Self.depth).withRoot {
      (root) throws(RPCError) in try CellCodec.read(root)
    }
    guard let unpacked, CellRecord(unpacked) == packed, CellState(of: unpacked) == state else {
      throw .internalError("\(cell) is written as \(String(decoding: record.bytes, as: UTF8.self))")
    }
  }

  private func check(_ environment: Environment) throws(RPCError) {
    var writer = JSONWriter()
    EnvironmentCodec.write(environment, to: &writer)
    guard let document = try? JSONDocument(writer.bytes, depth: Self.depth) else {
      throw .internalError("what is written of an environment is no JSON")
    }
    let again = try document.withRoot { (root) throws(RPCError) in try EnvironmentCodec.read(root) }
    guard again == environment else { throw .internalError("\(environment) comes back as \(again)") }
    do {
      _ = try Style(environment)
    } catch {
      throw .unsupported(error)
    }
  }

  private func patch(_ document: JSONDocument, with patch: JSON) throws(BrokenInvariant) {
    defer { withExtendedLifetime(document) {} }
    guard let cell = try? CellCodec.read(document.root) else { return }
    do throws(RPCError) {
      var decoder = RecordDecoder()
      try CellCodec.read(CellRecord(cell), CellState(of: cell), with: patch, into: &decoder)
      let patched = Cell(decoder.record(), state: decoder.state)
      guard patched.id == cell.id else { throw .internalError("a patch changes the id") }
      try check(patched)
    } catch {
      try speaks(error)
    }
  }

  /// An error is not an internal one, and has a sentence. Its path is empty or starts with a slash.
  private func speaks(_ error: RPCError) throws(BrokenInvariant) {
    try require(error.kind != .internalError, error.message)
    try require(!error.message.isEmpty, "an error without a sentence")
    let path = error.path ?? ""
    try require(path.isEmpty || path.utf8.first == UInt8(ascii: "/"), "the path \(path)")
  }
}
