extension Profile {
  /// What a row shows less of where it is too narrow for all of its slots.
  public enum Concession: UInt8, CaseIterable, Sendable {
    /// Actions behind the first move into the overflow menu, one by one. Nothing of them is gone then.
    case laterActions
    /// The avatars go.
    case avatars
    /// Statuses that stand beside each other stand below each other.
    case statusAxis
    /// The description goes; a column of its own has moved below before.
    case description
    /// Icons behind the first go.
    case laterIcons
    /// Statuses behind the first go.
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
    /// The status is cut to its least width, then it goes.
    case status
  }

  /// How slots share a width that is too small for all of them. Lengths are in dp: a terminal column is 8 dp.
  public struct GivingWay: Sendable {
    /// What the main content has, at least, until nothing is left to give way.
    public var leastMain = 64.0
    /// What a description column has, at least; with less it moves below the main content.
    public var leastDescription = 64.0
    /// What a status is cut to, before it goes.
    public var leastStatus = 32.0
    /// The share of the view that statuses have at most.
    public var statusShare = 0.25
    /// What gives way first stands first. What is not named never gives way.
    public var order = Concession.allCases

    /// What says least goes first, and the status last.
    public static let standard = GivingWay()
  }
}

/// The order in which slots give way, in four bits each.
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
