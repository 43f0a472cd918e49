/// Printable ASCII inside of a text that has other scalars, too, as far as it is decided by itself: it begins and ends with
/// ink, and nothing behind it joins its last cluster. Found eight bytes at a time.
struct ASCIIStretch {
  /// Where it ends.
  let end: Int
  /// How many of its bytes are no spaces.
  let inkCount: Int

  /// Finds the stretch of which `start` is the first byte; it is that byte alone where there is none.
  ///
  /// Where lines may end, what its first and last byte are must decide what is between them and what is around them: in
  /// front of it alphabetic or numeric (which is for the caller to see), at its end a letter or a digit, or the end of the
  /// text.
  ///
  /// - Parameter columns: the columns of ink that are wanted; it goes not much further.
  init(in text: UnsafeBufferPointer<UInt8>, from start: Int, columns: Int, hasBreaks: Bool) {
    let length = min(Mark.maximumByteCount, max(16, columns &+ columns &>> 2))
    let limit = min(text.count, start &+ length)
    var (end, spaceCount) = Self.scan(text, from: start &+ 1, limit)
    if end < text.count {
      if text[end] >= 0x80 {
        // It may join the byte in front of it.
        end &-= 1
        if text[end] == 0x20 { spaceCount &-= 1 }
      }
      while end > start &+ 1, !Self.decides(text[end &- 1], hasBreaks) {
        end &-= 1
        if text[end] == 0x20 { spaceCount &-= 1 }
      }
    } else {
      while text[end &- 1] == 0x20 {
        end &-= 1
        spaceCount &-= 1
      }
    }
    self.end = end
    inkCount = end &- start &- spaceCount
  }

  /// Its mark.
  @inline(__always)
  func mark(from start: Int, hasBreaks: Bool) -> UInt32 {
    UInt32(truncatingIfNeeded: end &- start) | Mark.stretchBits | 1 &<< Mark.runAdvanceShift
      | (hasBreaks ? Mark.innerBreakBit : 0)
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
