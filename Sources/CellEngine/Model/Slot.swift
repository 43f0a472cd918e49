/// A named place of an object cell or object header, under the name that clients read in `spans` and `frames`.
///
/// The raw value is the name on the wire.
public enum Slot: String, CaseIterable, Sendable, Hashable {
  case control, unread, number, icons, image
  case title, subtitle, footnote, caption, description
  case status, tags, rating, avatars, info, actions, accessory
  case chart, pages

  /// The slots whose truncation a view or a cell may set: those that hold a client's text.
  public static let truncatable: [Slot] = [
    .number, .title, .subtitle, .footnote, .caption, .description, .status, .tags, .info, .actions,
  ]

  /// The slots whose column a list can keep in all of its rows: the leading ones, which come first.
  public static let preservable: [Slot] = [.unread, .number, .icons, .image]
}
