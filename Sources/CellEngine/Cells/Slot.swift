/// A named part of an object cell or object header. Its name is the one that clients read in
/// `spans` and `frames`.
///
/// The raw value is the name on the wire.
public enum Slot: String, CaseIterable, Sendable, Hashable {
  case control, unread, number, icons, image
  case title, subtitle, footnote, caption, description
  case status, tags, rating, avatars, info, actions, accessory
  case chart, pages
  case count

  /// The slots whose truncation a view or a cell may set: those that hold a client's text.
  public static let truncatable: [Slot] = [
    .number, .title, .subtitle, .footnote, .caption, .description, .status, .tags, .info, .actions,
  ]

  /// The slots whose column a list can keep in all of its rows: those that have a column, and whose
  /// width the list knows. Actions have the widths of their titles, and move into the overflow
  /// menu. All other slots are in the main content.
  public static let preservable: [Slot] = [
    .control, .unread, .number, .icons, .image, .description, .status, .accessory,
  ]
}

extension Slot {
  /// The slot's index in `allCases`.
  var index: Int {
    switch self {
    case .control: 0
    case .unread: 1
    case .number: 2
    case .icons: 3
    case .image: 4
    case .title: 5
    case .subtitle: 6
    case .footnote: 7
    case .caption: 8
    case .description: 9
    case .status: 10
    case .tags: 11
    case .rating: 12
    case .avatars: 13
    case .info: 14
    case .actions: 15
    case .accessory: 16
    case .chart: 17
    case .pages: 18
    case .count: 19
    }
  }
}
