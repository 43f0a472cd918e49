/// The length of a longest strictly increasing subsequence. For old indices in their new order it
/// is the number of items that stayed while the others moved. O(n log n); O(n) if the order was
/// kept.
func longestIncreasingRun(_ values: [Int]) -> Int {
  var tails: [Int] = []
  for value in values {
    guard let last = tails.last, value <= last else {
      tails.append(value)
      continue
    }
    var low = 0
    var high = tails.count - 1
    while low < high {
      let middle = (low + high) / 2
      if tails[middle] < value { low = middle + 1 } else { high = middle }
    }
    tails[low] = value
  }
  return tails.count
}
