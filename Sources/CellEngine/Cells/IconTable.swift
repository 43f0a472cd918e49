/// The icons that have names: a glyph of one or two columns, and a form in ASCII.
///
/// The names are those of the Fiori pages and of SAP's icon font, as `sap-icon://` addresses have
/// them. Several names can mean the same drawing.
enum IconTable {
  /// A drawing and its own name.
  struct Entry {
    var name: StaticString
    var unicode: StaticString
    var ascii: StaticString
  }

  /// A further name of a drawing.
  struct Alias {
    var name: StaticString
    var drawing: StaticString
  }

  /// Sorted by name.
  static let entries: [Entry] = [
    Entry(name: "add", unicode: "+", ascii: "+"),
    Entry(name: "alert", unicode: "▲", ascii: "!"),
    Entry(name: "archive", unicode: "⊟", ascii: "A"),
    Entry(name: "attachment", unicode: "⊕", ascii: "@"),
    Entry(name: "bell", unicode: "⍾", ascii: "N"),
    Entry(name: "bookmark", unicode: "⚐", ascii: "B"),
    Entry(name: "calendar", unicode: "▦", ascii: "#"),
    Entry(name: "call", unicode: "✆", ascii: "T"),
    Entry(name: "camera", unicode: "◉", ascii: "c"),
    Entry(name: "cancel", unicode: "✕", ascii: "x"),
    Entry(name: "cart", unicode: "🛒", ascii: "$"),
    Entry(name: "chart", unicode: "▟", ascii: "%"),
    Entry(name: "check", unicode: "✓", ascii: "v"),
    Entry(name: "comment", unicode: "❝", ascii: "\""),
    Entry(name: "computer", unicode: "⌨", ascii: "K"),
    Entry(name: "copy", unicode: "⧉", ascii: "C"),
    Entry(name: "database", unicode: "⛁", ascii: "d"),
    Entry(name: "delete", unicode: "✕", ascii: "x"),
    Entry(name: "document", unicode: "▤", ascii: "D"),
    Entry(name: "down", unicode: "↓", ascii: "v"),
    Entry(name: "download", unicode: "↓", ascii: "v"),
    Entry(name: "edit", unicode: "✎", ascii: "e"),
    Entry(name: "error", unicode: "✖", ascii: "x"),
    Entry(name: "favorite", unicode: "★", ascii: "*"),
    Entry(name: "filter", unicode: "▽", ascii: "V"),
    Entry(name: "flag", unicode: "⚑", ascii: "P"),
    Entry(name: "folder", unicode: "▭", ascii: "F"),
    Entry(name: "globe", unicode: "◍", ascii: "O"),
    Entry(name: "group", unicode: "⚇", ascii: "g"),
    Entry(name: "heart", unicode: "♥", ascii: "H"),
    Entry(name: "home", unicode: "⌂", ascii: "h"),
    Entry(name: "idea", unicode: "☼", ascii: "'"),
    Entry(name: "inactive", unicode: "○", ascii: "o"),
    Entry(name: "inbox", unicode: "⊔", ascii: "u"),
    Entry(name: "information", unicode: "ℹ", ascii: "i"),
    Entry(name: "key", unicode: "⚷", ascii: "k"),
    Entry(name: "left", unicode: "←", ascii: "<"),
    Entry(name: "link", unicode: "⇗", ascii: "/"),
    Entry(name: "location", unicode: "⌖", ascii: "o"),
    Entry(name: "lock", unicode: "⚿", ascii: "L"),
    Entry(name: "mail", unicode: "✉", ascii: "M"),
    Entry(name: "message", unicode: "❞", ascii: "\""),
    Entry(name: "money", unicode: "¤", ascii: "$"),
    Entry(name: "overflow", unicode: "⋯", ascii: "="),
    Entry(name: "pending", unicode: "◔", ascii: "~"),
    Entry(name: "person", unicode: "☺", ascii: "p"),
    Entry(name: "picture", unicode: "▣", ascii: "I"),
    Entry(name: "pin", unicode: "⊙", ascii: "o"),
    Entry(name: "print", unicode: "⎙", ascii: "p"),
    Entry(name: "priority", unicode: "❗", ascii: "!"),
    Entry(name: "process", unicode: "⚙", ascii: "%"),
    Entry(name: "product", unicode: "▧", ascii: "b"),
    Entry(name: "question", unicode: "?", ascii: "?"),
    Entry(name: "refresh", unicode: "↻", ascii: "r"),
    Entry(name: "remove", unicode: "−", ascii: "-"),
    Entry(name: "right", unicode: "→", ascii: ">"),
    Entry(name: "save", unicode: "⭳", ascii: "S"),
    Entry(name: "search", unicode: "⌕", ascii: "s"),
    Entry(name: "share", unicode: "⤴", ascii: "^"),
    Entry(name: "shipping", unicode: "⛟", ascii: "&"),
    Entry(name: "show", unicode: "◎", ascii: "e"),
    Entry(name: "sort", unicode: "⇅", ascii: "z"),
    Entry(name: "success", unicode: "✔", ascii: "v"),
    Entry(name: "sync", unicode: "⇄", ascii: "="),
    Entry(name: "tag", unicode: "◈", ascii: "#"),
    Entry(name: "task", unicode: "☑", ascii: "v"),
    Entry(name: "time", unicode: "◷", ascii: "t"),
    Entry(name: "trend-down", unicode: "↘", ascii: "\\"),
    Entry(name: "trend-up", unicode: "↗", ascii: "/"),
    Entry(name: "unfavorite", unicode: "☆", ascii: "."),
    Entry(name: "unlock", unicode: "⊡", ascii: "l"),
    Entry(name: "unread", unicode: "●", ascii: "*"),
    Entry(name: "up", unicode: "↑", ascii: "^"),
    Entry(name: "upload", unicode: "↑", ascii: "^"),
    Entry(name: "video", unicode: "▶", ascii: ">"),
    Entry(name: "warning", unicode: "⚠", ascii: "!"),
    Entry(name: "wrench", unicode: "⚒", ascii: "w"),
  ]

