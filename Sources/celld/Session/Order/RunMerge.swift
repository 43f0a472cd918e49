/// A merge of two sorted runs of cells, in steps. One thread at a time may use it.
final class RunMerge: @unchecked Sendable {
  private var left: ArraySlice<SortedCell>
  private var right: ArraySlice<SortedCell>
  private var merged: [SortedCell] = []

  /// A merge of these runs.
  init(_ left: ArraySlice<SortedCell>, _ right: ArraySlice<SortedCell>) {
    self.left = left
    self.right = right
    merged.reserveCapacity(left.count + right.count)
  }

  /// Merges of `count` parts of two runs, of about the same size. Joined, they are one run.
  static func parts(
    of left: [SortedCell], _ right: [SortedCell], count: Int, _ keys: OrderKeys
  ) -> [RunMerge] {
    let (longer, shorter) = left.count < right.count ? (right, left) : (left, right)
    return keys.withComparison { precedes in
      var start = (longer.startIndex, shorter.startIndex)
      return (1...count).map { part in
        var end = (longer.endIndex, shorter.endIndex)
        if part < count {
          end.0 = longer.count * part / count
          end.1 = firstIndex(in: shorter[...]) { !precedes($0, longer[end.0]) }
        }
        defer { start = end }
        return RunMerge(longer[start.0..<end.0], shorter[start.1..<end.1])
      }
    }
  }

  /// The run that parts make.
  static func output(_ parts: [RunMerge]) -> [SortedCell] {
    guard let first = parts.first else { return [] }
    var run = first.merged
    first.merged = []
    for part in parts.dropFirst() { run += part.merged }
    return run
  }

  /// The index of the first cell for which `isFound` is true. It is true for all cells after that.
  private static func firstIndex(
    in cells: ArraySlice<SortedCell>, where isFound: (SortedCell) -> Bool
  ) -> Int {
    var (low, high) = (cells.startIndex, cells.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isFound(cells[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Whether all cells are merged.
  var isDone: Bool { left.isEmpty && right.isEmpty }

  /// Merges some more cells.
  func step(_ keys: OrderKeys, atMost count: Int) {
    let (left, right) = (left, right)
    var (a, b) = (left.startIndex, right.startIndex)
    var run = merged
    merged = []
    keys.withComparison { precedes in
      let end = run.count + count
      while run.count < end, a < left.endIndex, b < right.endIndex {
        let takesRight = precedes(right[b], left[a])
        run.append(takesRight ? right[b] : left[a])
        if takesRight { b += 1 } else { a += 1 }
      }
    }
    // What is left of one run is after all of the other.
    if a == left.endIndex || b == right.endIndex {
      run += left[a...]
      run += right[b...]
      (a, b) = (left.endIndex, right.endIndex)
    }
    (self.left, self.right) = (left[a...], right[b...])
    merged = run
  }
}
