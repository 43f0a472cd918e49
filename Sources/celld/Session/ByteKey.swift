/// An id or a name as indexes see it: 128 bits of keyed hash over its UTF-8 bytes.
///
/// Two keys are equal exactly when the bytes are equal: `String` would call canonically equivalent ids equal,
/// and would cost an allocation per cell. The hash is SipHash under a key drawn at start-up, so no client can
/// make two ids collide.
struct ByteKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The key of an id.
  init(_ id: String) {
    var id = id
    self = id.withUTF8 { ByteKey(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The key of the id that these bytes spell.
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

  /// Half of the key, for places where 64 bits are enough because a mistake costs only work.
  var tag: UInt64 { low }

  static func == (left: ByteKey, right: ByteKey) -> Bool {
    left.low == right.low && left.high == right.high
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }
}
