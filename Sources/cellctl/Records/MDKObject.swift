import CellWire

/// An object of a page of the Mobile Development Kit, for one entity. Members that nobody reads are
/// reported.
struct MDKObject {
  let path: String
  /// The entity that bindings read; nil without data.
  let entity: JSON?
  let issues: MDKIssues
  private let members: JSON
  private var read: Set<String> = ["_Type", "_Name"]

  init(_ members: JSON, path: String, entity: JSON?, issues: MDKIssues) {
    (self.members, self.path, self.entity, self.issues) = (members, path, entity, issues)
  }

  /// The name that the page has for it.
  var name: String? { members["_Name"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  func path(of name: String) -> String { path + "/" + name }

  /// The value of a member as it is written; nil if it is absent, null, or an empty text.
  mutating func value(_ name: String) -> JSON? {
    read.insert(name)
    guard let value = members[name], value != .null, value.string != "" else { return nil }
    return value
  }

  /// The text of a member, with its bindings replaced.
  mutating func text(_ name: String) -> String? {
    value(name).flatMap { MDKText.text(of: $0, entity: entity, path: path(of: name), issues) }
  }

  /// Whether a member is true; nil if it is absent, or not a Boolean.
  mutating func flag(_ name: String) -> Bool? {
    guard let value = value(name) else { return nil }
    if let flag = value.bool { return flag }
    let text = MDKText.text(of: value, entity: entity, path: path(of: name), issues)
    switch text?.lowercased() {
    case "true": return true
    case "false": return false
    case nil: return nil
    case let other?:
      issues.add(path(of: name), "expected true or false, got \"\(other)\"")
      return nil
    }
  }

  /// The object that a member is.
  mutating func object(_ name: String) -> MDKObject? {
    guard let value = value(name) else { return nil }
    guard value.members != nil else {
      issues.add(path(of: name), "expected an object\(MDKText.isRule(value.string) ? ", got a rule" : "")")
      return nil
    }
    return MDKObject(value, path: path(of: name), entity: entity, issues: issues)
  }

  /// The elements of a member that is a list.
  mutating func list(_ name: String) -> [(value: JSON, path: String)] {
    guard let value = value(name) else { return [] }
    guard let elements = value.array else {
      issues.add(path(of: name), "expected a list\(MDKText.isRule(value.string) ? ", got a rule" : "")")
      return []
    }
    return elements.enumerated().map { ($0.element, "\(path(of: name))/\($0.offset)") }
  }

  /// An icon that cells know: an address of SAP's icon font.
  mutating func icon(_ name: String) -> JSON? {
    guard let text = text(name) else { return nil }
    return Self.icon(text, path: path(of: name), issues)
  }

  static func icon(_ text: String, path: String, _ issues: MDKIssues) -> JSON? {
    if text.hasPrefix("sap-icon://") { return .string(text) }
    issues.add(
      path,
      "\"\(text)\" is a picture or a character of a font; an icon of a cell is a name such as sap-icon://home"
    )
    return nil
  }

  /// Reports the members that nobody has read. Empty ones mean nothing.
  func reportUnreadMembers() {
    var behaviours: [String] = []
    for member in members.members ?? [] where !read.contains(member.name) {
      switch member.value {
      case .null, .string(""), .array([]), .object([]), .bool(false): continue
      default: break
      }
      if member.name.hasPrefix("On") || Self.behaviours.contains(member.name) {
        behaviours.append(member.name)
      } else {
        issues.add(path(of: member.name), "not imported: cells have no part for it")
      }
    }
    if !behaviours.isEmpty {
      issues.add(path, "\(behaviours.joined(separator: ", ")): not imported: the behaviour of the app")
    }
  }

  /// Members that decide what an app does, besides those that begin with `On`.
  private static let behaviours: Set<String> = [
    "DataPaging", "DataSubscriptions", "FilterFeedbackBar", "HighlightSelectedItem", "LoadingIndicator",
    "PerformFirstActionWithFullSwipe", "Search", "Selection",
  ]
}
