/// The scroll position in a list of rows with different heights: a row, and the number of its lines
/// above the window.
struct Scroll: Equatable {
  /// The index of the row at the top.
  var index = 0
  /// The number of its lines above the window.
  var offset = 0

  /// Moves down by lines, or up if `lines` is negative.
  /// - Parameters:
  ///   - count: the number of rows.
  ///   - height: returns the height of the row at an index. An unknown height (nil) counts as one
  ///     line.
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

  /// Moves to the last row if the position is after it.
  mutating func clamp(count: Int) {
    guard index >= count else { return }
    index = max(count - 1, 0)
    offset = 0
  }
}
