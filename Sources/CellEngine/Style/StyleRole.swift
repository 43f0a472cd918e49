/// The role of a text in a row. Its weight and colour are chosen when it is rendered.
public enum StyleRole: String, CaseIterable, Sendable {
  case title, secondary, body, number, icon, image, tag, rating, more, control, unread, button, disabled
  case accessory, separator
}
