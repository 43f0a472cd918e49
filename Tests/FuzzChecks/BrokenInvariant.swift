/// What was promised of every input, and does not hold for one.
public struct BrokenInvariant: Error, CustomStringConvertible {
  /// What does not hold, and where.
  public let description: String
}

/// - Throws: `BrokenInvariant` where `condition` does not hold; `description` says what that means.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(BrokenInvariant) {
  if !condition { throw BrokenInvariant(description: description()) }
}
