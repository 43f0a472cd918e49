/// A set of offsets into one chunk.
struct OffsetSet: Equatable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  /// The offsets of a range within 0..<128.
  init(_ range: Range<Int>) {
    low = Self.bits(range.clamped(to: 0..<64))
    high = Self.bits(max(range.lowerBound - 64, 0)..<max(range.upperBound - 64, 0))
  }

  var isEmpty: Bool { low | high == 0 }
  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  @inline(__always)
  func contains(_ offset: Int) -> Bool {
    (offset < 64 ? low >> UInt64(offset) : high >> UInt64(offset - 64)) & 1 != 0
  }

  /// The number of offsets of the set that are less than `offset`.
  func count(before offset: Int) -> Int {
    guard offset >= 64 else { return (low & ((1 << UInt64(offset)) - 1)).nonzeroBitCount }
    return low.nonzeroBitCount + (high & ((1 << UInt64(offset - 64)) - 1)).nonzeroBitCount
  }

  mutating func insert(_ offset: Int) {
    if offset < 64 { low |= 1 << UInt64(offset) } else { high |= 1 << UInt64(offset - 64) }
  }

  mutating func remove(_ offset: Int) {
    if offset < 64 { low &= ~(1 << UInt64(offset)) } else { high &= ~(1 << UInt64(offset - 64)) }
  }

  /// Inserts or removes an offset.
  mutating func set(_ offset: Int, _ isMember: Bool) {
    if isMember { insert(offset) } else { remove(offset) }
  }

  /// The offsets that are not in `other`.
  func subtracting(_ other: OffsetSet) -> OffsetSet {
    var rest = self
    rest.low &= ~other.low
    rest.high &= ~other.high
    return rest
  }

  /// The offsets that are in either set.
  func union(_ other: OffsetSet) -> OffsetSet {
    var all = self
    all.low |= other.low
    all.high |= other.high
    return all
  }

  private static func bits(_ range: Range<Int>) -> UInt64 {
    guard !range.isEmpty else { return 0 }
    let upTo: UInt64 = range.upperBound >= 64 ? .max : (1 << UInt64(range.upperBound)) - 1
    return upTo & ~((1 << UInt64(range.lowerBound)) - 1)
  }
}
