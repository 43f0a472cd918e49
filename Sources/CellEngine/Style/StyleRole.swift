/// The role of a text in a row. Its weight and colour are chosen when it is rendered.
public enum StyleRole: String, CaseIterable, Sendable {
  case title, key, secondary, body, number, icon, image, tag, rating, more, control, unread, button, disabled
  case accessory, separator
  /// Actions that destroy the object, and those that are good for it.
  case destructive, positive
  /// The title of a section, and the bars of an object that is being loaded.
  case section, placeholder
}

extension StyleRole {
  /// The weight of a text without a font, as in CSS: in ANSI text, and in pictures of columns. A
  /// font has the weight of its ``Profile/TextStyle``.
  var weight: Int {
    switch self {
    case .title, .section: 700
    case .key, .secondary, .body, .number, .icon, .image, .tag, .rating, .more, .control, .unread, .button,
      .disabled, .accessory, .separator, .destructive, .positive, .placeholder:
      400
    }
  }
}
