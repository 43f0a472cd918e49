import CellProtocol

/// What a mapping may fill: a member of a cell, or a member of one of its parts.
///
/// The kinds decide how a mapped text is written: `unread=true` is a boolean, `title=true` a text.
enum CellMember {
  /// How a value has to be written.
  enum Kind {
    case text, number, flag
    /// A list, which every repetition of the member makes longer.
    case list
    /// Any JSON, taken over from the record.
    case any
  }

  /// The members of a cell, in the order in which they are documented.
  static let kinds: [(name: String, kind: Kind)] = [
    ("id", .text), ("title", .text), ("subtitle", .text), ("footnote", .text), ("caption", .text),
    ("description", .text), ("preview", .text), ("number", .text), ("icons", .list), ("unread", .flag),
    ("image", .any), ("avatars", .list), ("status", .list), ("info", .any), ("tags", .list),
    ("rating", .number), ("accessory", .text), ("actions", .list), ("swipe", .any), ("menu", .any),
    ("detailActions", .any), ("selected", .flag), ("enabled", .flag), ("href", .text), ("kind", .text),
    ("columns", .any), ("header", .any), ("truncate", .any), ("data", .any),
  ]

  /// The kind of a member of a cell, or nil where a cell has no such member.
  static func kind(of name: String) -> Kind? {
    kinds.first { $0.name == name }?.kind
  }

  /// The kind of a member inside a part, such as `text` of a status or `person` of an image.
  static func partKind(of name: String) -> Kind {
    switch name {
    case "person", "on", "enabled": .flag
    case "value", "max", "count", "progress", "size": .number
    case "items", "source": .any
    default: .text
    }
  }
}
