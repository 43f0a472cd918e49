/// The advance of a text up to a place, in units as words are measured in, and as its marks have it. It is rounded as a sum
/// from the text's beginning, so that errors do not add up.
struct RoundedAdvance {
  private var exact = 0
  /// In layout units, as of the last rounding.
  private(set) var rounded = 0

  @inline(__always)
  mutating func add(_ advance: Int) {
    exact &+= advance
  }

  /// The advance, in layout units, of what was added since the last rounding.
  @inline(__always)
  @discardableResult
  mutating func round() -> Int {
    // Of what is not negative, as all advances are.
    let next = Int(
      bitPattern: UInt(bitPattern: exact &+ Int(MeasuredWord.fineness) / 2) / UInt(MeasuredWord.fineness))
    defer { rounded = next }
    return next &- rounded
  }
}
