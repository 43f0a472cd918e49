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

  /// The slots below the title, where key value cells and table rows have other content.
  static let belowTitle = SlotSet(
    .subtitle, .footnote, .caption, .description, .tags, .rating, .avatars, .info)
}

extension Slot {
  /// The slot's index in `allCases`, which is all that a case without values has in memory.
  var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
