import CellProtocol

/// Writes the rows of an answer up to its limit.
struct RowsWriter {
  private let request: RowRequest
  /// Where the rows begin.
  private let start: Int
  private var isEmpty = true
  /// Bytes of the ids that are missing.
  private var missingBytes = 0
  /// The tags of the keys of the rows, where they are wanted.
  private(set) var tags: Set<UInt64> = []

  init(_ request: RowRequest, at start: Int) {
    self.request = request
    self.start = start
  }

  var form: RowForm { request.form }

  /// Adds the row at `offset` of a chunk, `rendered` being the chunk's rows in the form. `false` where the
  /// limit does not admit it; the first row always is.
  mutating func add(
    _ known: ChunkRows, _ rendered: [RenderedRow?]?, _ offset: Int, index: Int, y: Int,
    to json: inout JSONWriter
  ) -> Bool {
    let chunk = known.chunk
    let key = chunk.key(offset)
    let mark = json.mark
    if request.knows(key, changed: chunk.revision(offset)) {
      json.same(
        id: chunk.entry(offset).packed.id, index: index, y: y, height: Int(known.heights[offset]))
    } else if let row = rendered?[offset] {
      json.row(row, index: index, y: y)
    }
    if json.bytes.count - start + missingBytes > request.limit, !isEmpty {
      json.rewind(to: mark)
      return false
    }
    isEmpty = false
    if request.wantsTags { tags.insert(key.tag) }
    return true
  }

  /// Adds an id that no cell has, the reply having `count` bytes elsewhere. `false` where the limit does not admit it.
  mutating func addMissing(_ id: String, beside count: Int, to missing: inout JSONWriter) -> Bool {
    let mark = missing.mark
    missing.string(id)
    if count - start + missing.bytes.count > request.limit, !isEmpty {
      missing.rewind(to: mark)
      return false
    }
    isEmpty = false
    missingBytes = missing.bytes.count
    return true
  }
}

extension JSONWriter {
  /// A row that the client has.
  fileprivate mutating func same(id: String, index: Int, y: Int, height: Int) {
    beginObject()
    name("id")
    string(id)
    name("index")
    integer(index)
    name("y")
    integer(y)
    name("height")
    integer(height)
    name("same")
    bool(true)
    endObject()
  }

  /// A row from its rendered parts, and what stands between them.
  fileprivate mutating func row(_ row: RenderedRow, index: Int, y: Int) {
    row.bytes.withUnsafeBytes { json in
      raw(UnsafeRawBufferPointer(rebasing: json[..<row.split]))
      bytes.append(decimal: index)
      (",\"y\":" as StaticString).withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(decimal: y)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: json[row.split...]))
    }
  }
}

extension [UInt8] {
  /// Appends a number that is not negative in decimal digits.
  fileprivate mutating func append(decimal value: Int) {
    var digits: UInt64 = 0
    var rest = value
    // Eight digits fit a word; rows beyond that number are rare.
    guard value < 100_000_000 else { return append(contentsOf: String(value).utf8) }
    var count = 0
    repeat {
      digits = digits << 8 | UInt64(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      count += 1
    } while rest > 0
    Swift.withUnsafeBytes(of: digits.littleEndian) { append(contentsOf: $0.prefix(count)) }
  }
}
