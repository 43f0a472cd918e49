extension Int32 {
  /// Returns the sum, or `Int32.max` if the sum is larger.
  @inline(__always)
  func addingSaturating(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
