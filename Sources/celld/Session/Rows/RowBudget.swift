import Synchronization

/// The bytes of rows that may be made for a reply. Several threads make rows, and all stop when the
/// budget is used up.
///
/// The size of a row is not known before it is made. A bound from the width and the lines of a cell
/// would be up to a thousand times too high.
final class RowBudget: Sendable {
  private let left: Atomic<Int>
  private let bytes: Int

  /// Creates a budget of `bytes`. A budget of 0 allows nothing.
  init(bytes: Int) {
    self.bytes = bytes
    left = Atomic(bytes)
  }

  /// A budget that is never used up.
  static var unlimited: RowBudget { RowBudget(bytes: .max) }

  /// Whether no further row may be made.
  var isUsedUp: Bool { left.load(ordering: .relaxed) <= 0 }

  /// The bytes of the rows that were made.
  var taken: Int { bytes - left.load(ordering: .relaxed) }

  /// Counts a row that was made.
  func take(_ count: Int) { left.subtract(count, ordering: .relaxed) }
}
