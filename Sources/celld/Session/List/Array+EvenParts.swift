extension Array {
  /// Splits the items into the minimum number of parts of at most `capacity`, as equal as possible.
  func evenParts(capacity: Int) -> [[Element]] {
    let parts = (count + capacity - 1) / capacity
    return (0..<parts).map { Array(self[(count * $0 / parts)..<(count * ($0 + 1) / parts)]) }
  }
}
