/// The placed lines of a row in the order in which a terminal shows them: from top to bottom, each from left to right.
///
/// Slots are placed from the leading to the trailing edge, so lines of one height stand in order already.
struct ReadingOrder: ~Copyable {
  /// The placed lines at one height of the row; -1 is none.
  struct Ends {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private var ends = Scratch<Ends>(capacity: 16)
  /// For each placed line the next of the same height.
  private var following = Scratch<Int32>(capacity: 32)

  /// Sorts the lines of `row`; `isMirrored` where the leading edge is the right one.
  mutating func sort(_ row: borrowing RowLayout, isMirrored: Bool) {
    let height = Int(row.contentHeight)
    ends.removeAll()
    ends.reserve(height)
    for _ in 0..<height { ends.appendReserved(Ends()) }
    following.removeAll()
    following.reserve(row.lines.count)
    for index in row.lines.indices {
      following.appendReserved(-1)
      let y = Int(row.lines[index].y)
      guard y >= 0, y < height, row.lines[index].advance > 0 else { continue }
      let line = Int32(truncatingIfNeeded: index)
      if ends[y].first < 0 {
        ends[y] = Ends(first: line, last: line)
      } else if isMirrored {
        following[index] = ends[y].first
        ends[y].first = line
      } else {
        following[Int(ends[y].last)] = line
        ends[y].last = line
      }
    }
  }

  /// The leftmost placed line at `y`; -1 is none.
  @inline(__always)
  func first(at y: Int32) -> Int32 { ends[Int(y)].first }

  /// What follows a placed line to the right; -1 is nothing.
  @inline(__always)
  func next(after line: Int32) -> Int32 { following[Int(line)] }
}
