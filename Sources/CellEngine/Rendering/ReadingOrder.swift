/// The placed lines of a row in the order in which a terminal shows them: from top to bottom, each from left to right.
///
/// Slots are placed from the leading to the trailing edge, so lines of one height stand in order already.
struct ReadingOrder: ~Copyable {
  /// For each height of the row the leftmost placed line; -1 is none, as it is between two rows.
  private var leftmost = Scratch<Int32>(capacity: 16)

  /// Sorts the `count` placed lines of a row of this height; `isMirrored` where the leading edge is the right one.
  @inline(__always)
  mutating func sort(
    _ lines: UnsafeMutablePointer<PlacedLine>, _ count: Int, height: Int, isMirrored: Bool
  ) {
    while leftmost.count < height { leftmost.append(-1) }
    // Each is put in front of those that were, so that what is leftmost comes last.
    let step = isMirrored ? 1 : -1
    var index = isMirrored ? 0 : count &- 1
    let leftmost = leftmost.storage
    let height = UInt32(truncatingIfNeeded: height)
    for _ in 0..<count {
      let y = UInt32(bitPattern: lines[index].y)
      if y < height, lines[index].advance > 0 {
        lines[index].next = leftmost[Int(y)]
        leftmost[Int(y)] = Int32(truncatingIfNeeded: index)
      }
      index &+= step
    }
  }

  /// Takes the leftmost placed line at `y`; -1 is none. Each height of a row that was sorted must be taken.
  @inline(__always)
  mutating func takeFirst(at y: Int32) -> Int32 {
    let line = leftmost[Int(y)]
    leftmost[Int(y)] = -1
    return line
  }
}
