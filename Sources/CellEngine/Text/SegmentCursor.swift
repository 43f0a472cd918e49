/// A position in the segments of a text, and the advance from the beginning of the line to it.
struct SegmentCursor {
  var index: Int
  var byte: Int
  /// The bytes of the segment at `index` before the position, and their advance.
  var partByteCount: Int
  var partAdvance: Int
  var advance = 0

  @inline(__always)
  init(_ position: TextPosition) {
    index = Int(position.segment)
    byte = Int(position.byte)
    partByteCount = Int(position.partByteCount)
    partAdvance = Int(position.partAdvance)
  }

  @inline(__always)
  var position: TextPosition {
    TextPosition(
      byte: Int32(truncatingIfNeeded: byte), segment: Int32(truncatingIfNeeded: index),
      partByteCount: Int32(truncatingIfNeeded: partByteCount),
      partAdvance: Int32(truncatingIfNeeded: partAdvance))
  }

  /// Moves over the rest of a segment.
  @inline(__always)
  mutating func pass(_ segment: Segment) {
    index &+= 1
    byte &+= segment.byteCount &- partByteCount
    advance &+= segment.advance &- partAdvance
    partByteCount = 0
    partAdvance = 0
  }

  /// Goes back over a segment, of which `start` may be inside.
  @inline(__always)
  mutating func goBack(over segment: Segment, to start: TextPosition) {
    index &-= 1
    if index == Int(start.segment) {
      byte = Int(start.byte)
      advance = 0
      partByteCount = Int(start.partByteCount)
      partAdvance = Int(start.partAdvance)
    } else {
      byte &-= segment.byteCount
      advance &-= segment.advance
    }
  }

  /// Moves over a part of a segment.
  @inline(__always)
  mutating func pass(_ part: SegmentPart) {
    byte &+= part.byteCount
    advance &+= part.advance
    partByteCount &+= part.byteCount
    partAdvance &+= part.advance
  }
}

/// The clusters at the beginning of what is left of a segment, and how much of them is left
/// without white space at the end.
struct SegmentPart {
  var byteCount = 0
  var advance = 0
  var inkByteCount = 0
  var inkAdvance = 0

  /// Adds a cluster. False if it does not fit, or if it is ink beyond the ceiling.
  @inline(__always)
  mutating func take(_ cluster: Cluster, advance: Int, width: Int, ceiling: Int) -> Bool {
    let isInk = cluster.kind == .ink
    if isInk, self.advance &+ advance > width { return false }
    byteCount &+= cluster.byteCount
    self.advance &+= advance
    guard isInk else { return true }
    guard byteCount <= ceiling else { return false }
    inkByteCount = byteCount
    inkAdvance = self.advance
    return true
  }
}
