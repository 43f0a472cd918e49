/// The placed lines of a row in the order in which a terminal shows them: from top to bottom, each from left to right.
///
/// Slots are placed from the leading to the trailing edge, so lines of one height stand in order already.
struct ReadingOrder: ~Copyable {
  /// For each height of the row the leftmost placed line; -1 is none.
  private var leftmost = Scratch<Int32>(capacity: 16)
  /// For each placed line the next of the same height.
  private var following = Scratch<Int32>(capacity: 32)

  /// Sorts the lines of `row`; `isMirrored` where the leading edge is the right one.
  mutating func sort(_ row: borrowing RowLayout, isMirrored: Bool) {
    let height = Int(row.contentHeight)
    leftmost.removeAll()
    leftmost.reserve(height)
    for _ in 0..<height { leftmost.appendReserved(-1) }
    let count = row.lines.count
    following.removeAll()
    following.reserve(count)
    // Each is set before it is read.
    following.count = count
    for place in 0..<count {
      // Each is put in front of those that were, so that what is leftmost comes last.
      let index = isMirrored ? place : count &- 1 &- place
      let y = Int(row.lines[index].y)
      guard y >= 0, y < height, row.lines[index].advance > 0 else { continue }
      following[index] = leftmost[y]
      leftmost[y] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The leftmost placed line at `y`; -1 is none.
  @inline(__always)
  func first(at y: Int32) -> Int32 { leftmost[Int(y)] }

  /// What follows a placed line to the right; -1 is nothing.
  @inline(__always)
  func next(after line: Int32) -> Int32 { following[Int(line)] }
}
