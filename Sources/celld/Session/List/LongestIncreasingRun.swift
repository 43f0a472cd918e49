/// The length of a longest strictly increasing subsequence. For old indices in their new order it
/// is the number of items that stayed while the others moved. O(n log n); O(n) if the order was
/// kept.
func longestIncreasingRun(_ values: [Int]) -> Int {
  var run = IncreasingRun()
  for value in values { _ = run.append(value) }
  return run.length
}

/// For each value, whether it is in one longest strictly increasing subsequence. O(n log n).
func isInLongestIncreasingRun(_ values: [Int]) -> [Bool] {
  var run = IncreasingRun()
  let lengths = values.map { run.append($0) }
  var isIn = [Bool](repeating: false, count: values.count)
  var wanted = run.length
  var bound = Int.max
  for index in values.indices.reversed() where lengths[index] == wanted && values[index] < bound {
    isIn[index] = true
    bound = values[index]
    wanted -= 1
  }
  return isIn
}

private struct IncreasingRun {
  /// For each length, the lowest last value of a subsequence of that length.
  private var tails: [Int] = []

  var length: Int { tails.count }

  /// Adds a value. Returns the length of the longest subsequence that it ends.
  mutating func append(_ value: Int) -> Int {
    guard let last = tails.last, value <= last else {
      tails.append(value)
      return tails.count
    }
    var low = 0
    var high = tails.count - 1
    while low < high {
      let middle = (low + high) / 2
      if tails[middle] < value { low = middle + 1 } else { high = middle }
    }
    tails[low] = value
    return low + 1
  }
}
