/// The slots at the trailing edge of a cell. A list collects them to share the width in the same
/// way in all rows.
public struct TrailingMarks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public static let status = TrailingMarks(rawValue: 1)
  /// The accessory that is a chevron if the profile draws one.
  public static let disclosure = TrailingMarks(rawValue: 2)
  public static let detail = TrailingMarks(rawValue: 4)
  /// An overflow menu, or actions that may move into one.
  public static let menu = TrailingMarks(rawValue: 8)

  /// All of them.
  static let all: TrailingMarks = [.status, .disclosure, .detail, .menu]

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The marks of a cell.
  init(hasStatus: Bool, hasActions: Bool, _ accessory: Accessory) {
    self = hasStatus ? .status : []
    if hasActions { insert(.menu) }
    switch accessory {
    case .disclosure: insert(.disclosure)
    case .detail: insert(.detail)
    case .menu: insert(.menu)
    case .action, .none: break
    }
  }
}
