/// The fields of a record, without a reference to it. It is valid as long as the record.
///
/// A thread that counts references writes to each record that it reads. Benchmarks/NOTES.md, "Views
/// with an order of their own", has the time.
public struct RecordContent {
  let fields: UnsafeBufferPointer<UInt8>
  /// The bytes of the field at the end, if it is `data` and has a length that is known.
  private let lastBytes: Int
  /// Whether the cell is an object.
  let isObject: Bool

  @inline(__always)
  init(fields: UnsafePointer<UInt8>, _ size: RecordSize, isObject: Bool) {
    self.fields = UnsafeBufferPointer(start: fields, count: size.count)
    lastBytes = size.dataBytes
    self.isObject = isObject
  }

  /// The last fields: `data` if it is known where it begins, else all.
  var lastFields: UnsafeBufferPointer<UInt8> {
    @inline(__always) get {
      guard lastBytes > 0, let start = fields.baseAddress else { return fields }
      return UnsafeBufferPointer(start: start + (fields.count &- lastBytes), count: lastBytes)
    }
  }

  /// The memory of all fields.
  public var memory: UnsafeRawBufferPointer {
    @inline(__always) get { UnsafeRawBufferPointer(fields) }
  }

  /// The memory that has `data`, if the record has it.
  public var dataMemory: UnsafeRawBufferPointer {
    @inline(__always) get { UnsafeRawBufferPointer(lastFields) }
  }
}

/// The number of bytes of a record, and of its last field if that is `data`, in four bytes.
///
/// Orders often read nothing but `data`. They find it without the fields before it, which are in
/// other lines of the cache.
struct RecordSize {
  // The highest bit: only a count. Else 11 bits of `data`, and 20 bits of the count.
  private let bits: UInt32

  private static let onlyCount: UInt32 = 1 << 31
  private static let countBits: UInt32 = 20
  private static let countLimit = 1 << 20
  private static let dataLimit = 1 << 11

  /// - Parameter dataBytes: the bytes of the field of `data` at the end; 0 without it.
  init(count: Int, dataBytes: Int) {
    if count < Self.countLimit {
      bits = UInt32(dataBytes < Self.dataLimit ? dataBytes : 0) << Self.countBits | UInt32(count)
    } else {
      bits = UInt32(count) | Self.onlyCount
    }
  }

  /// The bytes of all fields.
  var count: Int {
    @inline(__always) get {
      Int(bits & (bits & Self.onlyCount == 0 ? UInt32(Self.countLimit) - 1 : Self.onlyCount - 1))
    }
  }

  /// The bytes of the field of `data`; 0 if there is none, or if it is long.
  var dataBytes: Int {
    @inline(__always) get { bits & Self.onlyCount == 0 ? Int(bits >> Self.countBits) : 0 }
  }
}
