extension Array {
  /// Splits the items into the minimum number of parts of at most `capacity`, as equal as possible.
  func evenParts(capacity: Int) -> [[Element]] {
    indices.evenParts(capacity: capacity).map { Array(self[$0]) }
  }
}

extension Range<Int> {
  /// Splits the range into the minimum number of parts of at most `capacity`, as equal as possible.
  func evenParts(capacity: Int) -> [Range<Int>] {
    let parts = (count + capacity - 1) / capacity
    return (0..<parts).map { lowerBound + count * $0 / parts..<lowerBound + count * ($0 + 1) / parts }
  }
}
