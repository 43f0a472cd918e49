/// Printable ASCII inside of a text that has other scalars, too, as far as it is decided by itself: it begins and ends with
/// ink, and nothing behind it joins its last cluster. Found eight bytes at a time.
struct ASCIIStretch {
  /// Its mark.
  let mark: UInt32
  /// How many of its bytes are no spaces.
  let inkCount: Int

  /// Passes the stretch of which the scalar in hand is the first byte; `nil` where there is none but that byte.
  ///
  /// Where lines may end, what its first and last byte are must decide what is between them and what is around them: in
  /// front of it alphabetic or numeric (which is for the caller to see), at its end a letter or a digit, or the end of the
  /// text.
  ///
  /// - Parameter columns: the columns of ink that are wanted; it goes not much further.
  @inline(__always)
  init?(_ walk: inout ScalarWalk, columns: Int, hasBreaks: Bool) {
    let start = walk.index
    let (end, inkCount) = Self.find(in: walk.text, from: start, columns: columns, hasBreaks: hasBreaks)
    guard end > start &+ 1 else { return nil }
    self.inkCount = inkCount
    mark =
      UInt32(truncatingIfNeeded: end &- start) | Mark.stretchBits | 1 &<< Mark.runAdvanceShift
      | (hasBreaks ? Mark.innerBreakBit : 0)
    let last = walk.records[walk.data.key(in: walk.text, at: end &- 1).key]
    walk.pass(upTo: end, walk.data.step(0, last))
  }

  /// Where the stretch that begins at `start` ends, and how much of it is ink.
  @inline(never)
  private static func find(
    in text: UnsafeBufferPointer<UInt8>, from start: Int, columns: Int, hasBreaks: Bool
  ) -> (end: Int, inkCount: Int) {
    let length = min(Mark.maximumByteCount, max(16, columns &+ columns &>> 2))
    let limit = min(text.count, start &+ length)
    var (end, spaceCount) = scan(text, from: start &+ 1, limit)
    if end < text.count {
      if text[end] >= 0x80 {
        // It may join the byte in front of it.
        end &-= 1
        if text[end] == 0x20 { spaceCount &-= 1 }
      }
      while end > start &+ 1, !decides(text[end &- 1], hasBreaks) {
        end &-= 1
        if text[end] == 0x20 { spaceCount &-= 1 }
      }
    } else {
      while text[end &- 1] == 0x20 {
        end &-= 1
        spaceCount &-= 1
      }
    }
    return (end, end &- start &- spaceCount)
  }

  /// Whether it can end with such a byte.
  @inline(__always)
  private static func decides(_ byte: UInt8, _ hasBreaks: Bool) -> Bool {
    hasBreaks ? (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 : byte &- 0x21 < 0x5E
  }

  /// Where printable ASCII ends, but not behind `limit`, and how many spaces it has.
  @inline(__always)
  private static func scan(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ limit: Int
  ) -> (end: Int, spaceCount: Int) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    var spaceCount = 0
    let bytes = UnsafeRawBufferPointer(text)
    while index &+ 8 <= limit {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // Right up to the first that is no printable ASCII; a borrow or a carry is behind it.
      let others = (word | (word &- 0x20 &* ones) | (word &+ ones)) & highs
      let letters = word ^ 0x20 &* ones
      var spaces = ~(((letters & ~highs) &+ ~highs) | letters) & highs
      if others != 0 {
        let bits = others.trailingZeroBitCount &- 7
        spaces &= (1 &<< UInt64(bits)) &- 1
        spaceCount &+= Int((spaces &>> 7 &* ones) &>> 56)
        return (index &+ bits &>> 3, spaceCount)
      }
      spaceCount &+= Int((spaces &>> 7 &* ones) &>> 56)
      index &+= 8
    }
    while index < limit, text[index] &- 0x20 < 0x5F {
      if text[index] == 0x20 { spaceCount &+= 1 }
      index &+= 1
    }
    return (index, spaceCount)
  }
}
