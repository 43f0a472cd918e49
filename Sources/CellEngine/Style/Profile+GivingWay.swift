extension Profile {
  /// A slot that a row shows less of if it is too narrow for all.
  public enum Concession: UInt8, CaseIterable, Sendable {
    /// Actions after the first move into the overflow menu, one by one. None of them is lost.
    case laterActions
    /// Avatars in the place of the image are dropped after the first. Below the texts they take no
    /// width of the title.
    case avatars
    /// Horizontal statuses are stacked vertically.
    case statusAxis
    /// A description column moves below, where it takes no width of the title.
    case description
    /// Icons after the first are dropped if some of them are wider.
    case laterIcons
    /// Statuses after the first are dropped if some of them are wider.
    case laterStatuses
    case image
    case number
    case accessory
    /// The first action moves into the overflow menu; then the menu is dropped.
    case actions
    /// The first icon is dropped.
    case icons
    case unread
    case control
    /// The status is cut to its minimum, then it is dropped.
    case status

    /// Whether it changes columns that the rows of a list share.
    var movesColumns: Bool {
      switch self {
      case .laterActions, .statusAxis, .laterStatuses, .actions: false
      case .avatars, .description, .laterIcons, .image, .number, .accessory, .icons, .unread, .control,
        .status:
        true
      }
    }
  }

  /// The way in which slots share a width that is too small for all of them. Lengths are in dp: a
  /// terminal column is 8 dp.
  public struct GivingWay: Sendable {
    /// The minimum width of the main content as long as other slots can be dropped or shrunk.
    public var leastMain = 64.0
    /// The minimum width of a description column. With less room, the description moves below the
    /// main content.
    public var leastDescription = 64.0
    /// The minimum width of a status. With less room, it is dropped.
    public var leastStatus = 32.0
    /// The maximum share of the view for statuses, 0…1.
    public var statusShare = 0.25
    /// The order in which slots are dropped or shrunk. A slot that is not in it stays.
    public var order = Concession.allCases

    /// Less important slots are dropped first, and the status last. A slot that fits again after
    /// later ones is shown.
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

/// How often each concession of an order is made, up to 15 times.
struct ConcessionCounts {
  private var bits: UInt64 = 0

  subscript(index: Int) -> Int {
    get { Int(truncatingIfNeeded: bits >> UInt64(4 * index)) & 0xF }
    set {
      let shift = UInt64(4 * index)
      bits = bits & ~(0xF << shift) | UInt64(max(0, min(newValue, 15))) << shift
    }
  }
}
