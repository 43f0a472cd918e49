/// The measured cost of rows in columns, which limits how many are made on the loop for one
/// request. Rows in points are made on workers only.
struct Pace {
  /// The time that rows of one request may take on the loop, in nanoseconds.
  private static let share = 250_000.0
  /// The cost of a row: a guess at first, then a moving average.
  private var nanosecondsPerRow = 4_000.0

  /// The maximum number of rows that are made on the loop for one request.
  var rowsOnLoop: Int { max(16, Int(Self.share / nanosecondsPerRow)) }

  /// Updates the cost from rows that were made.
  mutating func note(rows: Int, nanoseconds: UInt64) {
    guard rows >= 8 else { return }
    let seen = min(max(Double(nanoseconds) / Double(rows), 200), 50_000)
    nanosecondsPerRow += (seen - nanosecondsPerRow) / 16
  }
}
