/// The trailing slots of the objects that have a description. At large text sizes, descriptions
/// have a column only if all of them are next to a status.
///
/// Contacts do not count: their description keeps its column.
public struct DescribedObjects: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Some object has no status.
  public static let withoutStatus = DescribedObjects(rawValue: 1)
  /// Some object has a status and actions. A profile may not show a status next to an action.
  public static let withAction = DescribedObjects(rawValue: 2)

  /// The slots of one object.
  init(hasDescription: Bool, hasStatus: Bool, hasActions: Bool) {
    switch (hasDescription, hasStatus, hasActions) {
    case (false, _, _), (true, true, false): self = []
    case (true, false, _): self = .withoutStatus
    case (true, true, true): self = .withAction
    }
  }
}
