import CellEngine
import CellProtocol

/// The key of an id or a name in indexes: a keyed hash of its UTF-8 bytes, of 128 bits.
///
/// Two keys are equal if and only if the bytes are equal. `String` would treat canonically
/// equivalent ids as equal, and would cost an allocation for each cell. The hash is SipHash with a
/// random key, so clients cannot make ids collide.
struct ByteKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The key of an id.
  init(_ id: String) {
    var id = id
    self = id.withUTF8 { ByteKey(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The key of the id with these bytes.
  init(bytes: UnsafeRawBufferPointer) {
    var first = Hasher()
    first.combine(0 as UInt8)
    first.combine(bytes: bytes)
    var second = Hasher()
    second.combine(1 as UInt8)
    second.combine(bytes: bytes)
    high = UInt64(bitPattern: Int64(first.finalize()))
    low = UInt64(bitPattern: Int64(second.finalize()))
  }

  /// The key of the cell with this note.
  fileprivate init(_ note: RecordNote) {
    high = note.high
    low = note.low
  }

  /// The record of the cell that was read last, whose id has this key.
  func record(of decoder: borrowing RecordDecoder, known: CellRecord?) -> CellRecord {
    decoder.record(high: high, low: low, known: known)
  }

  /// The record of a cell, whose id has this key.
  func record(of cell: Cell) -> CellRecord { CellRecord(cell, high: high, low: low) }

  /// Half of the key, for uses in which a collision only costs work.
  var tag: UInt64 { low }

  static func == (left: ByteKey, right: ByteKey) -> Bool {
    left.low == right.low && left.high == right.high
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }

  /// The hash in a set or dictionary. A key is a random hash already, which is not hashed again.
  func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: low) ^ seed }
}

extension CellRecord {
  /// The key of the cell's id.
  var key: ByteKey { ByteKey(note) }
}
