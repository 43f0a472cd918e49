/// The icons that have names: a glyph of one or two columns, and a form in ASCII.
enum IconTable {
  /// A named icon.
  struct Entry {
    var name: StaticString
    var unicode: StaticString
    var ascii: StaticString
  }

  /// Sorted by name.
  static let entries: [Entry] = [
    Entry(name: "accept", unicode: "✓", ascii: "v"),
    Entry(name: "add", unicode: "+", ascii: "+"),
    Entry(name: "alert", unicode: "▲", ascii: "!"),
    Entry(name: "attachment", unicode: "⊕", ascii: "@"),
    Entry(name: "calendar", unicode: "▦", ascii: "#"),
    Entry(name: "call", unicode: "✆", ascii: "T"),
    Entry(name: "cancel", unicode: "✕", ascii: "x"),
    Entry(name: "check", unicode: "✓", ascii: "v"),
    Entry(name: "comment", unicode: "❝", ascii: "\""),
    Entry(name: "delete", unicode: "✕", ascii: "x"),
    Entry(name: "document", unicode: "▤", ascii: "D"),
    Entry(name: "down", unicode: "↓", ascii: "v"),
    Entry(name: "download", unicode: "↓", ascii: "v"),
    Entry(name: "edit", unicode: "✎", ascii: "e"),
    Entry(name: "error", unicode: "✖", ascii: "x"),
    Entry(name: "favorite", unicode: "★", ascii: "*"),
    Entry(name: "flag", unicode: "⚑", ascii: "P"),
    Entry(name: "heart", unicode: "♥", ascii: "H"),
    Entry(name: "home", unicode: "⌂", ascii: "h"),
    Entry(name: "info", unicode: "ℹ", ascii: "i"),
    Entry(name: "information", unicode: "ℹ", ascii: "i"),
    Entry(name: "link", unicode: "⇗", ascii: "/"),
    Entry(name: "lock", unicode: "⚿", ascii: "L"),
    Entry(name: "locked", unicode: "⚿", ascii: "L"),
    Entry(name: "mail", unicode: "✉", ascii: "M"),
    Entry(name: "message", unicode: "❞", ascii: "\""),
    Entry(name: "pending", unicode: "◔", ascii: "~"),
    Entry(name: "person", unicode: "☺", ascii: "p"),
    Entry(name: "phone", unicode: "✆", ascii: "T"),
    Entry(name: "pin", unicode: "⊙", ascii: "o"),
    Entry(name: "priority", unicode: "❗", ascii: "!"),
    Entry(name: "process", unicode: "⚙", ascii: "%"),
    Entry(name: "refresh", unicode: "↻", ascii: "r"),
    Entry(name: "search", unicode: "⌕", ascii: "s"),
    Entry(name: "settings", unicode: "⚙", ascii: "%"),
    Entry(name: "star", unicode: "★", ascii: "*"),
    Entry(name: "success", unicode: "✔", ascii: "v"),
    Entry(name: "sync", unicode: "⇄", ascii: "="),
    Entry(name: "time", unicode: "◷", ascii: "t"),
    Entry(name: "trash", unicode: "✕", ascii: "x"),
    Entry(name: "unread", unicode: "●", ascii: "*"),
    Entry(name: "up", unicode: "↑", ascii: "^"),
    Entry(name: "user", unicode: "☺", ascii: "p"),
    Entry(name: "video", unicode: "▶", ascii: ">"),
    Entry(name: "warning", unicode: "⚠", ascii: "!"),
  ]

  /// The index in ``entries`` of the icon with this name.
  static func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      switch compare(entries[middle].name.bytes, name) {
      case 0: return middle
      case ..<0: low = middle + 1
      default: high = middle
      }
    }
    return nil
  }

  private static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    for (a, b) in zip(left, right) where a != b { return a < b ? -1 : 1 }
    return left.count - right.count
  }
}

extension Icon {
  /// A name that an icon may have, the glyph for it, and its form in ASCII.
  public struct Name: Sendable {
    public var name: String
    public var glyph: String
    public var ascii: String
  }

  /// All names, sorted.
  public static var names: [Name] {
    IconTable.entries.map { entry in
      func text(_ part: StaticString) -> String { String(decoding: part.bytes, as: UTF8.self) }
      return Name(name: text(entry.name), glyph: text(entry.unicode), ascii: text(entry.ascii))
    }
  }
}
