extension Int32 {
  /// The sum, or the largest value where it would be larger.
  @inline(__always)
  func addingSaturating(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