  /// Sorted by name.
  static let aliases: [Alias] = [
    Alias(name: "accept", drawing: "check"),
    Alias(name: "account", drawing: "person"),
    Alias(name: "action", drawing: "link"),
    Alias(name: "action-settings", drawing: "process"),
    Alias(name: "activity-items", drawing: "task"),
    Alias(name: "add-activity", drawing: "add"),
    Alias(name: "add-document", drawing: "add"),
    Alias(name: "add-favorite", drawing: "favorite"),
    Alias(name: "add-filter", drawing: "filter"),
    Alias(name: "add-photo", drawing: "camera"),
    Alias(name: "add-product", drawing: "add"),
    Alias(name: "appointment", drawing: "calendar"),
    Alias(name: "appointment-2", drawing: "calendar"),
    Alias(name: "area-chart", drawing: "chart"),
    Alias(name: "arrow-bottom", drawing: "down"),
    Alias(name: "arrow-down", drawing: "down"),
    Alias(name: "arrow-left", drawing: "left"),
    Alias(name: "arrow-right", drawing: "right"),
    Alias(name: "arrow-top", drawing: "up"),
    Alias(name: "arrow-up", drawing: "up"),
    Alias(name: "bar-chart", drawing: "chart"),
    Alias(name: "bin", drawing: "delete"),
    Alias(name: "bookmark-2", drawing: "bookmark"),
    Alias(name: "box", drawing: "product"),
    Alias(name: "cart-2", drawing: "cart"),
    Alias(name: "cart-3", drawing: "cart"),
    Alias(name: "cart-4", drawing: "cart"),
    Alias(name: "cart-5", drawing: "cart"),
    Alias(name: "cart-approval", drawing: "cart"),
    Alias(name: "cart-full", drawing: "cart"),
    Alias(name: "chain-link", drawing: "link"),
    Alias(name: "chat", drawing: "message"),
    Alias(name: "check-availability", drawing: "calendar"),
    Alias(name: "checklist-item", drawing: "task"),
    Alias(name: "clock", drawing: "time"),
    Alias(name: "close", drawing: "cancel"),
    Alias(name: "collaborate", drawing: "group"),
    Alias(name: "complete", drawing: "check"),
    Alias(name: "create", drawing: "add"),
    Alias(name: "credit-card", drawing: "money"),
    Alias(name: "currency", drawing: "money"),
    Alias(name: "customer", drawing: "person"),
    Alias(name: "date-time", drawing: "calendar"),
    Alias(name: "decline", drawing: "cancel"),
    Alias(name: "discussion", drawing: "comment"),
    Alias(name: "discussion-2", drawing: "comment"),
    Alias(name: "display", drawing: "show"),
    Alias(name: "doc-attachment", drawing: "document"),
    Alias(name: "document-text", drawing: "document"),
    Alias(name: "documents", drawing: "document"),
    Alias(name: "duplicate", drawing: "copy"),
    Alias(name: "email", drawing: "mail"),
    Alias(name: "email-read", drawing: "mail"),
    Alias(name: "employee", drawing: "person"),
    Alias(name: "eye", drawing: "show"),
    Alias(name: "file", drawing: "document"),
    Alias(name: "fob-watch", drawing: "time"),
    Alias(name: "folder-blank", drawing: "folder"),
    Alias(name: "folder-full", drawing: "folder"),
    Alias(name: "form", drawing: "document"),
    Alias(name: "forward", drawing: "share"),
    Alias(name: "heart-2", drawing: "heart"),
    Alias(name: "help", drawing: "question"),
    Alias(name: "high-priority", drawing: "priority"),
    Alias(name: "hint", drawing: "information"),
    Alias(name: "history", drawing: "time"),
    Alias(name: "hyperlink", drawing: "link"),
    Alias(name: "image-viewer", drawing: "picture"),
    Alias(name: "in-progress", drawing: "pending"),
    Alias(name: "incoming-call", drawing: "call"),
    Alias(name: "info", drawing: "information"),
    Alias(name: "inspect", drawing: "search"),
    Alias(name: "internet-browser", drawing: "globe"),
    Alias(name: "inventory", drawing: "product"),
    Alias(name: "iphone", drawing: "call"),
    Alias(name: "it-host", drawing: "computer"),
    Alias(name: "it-system", drawing: "computer"),
    Alias(name: "kpi-corporate-performance", drawing: "chart"),
    Alias(name: "laptop", drawing: "computer"),
    Alias(name: "lateness", drawing: "pending"),
    Alias(name: "less", drawing: "remove"),
    Alias(name: "letter", drawing: "mail"),
    Alias(name: "lightbulb", drawing: "idea"),
    Alias(name: "line-chart", drawing: "chart"),
    Alias(name: "locate-me", drawing: "location"),
    Alias(name: "locked", drawing: "lock"),
    Alias(name: "machine", drawing: "process"),
    Alias(name: "maintenance", drawing: "wrench"),
    Alias(name: "map", drawing: "location"),
    Alias(name: "map-2", drawing: "location"),
    Alias(name: "media-play", drawing: "video"),
    Alias(name: "menu", drawing: "overflow"),
    Alias(name: "menu2", drawing: "overflow"),
    Alias(name: "message-error", drawing: "error"),
    Alias(name: "message-information", drawing: "information"),
    Alias(name: "message-popup", drawing: "message"),
    Alias(name: "message-success", drawing: "success"),
    Alias(name: "message-warning", drawing: "warning"),
    Alias(name: "minus", drawing: "remove"),
    Alias(name: "money-bills", drawing: "money"),
    Alias(name: "nav-back", drawing: "left"),
    Alias(name: "navigation-down-arrow", drawing: "down"),
    Alias(name: "navigation-left-arrow", drawing: "left"),
    Alias(name: "navigation-right-arrow", drawing: "right"),
    Alias(name: "navigation-up-arrow", drawing: "up"),
    Alias(name: "notes", drawing: "document"),
    Alias(name: "notification", drawing: "bell"),
    Alias(name: "notification-2", drawing: "bell"),
    Alias(name: "open-folder", drawing: "folder"),
    Alias(name: "outgoing-call", drawing: "call"),
    Alias(name: "package", drawing: "product"),
    Alias(name: "paperclip", drawing: "attachment"),
    Alias(name: "payment-approval", drawing: "money"),
    Alias(name: "pdf-attachment", drawing: "document"),
    Alias(name: "pencil", drawing: "edit"),
    Alias(name: "people", drawing: "group"),
    Alias(name: "permission", drawing: "key"),
    Alias(name: "person-placeholder", drawing: "person"),
    Alias(name: "phone", drawing: "call"),
    Alias(name: "photo", drawing: "picture"),
    Alias(name: "pie-chart", drawing: "chart"),
    Alias(name: "play", drawing: "video"),
    Alias(name: "plus", drawing: "add"),
    Alias(name: "post", drawing: "comment"),
    Alias(name: "priority-1", drawing: "priority"),
    Alias(name: "private", drawing: "lock"),
    Alias(name: "pushpin-on", drawing: "pin"),
    Alias(name: "question-mark", drawing: "question"),
    Alias(name: "redo", drawing: "refresh"),
    Alias(name: "reject", drawing: "cancel"),
    Alias(name: "request", drawing: "document"),
    Alias(name: "request-edit", drawing: "edit"),
    Alias(name: "reset", drawing: "refresh"),
    Alias(name: "restart", drawing: "refresh"),
    Alias(name: "sales-document", drawing: "document"),
    Alias(name: "sales-quote", drawing: "document"),
    Alias(name: "server", drawing: "computer"),
    Alias(name: "settings", drawing: "process"),
    Alias(name: "share-2", drawing: "share"),
    Alias(name: "shipping-status", drawing: "shipping"),
    Alias(name: "slim-arrow-left", drawing: "left"),
    Alias(name: "slim-arrow-right", drawing: "right"),
    Alias(name: "sort-ascending", drawing: "up"),
    Alias(name: "sort-descending", drawing: "down"),
    Alias(name: "star", drawing: "favorite"),
    Alias(name: "status-completed", drawing: "success"),
    Alias(name: "status-critical", drawing: "warning"),
    Alias(name: "status-error", drawing: "error"),
    Alias(name: "status-inactive", drawing: "inactive"),
    Alias(name: "status-negative", drawing: "error"),
    Alias(name: "status-positive", drawing: "success"),
    Alias(name: "supplier", drawing: "shipping"),
    Alias(name: "synchronize", drawing: "sync"),
    Alias(name: "sys-add", drawing: "add"),
    Alias(name: "sys-cancel", drawing: "cancel"),
    Alias(name: "sys-enter", drawing: "check"),
    Alias(name: "sys-enter-2", drawing: "success"),
    Alias(name: "sys-find", drawing: "search"),
    Alias(name: "sys-help", drawing: "question"),
    Alias(name: "sys-help-2", drawing: "question"),
    Alias(name: "sys-minus", drawing: "remove"),
    Alias(name: "tags", drawing: "tag"),
    Alias(name: "technical-object", drawing: "wrench"),
    Alias(name: "time-entry-request", drawing: "time"),
    Alias(name: "to-do", drawing: "task"),
    Alias(name: "trash", drawing: "delete"),
    Alias(name: "trending-down", drawing: "trend-down"),
    Alias(name: "trending-up", drawing: "trend-up"),
    Alias(name: "truck", drawing: "shipping"),
    Alias(name: "unlocked", drawing: "unlock"),
    Alias(name: "user", drawing: "person"),
    Alias(name: "user-edit", drawing: "edit"),
    Alias(name: "users", drawing: "group"),
    Alias(name: "vehicle", drawing: "shipping"),
    Alias(name: "visible", drawing: "show"),
    Alias(name: "wallet", drawing: "money"),
    Alias(name: "warning2", drawing: "warning"),
    Alias(name: "world", drawing: "globe"),
  ]

