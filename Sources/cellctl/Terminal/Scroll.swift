/// Where a window onto rows of different heights stands: a row, and how many of its lines are above the window.
struct Scroll: Equatable {
  /// The row at the top.
  var index = 0
  /// Its lines above the window.
  var offset = 0

  /// Moves by lines, down where positive.
  /// - Parameters:
  ///   - height: of the row at an index; nil where it is not known, and then it counts as one line.
  ///   - count: of all rows.
  mutating func move(by lines: Int, count: Int, height: (Int) -> Int?) {
    var lines = lines
    while lines > 0, index < count {
      let rest = (height(index) ?? 1) - offset
      if lines < rest {
        offset += lines
        return
      }
      guard index + 1 < count else { return }
      lines -= rest
      index += 1
      offset = 0
    }
    while lines < 0 {
      if offset >= -lines {
        offset += lines
        return
      }
      guard index > 0 else {
        offset = 0
        return
      }
      lines += offset + 1
      index -= 1
      offset = max((height(index) ?? 1) - 1, 0)
    }
  }

  /// Holds the window on rows that there are.
  mutating func clamp(count: Int) {
    guard index >= count else { return }
    index = max(count - 1, 0)
    offset = 0
  }
}
