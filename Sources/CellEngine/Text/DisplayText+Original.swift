extension DisplayText {
  /// Where a range of the display text of `original` comes from: the bytes of `original` that it stands for.
  ///
  /// What to display is found front to back, so a prefix of the original gives a prefix of the display text, and
  /// the place is found by halving.
  static func originalRange(of range: Range<Int>, in original: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = originalOffset(of: range.lowerBound, in: original)
    return start..<max(start, originalOffset(of: range.upperBound, in: original))
  }

  private static func originalOffset(of offset: Int, in original: UnsafeBufferPointer<UInt8>) -> Int {
    var low = 0
    var high = original.count
    while low < high {
      let middle = scalarStart((low + high) / 2, in: original)
      let prefix = UnsafeBufferPointer(rebasing: original[..<middle])
      let shown = display(of: prefix)?.count ?? prefix.count
      if shown < offset {
        low = scalarEnd(middle, in: original)
      } else {
        high = middle
      }
    }
    return low
  }

  private static func scalarStart(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = offset
    while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private static func scalarEnd(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = min(offset + 1, bytes.count)
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }
}
