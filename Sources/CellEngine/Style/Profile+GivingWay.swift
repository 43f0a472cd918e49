extension Profile {
  /// A slot that a row shows less of if it is too narrow for all.
  public enum Concession: UInt8, CaseIterable, Sendable {
    /// Actions after the first move into the overflow menu, one by one. None of them is lost.
    case laterActions
    /// The avatars go.
    case avatars
    /// Horizontal statuses are stacked vertically.
    case statusAxis
    /// The description goes; a column of its own has moved below before.
    case description
    /// Icons after the first go.
    case laterIcons
    /// Statuses after the first go.
    case laterStatuses
    case image
    case number
    case accessory
    /// The first action moves into the overflow menu; then the menu goes.
    case actions
    /// The first icon goes.
    case icons
    case unread
    case control
    /// The status is cut to its minimum, then it goes.
    case status
  }

  /// The way in which slots share a width that is too small for all of them. Lengths are in dp: a
  /// terminal column is 8 dp.
  public struct GivingWay: Sendable {
    /// The minimum width of the main content as long as other slots can be dropped or shrunk.
    public var leastMain = 64.0
    /// The minimum of a description column; with less room it moves below the main content.
    public var leastDescription = 64.0
    /// The minimum of a status before it goes.
    public var leastStatus = 32.0
    /// The share of the view that statuses have at most.
    public var statusShare = 0.25
    /// The order in which slots are dropped or shrunk. A slot that is not in it stays.
    public var order = Concession.allCases

    /// Less important slots go first, and the status last.
    public static let standard = GivingWay()
  }
}

/// The order in which slots are dropped or shrunk: four bits for each step.
struct ConcessionOrder: Hashable {
  private var bits: UInt64 = 0
  private(set) var count = 0

  init(_ order: [Profile.Concession]) {
    for concession in order.prefix(16) {
      bits |= UInt64(concession.rawValue) << UInt64(4 * count)
      count += 1
    }
  }

  /// The concession at an index; `nil` after the last.
  subscript(index: Int) -> Profile.Concession? {
    guard index < count else { return nil }
    return Profile.Concession(rawValue: UInt8(truncatingIfNeeded: bits >> UInt64(4 * index)) & 0xF)
  }
}
