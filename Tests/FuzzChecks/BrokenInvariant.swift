/// An invariant of all inputs that does not hold for one.
public struct BrokenInvariant: Error, CustomStringConvertible {
  /// A description of the invariant, and the input at which it does not hold.
  public let description: String
}

/// Checks an invariant.
///
/// - Throws: `BrokenInvariant` with `description` if `condition` does not hold.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(BrokenInvariant) {
  if !condition { throw BrokenInvariant(description: description()) }
}
