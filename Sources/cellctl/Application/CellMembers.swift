import CellWire

/// The members of a cell as people read them. The page of `cellctl serve` has the same order and
/// words (members.js).
enum CellMembers {
  /// The members that have a name of their own, in the order in which they are shown.
  static let names: KeyValuePairs = [
    "id": "ID", "title": "Title", "subtitle": "Subtitle", "footnote": "Footnote", "caption": "Caption",
    "description": "Description", "preview": "Preview", "number": "Number", "icons": "Icons",
    "unread": "Unread", "image": "Image", "avatars": "Avatars", "status": "Status", "info": "Info",
    "tags": "Tags", "rating": "Rating", "accessory": "Accessory", "actions": "Actions", "swipe": "Swipe",
    "menu": "Menu", "detailActions": "Actions of this page", "selected": "Selected", "enabled": "Enabled",
    "href": "Link", "kind": "Kind", "columns": "Columns", "count": "Count", "header": "Header",
    "truncate": "Cut texts", "leading": "Leading", "trailing": "Trailing", "footnotes": "Footnotes",
    "chart": "Chart",
  ]
  /// The members of a value that are its text, by priority.
  private static let texts = ["text", "title", "initials", "label", "name", "id"]
  /// Values that are not shown, since they are the default of their member.
  private static let usual: Set = ["neutral", "square", "button", "normal", "auto"]

  /// Returns each member but `data`: its term, and its texts.
  static func lines(of cell: JSON) -> [(term: String, texts: [String])] {
    let members = (cell.members ?? []).filter { $0.name != "data" }
    let known = names.compactMap { name, _ in members.first { $0.name == name } }
    let others = members.filter { member in !names.contains { $0.key == member.name } }
    return (known + others).map { (term($0.name), lines(of: $0.value, named: $0.name)) }
  }

  /// Returns a cell as text, its data as JSON.
  static func text(of cell: JSON) -> String {
    let lines = lines(of: cell).map { "\($0.term): \($0.texts.joined(separator: ", "))\n" }
    return lines.joined() + (cell["data"].map { "Data: \($0.text)\n" } ?? "")
  }

  /// Returns the name of a member as people read it.
  static func term(_ name: String) -> String { names.first { $0.key == name }?.value ?? name }

  private static func lines(of value: JSON, named name: String) -> [String] {
    if name == "rating" { return [rating(value)] }
    if let elements = value.array { return elements.map(words) }
    guard let members = value.members, texts.prefix(3).allSatisfy({ value[$0] == nil }) else {
      return [words(value)]
    }
    return members.map { "\(term($0.name)): \(words($0.value))" }
  }

  private static func rating(_ value: JSON) -> String {
    let count = value["count"]?.int.map { " (\($0.grouped))" } ?? ""
    return "\(words(value["value"] ?? .null)) of \(value["max"].map(words) ?? "5")\(count)"
  }

  /// Returns a value as words: its text, and what else it has in parentheses.
  private static func words(_ value: JSON) -> String {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "yes" : "no"
    case .number(let digits): return digits
    case .string(let text): return text
    case .array(let elements): return elements.map(words).joined(separator: ", ")
    case .object(let members):
      let main = texts.first { value[$0] != nil }
      let others = members.filter { $0.name != main && says($0) && !($0.name == "id" && main != nil) }
      let more = others.map(other).joined(separator: ", ")
      guard let main, let text = value[main] else { return more }
      return more.isEmpty ? words(text) : "\(words(text)) (\(more))"
    }
  }

  /// Whether a member differs from its default.
  private static func says(_ member: JSON.Member) -> Bool {
    if let bool = member.value.bool { return bool != (member.name == "enabled") }
    return member.value.string.map { !usual.contains($0) } ?? true
  }

  private static func other(_ member: JSON.Member) -> String {
    if member.name == "enabled" { return "disabled" }
    if member.value.bool == true { return member.name }
    let isWord = ["state", "role", "kind", "shape"].contains(member.name)
    return isWord ? words(member.value) : "\(member.name) \(words(member.value))"
  }
}

extension Int {
  /// The digits in groups: `12,345`.
  var grouped: String {
    let digits = Array(String(magnitude))
    let parts = digits.indices.map { index in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
    }
    return (self < 0 ? "-" : "") + parts.joined()
  }
}
