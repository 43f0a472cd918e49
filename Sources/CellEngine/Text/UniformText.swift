/// A text without segments, each scalar of which is a cluster with the same advance: lines are
/// found by counting. They may end inside of printable ASCII.
struct UniformText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// At least 1.
  let scalarAdvance: Int32
  let isASCII: Bool
  /// Where the last ink ends.
  let end: Int

  /// The line that begins at `position`, which moves to the beginning of the next line. An
  /// opportunity is found by walking back from the end of the full line.
  @inline(__always)
  func nextLine(from position: inout Int, width: Int32) -> TextLine {
    let start = position
    var line = TextLine(at: Int32(truncatingIfNeeded: start))
    let limit = index(after: start, scalars: count(in: Int(width)), upTo: end)
    // White space after a full line hangs over its end.
    var next = limit
    while next < end, bytes[next] == 0x20 { next &+= 1 }
    if next < end, !(isASCII && next > start && Segmenter.allowsBreak(before: next, in: bytes)) {
      let last = next == limit ? limit &- 1 : limit
      let candidate =
        isASCII ? Segmenter.lastOpportunity(from: start, to: last, in: bytes) : start
      if candidate > start {
        next = candidate
      } else {
        line.breaksWord = true
        if next == start {
          line.skipsCluster = true
          position = index(after: start, scalars: 1, upTo: end)
          return line
        }
      }
    }
    let inkEnd = inkEnd(from: start, to: next)
    line.finish(end: inkEnd, advance: advance(from: start, to: inkEnd))
    position = next
    return line
  }

  /// The end of the text that fits `width` from `start` on, without white space, but not after
  /// `ceiling`.
  func prefixEnd(from start: Int, width: Int, ceiling: Int) -> Int {
    let limit = max(start, min(end, ceiling))
    return inkEnd(from: start, to: index(after: start, scalars: count(in: width), upTo: limit))
  }

  /// The beginning of the end of the text that fits `width`, without white space, but not before
  /// `floor`.
  func suffixStart(width: Int, floor: Int) -> Int {
    var start = end
    if isASCII {
      start = max(floor, end &- count(in: width))
    } else {
      var left = count(in: width)
      while start > floor, left > 0 {
        start &-= 1
        if bytes[start] & 0xC0 != 0x80 { left &-= 1 }
      }
    }
    while start < end, bytes[start] == 0x20 { start &+= 1 }
    return start
  }

  /// The advance of a part of the text.
  @inline(__always)
  func advance(from start: Int, to end: Int) -> Int {
    (isASCII ? end &- start : scalarCount(from: start, to: end)) &* Int(scalarAdvance)
  }

  /// How many scalars fit `width`.
  @inline(__always)
  private func count(in width: Int) -> Int {
    let width = max(0, width)
    return scalarAdvance == 1 ? width : width / Int(scalarAdvance)
  }

  /// Where the spaces before `end` begin, but not before `start`.
  @inline(__always)
  private func inkEnd(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, bytes[end &- 1] == 0x20 { end &-= 1 }
    return end
  }

  /// The index after `count` scalars from `start` on, but not after `end`.
  @inline(__always)
  private func index(after start: Int, scalars count: Int, upTo end: Int) -> Int {
    if isASCII { return count < end &- start ? start &+ count : end }
    return indexBeyondASCII(start, count, end)
  }

  @inline(never)
  private func indexBeyondASCII(_ start: Int, _ count: Int, _ end: Int) -> Int {
    var index = start
    var left = count
    while left >= 8, index &+ 8 <= end {
      left &-= ByteBlock(bytes, at: index).scalarCount
      index &+= 8
    }
    // The last scalar that was counted may have more bytes.
    while index < end, left > 0 || bytes[index] & 0xC0 == 0x80 {
      if bytes[index] & 0xC0 != 0x80 { left &-= 1 }
      index &+= 1
    }
    return index
  }

  @inline(never)
  private func scalarCount(from start: Int, to end: Int) -> Int {
    var index = start
    var count = 0
    while index &+ 8 <= end {
      count &+= ByteBlock(bytes, at: index).scalarCount
      index &+= 8
    }
    while index < end {
      if bytes[index] & 0xC0 != 0x80 { count &+= 1 }
      index &+= 1
    }
    return count
  }
}
