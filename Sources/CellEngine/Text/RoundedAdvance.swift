/// The advance of a text up to a position, exact and in layout units. Sums from the start of the
/// text are rounded, not each advance, so that rounding errors do not add up.
struct RoundedAdvance {
  /// The sum, in 1/16 of a layout unit.
  private var exact: Int
  private var rounded = 0

  private static let fineness = Int(MeasuredWord.fineness)

  /// Starts at an exact advance that is `phase` modulo 16.
  @inline(__always)
  init(phase: Int = 0) {
    exact = phase
    rounded = Self.rounded(phase)
  }

  /// The exact advance modulo 16.
  @inline(__always)
  var phase: Int { exact & (Self.fineness &- 1) }

  @inline(__always)
  mutating func add(_ advance: Int) {
    exact &+= advance
  }

  /// The advance since the last call of ``round()``, in layout units.
  @inline(__always)
  var pending: Int { Self.rounded(exact) &- rounded }

  /// Shifted, because a division of a number that could be negative takes three steps more.
  @inline(__always)
  private static func rounded(_ exact: Int) -> Int {
    (exact &+ fineness / 2) &>> fineness.trailingZeroBitCount
  }

  /// Returns the advance since the last call, in layout units.
  @inline(__always)
  mutating func round() -> Int {
    let pending = pending
    rounded &+= pending
    return pending
  }
}
