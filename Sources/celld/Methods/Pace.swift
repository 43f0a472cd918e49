/// How fast rows are made here, and so how many of them may be made on the loop before it has stood still too
/// long.
struct Pace {
  /// How long one request may hold the loop for making rows, in nanoseconds.
  private static let share = 250_000.0
  /// What a row costs, in nanoseconds: a guess first, then an average that follows what was seen.
  private var nanosecondsPerRow = 4_000.0

  /// Rows that may be made on the loop for one request.
  var rowsOnLoop: Int { max(16, Int(Self.share / nanosecondsPerRow)) }

  /// Learns from rows that were made.
  mutating func note(rows: Int, nanoseconds: UInt64) {
    guard rows >= 8 else { return }
    let seen = min(max(Double(nanoseconds) / Double(rows), 200), 50_000)
    nanosecondsPerRow += (seen - nanosecondsPerRow) / 16
  }
}
