/// An invariant of all inputs that does not hold for one.
public struct BrokenInvariant: Error, CustomStringConvertible {
  /// The invariant and the position.
  public let description: String
}

/// Checks an invariant.
///
/// - Throws: `BrokenInvariant` with `description` if `condition` does not hold.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(BrokenInvariant) {
  if !condition { throw BrokenInvariant(description: description()) }
}
