import CellEngine
import CellWire

/// Writes the rows of an answer up to its limit.
struct RowsWriter {
  private let request: RowRequest
  private let unit: LengthUnit
  /// The position of the first row in the JSON.
  private let start: Int
  private var isEmpty = true
  /// Bytes of the ids that are missing.
  private var missingBytes = 0
  /// The tags of the keys of the rows, if the request wants them.
  private(set) var tags: Set<UInt64> = []
  /// The ids of the rows, if the request wants tags and has a span.
  private(set) var ids: [String] = []
  private let wantsIDs: Bool
  /// A hash of the rows and their positions, if the request wants tags.
  private(set) var shape = Hasher()
  /// Whether a row was written that the client does not have.
  private(set) var hasNewRows = false

  init(_ request: RowRequest, _ unit: LengthUnit, at start: Int) {
    self.request = request
    self.unit = unit
    self.start = start
    wantsIDs = request.wantsTags && request.hasSpan
  }

  var form: RowForm { request.form }

  /// Adds the row at `offset` of a chunk. `rendered` are the chunk's rows in the form. Returns
  /// false if the row exceeds the limit; the first row never does.
  mutating func add(
    _ known: ChunkRows, _ rendered: [RenderedRow?]?, _ offset: Int, index: Int, y: Int,
    to json: inout JSONWriter
  ) -> Bool {
    let chunk = known.chunk
    let key = chunk.key(offset)
    let mark = json.mark
    let isKnown = request.knows(key, changed: chunk.revision(offset))
    if isKnown {
      json.same(
        id: chunk.packed(offset).id, index: index, y: y, height: Int(known.heights[offset]), unit)
    } else if let row = rendered?[offset] {
      json.row(row, index: index, y: y, unit)
    }
    if json.bytes.count - start + missingBytes > request.limit, !isEmpty {
      json.rewind(to: mark)
      return false
    }
    isEmpty = false
    if !isKnown { hasNewRows = true }
    if request.wantsTags {
      tags.insert(key.tag)
      shape.combine(key.tag)
      shape.combine(index)
      shape.combine(y)
      shape.combine(known.heights[offset])
      if wantsIDs { ids.append(chunk.packed(offset).id) }
    }
    return true
  }

  /// Adds consecutive rows of a chunk in columns at once: as many as are rendered and certainly
  /// within the limit. Use ``add(_:_:_:index:y:to:)`` for the rest. The first row has the index
  /// `index`.
  ///
  /// - Returns: the number of rows that were added. Their heights are added to `y`.
  mutating func addRun(
    _ known: ChunkRows, _ rendered: [RenderedRow?]?, _ offsets: Range<Int>, index: Int, y: inout Int,
    to json: inout JSONWriter
  ) -> Int {
    guard unit == .column, case .nothing = request.known, !request.wantsTags, let rendered else { return 0 }
    let room = request.limit - (json.bytes.count - start)
    var size = 0
    var count = 0
    for offset in offsets {
      guard let row = rendered[offset], size + row.bytes.count + RenderedRow.placeSize <= room else { break }
      size += row.bytes.count + RenderedRow.placeSize
      count += 1
    }
    guard count > 0 else { return 0 }
    json.raw(capacity: size) { memory in
      var end = memory
      for step in 0..<count {
        if step > 0 { end = end.put(UInt8(ascii: ",")) }
        let offset = offsets.lowerBound + step
        if let row = rendered[offset] { end = row.write(index: index + step, y: y, to: end) }
        y += Int(known.heights[offset])
      }
      return end - memory
    }
    isEmpty = false
    return count
  }

  /// Adds an unknown id to a reply that has `count` bytes without it. Returns false if it exceeds
  /// the limit.
  mutating func addMissing(_ id: String, beside count: Int, to missing: inout JSONWriter) -> Bool {
    let mark = missing.mark
    missing.string(id)
    if count - start + missing.bytes.count > request.limit, !isEmpty {
      missing.rewind(to: mark)
      return false
    }
    isEmpty = false
    missingBytes = missing.bytes.count
    if request.wantsTags { shape.combine(id) }
    return true
  }
}

extension JSONWriter {
  /// Writes the member `anchor`, with its offset in `unit`.
  mutating func anchor(_ anchor: RowAnchor, _ unit: LengthUnit) {
    name("anchor")
    object { json in
      json.name("id")
      json.string(anchor.id)
      json.name("offset")
      json.length(anchor.offset, in: unit)
      json.name("index")
      json.integer(anchor.index)
    }
  }

  /// Writes a row that the client has.
  fileprivate mutating func same(id: String, index: Int, y: Int, height: Int, _ unit: LengthUnit) {
    beginObject()
    name("id")
    string(id)
    name("index")
    integer(index)
    name("y")
    length(y, in: unit)
    name("height")
    length(height, in: unit)
    name("same")
    bool(true)
    endObject()
  }

  /// Writes a row: its rendered parts, and the two numbers between them.
  fileprivate mutating func row(_ row: RenderedRow, index: Int, y: Int, _ unit: LengthUnit) {
    guard unit == .column else { return pointRow(row, index: index, y: y, unit) }
    raw(capacity: row.bytes.count + RenderedRow.placeSize) { row.write(index: index, y: y, to: $0) - $0 }
  }

  /// Writes a row whose y is in points.
  private mutating func pointRow(_ row: RenderedRow, index: Int, y: Int, _ unit: LengthUnit) {
    var top = JSONWriter(capacity: 16)
    top.length(y, in: unit)
    row.bytes.withUnsafeBytes { json in
      raw(UnsafeRawBufferPointer(rebasing: json[..<row.split]))
      bytes.append(contentsOf: "\(index),\"y\":".utf8)
      bytes.append(contentsOf: top.bytes)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: json[row.split...]))
    }
  }
}

extension RenderedRow {
  /// The maximum number of bytes of index and y, with the name between them and a comma before the
  /// row.
  fileprivate static let placeSize = 48

  /// Writes the row. Returns the position after it.
  fileprivate func write(index: Int, y: Int, to memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    bytes.withUnsafeBytes { json in
      guard let start = json.baseAddress else { return memory }
      memory.copyMemory(from: start, byteCount: split)
      var end = (memory + split).putDigits(index)
      end.copyMemory(from: Self.beforeY.utf8Start, byteCount: Self.beforeY.utf8CodeUnitCount)
      end += Self.beforeY.utf8CodeUnitCount
      end = end.putDigits(y)
      end.copyMemory(from: start + split, byteCount: json.count - split)
      return end + (json.count - split)
    }
  }

  private static let beforeY: StaticString = ",\"y\":"
}

extension UnsafeMutableRawPointer {
  /// Stores a byte. Returns the position after it.
  fileprivate func put(_ byte: UInt8) -> UnsafeMutableRawPointer {
    storeBytes(of: byte, as: UInt8.self)
    return self + 1
  }

  /// Stores the decimal digits of a number of at least 0. Returns the position after them.
  fileprivate func putDigits(_ number: Int) -> UnsafeMutableRawPointer {
    var count = 1
    var bound: UInt = 10
    let number = UInt(bitPattern: number)
    while number >= bound, count < 19 {
      count &+= 1
      bound &*= 10
    }
    var rest = number
    var place = self + count
    repeat {
      place -= 1
      place.storeBytes(of: UInt8(truncatingIfNeeded: rest % 10) | UInt8(ascii: "0"), as: UInt8.self)
      rest /= 10
    } while rest > 0
    return self + count
  }
}