  /// The index in ``entries`` of the drawing that a name means. The name can have the prefix
  /// `sap-icon://`, or be one of FioriIcons, such as `FioriIcon.actions.addFavorite`.
  static func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    // No name begins with a pictograph.
    guard let first = name.first, first < 0x80 else { return nil }
    if let index = plainIndex(of: name) { return index }
    let own = ownName(name)
    if own.count < name.count, let index = plainIndex(of: own) { return index }
    guard name.starts(with: fioriPrefix.bytes) else { return nil }
    return kebabCase(own).withUnsafeBufferPointer { plainIndex(of: $0) }
  }

  /// The name without the prefix of an icon font. It is the whole name if there is none.
  static func ownName(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    if hasSAPPrefix(name) {
      return UnsafeBufferPointer(rebasing: name[sapPrefix.bytes.count...])
    }
    if name.starts(with: fioriPrefix.bytes), let dot = name.lastIndex(of: UInt8(ascii: ".")) {
      return UnsafeBufferPointer(rebasing: name[(dot + 1)...])
    }
    return name
  }

  /// Whether the name is an address of SAP's icon font.
  static func hasSAPPrefix(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.starts(with: sapPrefix.bytes)
  }

  private static let sapPrefix: StaticString = "sap-icon://"
  private static let fioriPrefix: StaticString = "FioriIcon."

  /// `add-favorite` for `addFavorite`.
  private static func kebabCase(_ name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in name {
      guard byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") else {
        result.append(byte)
        continue
      }
      if !result.isEmpty { result.append(UInt8(ascii: "-")) }
      result.append(byte | 0x20)
    }
    return result
  }

  private static func plainIndex(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = hash(name)
    while let found = names[slot] {
      if found.name.hasBytes(UnsafeRawBufferPointer(name)) { return found.index }
      slot = (slot &+ 1) & (slotCount &- 1)
    }
    return nil
  }

  /// All names and the indices of their drawings, by hash. It is never given back.
  private nonisolated(unsafe) static let names: UnsafePointer<(name: StaticString, index: Int)?> = {
    let slots = UnsafeMutablePointer<(name: StaticString, index: Int)?>.allocate(capacity: slotCount)
    slots.initialize(repeating: nil, count: slotCount)
    let own = entries.enumerated().map { (name: $1.name, index: $0) }
    let others = aliases.compactMap { alias in
      own.first { $0.name.hasBytes(UnsafeRawBufferPointer(alias.drawing.bytes)) }.map {
        (name: alias.name, index: $0.index)
      }
    }
    for entry in own + others {
      var slot = hash(entry.name.bytes)
      while slots[slot] != nil { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = entry
    }
    return UnsafePointer(slots)
  }()

  /// A power of two, at least twice the number of names.
  private static let slotCount = 1 << 10

  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = name.count
    for byte in name.prefix(16) { hash = (hash &* 31) &+ Int(byte) }
    return (hash ^ hash >> 10) & (slotCount &- 1)
  }
}

extension Icon {
  /// A drawing with all of its names, sorted, the glyph for it, and its form in ASCII.
  public struct Drawing: Sendable {
    public var names: [String]
    public var glyph: String
    public var ascii: String
  }

  /// All drawings, sorted by their own names, which come first in ``Drawing/names``.
  public static var drawings: [Drawing] {
    IconTable.entries.map { entry in
      let name = text(entry.name)
      let aliases = IconTable.aliases.filter { text($0.drawing) == name }.map { text($0.name) }
      return Drawing(names: [name] + aliases, glyph: text(entry.unicode), ascii: text(entry.ascii))
    }
  }

  /// Whether a string names an icon, so that it is not shown as a text: a name of the icon table,
  /// or any `sap-icon://` address.
  public static func isName(_ string: UnsafeBufferPointer<UInt8>) -> Bool {
    IconTable.index(of: string) != nil || IconTable.hasSAPPrefix(string)
  }

  /// The icon that a string means: a name, or a short text.
  public init(_ string: String) {
    var copy = string
    self = copy.withUTF8 { Self.isName($0) } ? Icon(name: string) : Icon(text: string)
  }

  private static func text(_ part: StaticString) -> String {
    String(decoding: part.bytes, as: UTF8.self)
  }
}
