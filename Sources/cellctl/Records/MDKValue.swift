import CellWire

/// A value of a page of the Mobile Development Kit, for one entity.
///
/// Texts name properties of the entity as `{Property}`, and those of an expanded entity as
/// `{Navigation/Property}`. Members of an object that nobody reads are reported.
final class MDKValue {
  let value: JSON
  private let path: String
  /// The entity that bindings read; nil without data.
  let entity: JSON?
  private let issues: MDKIssues
  private var read: Set<String> = ["_Type", "_Name"]

  init(_ value: JSON, path: String, entity: JSON? = nil, issues: MDKIssues) {
    (self.value, self.path, self.entity, self.issues) = (value, path, entity, issues)
  }

  /// The member of an object; nil if it is absent, null, or an empty text.
  subscript(name: String) -> MDKValue? {
    read.insert(name)
    guard let member = value[name], member != .null, member.string != "" else { return nil }
    return MDKValue(member, path: "\(path)/\(name)", entity: entity, issues: issues)
  }

  /// The value for another entity.
  func bound(to entity: JSON?) -> MDKValue { MDKValue(value, path: path, entity: entity, issues: issues) }

  /// Notes a sentence about the value, or about a member of it.
  func note(_ sentence: String, member: String? = nil) {
    issues.add(member.map { "\(path)/\($0)" } ?? path, sentence)
  }

  /// The name that the page has for it.
  var name: String? { value["_Name"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// The type that the page has for it.
  var type: String { value["_Type"]?.string ?? "(none)" }

  /// The object that a member is.
  func object(_ name: String) -> MDKValue? {
    guard let member = self[name] else { return nil }
    guard member.value.members != nil else {
      member.note("expected an object" + member.rule)
      return nil
    }
    return member
  }

  /// The elements of a member that is a list.
  func list(_ name: String) -> [MDKValue] {
    guard let member = self[name] else { return [] }
    guard let elements = member.value.array else {
      member.note("expected a list" + member.rule)
      return []
    }
    return elements.enumerated().map { index, element in
      MDKValue(element, path: "\(member.path)/\(index)", entity: entity, issues: issues)
    }
  }

  private var rule: String { Self.isRule(value.string ?? "") ? ", got a rule" : "" }

  /// The text of a member as JSON.
  func text(_ name: String) -> JSON? { self[name]?.text.map(JSON.string) }

  /// Whether a member is true; nil if it is absent, or not a Boolean.
  func flag(_ name: String) -> Bool? {
    guard let member = self[name], let text = member.text else { return nil }
    if let flag = ["true": true, "false": false][text.lowercased()] { return flag }
    member.note("expected true or false, got \"\(text)\"")
    return nil
  }

  /// The icon that cells know: an address of SAP's icon font.
  var icon: JSON? {
    guard let text else { return nil }
    if text.hasPrefix("sap-icon://") { return .string(text) }
    note(
      "\"\(text)\" is a picture or a character of a font; an icon of a cell is a name such as sap-icon://home"
    )
    return nil
  }

  /// Reports the members that nobody has read. Empty ones mean nothing.
  func reportUnreadMembers() {
    var behaviours: [String] = []
    for member in value.members ?? [] where !read.contains(member.name) {
      switch member.value {
      case .null, .string(""), .array([]), .object([]), .bool(false): continue
      default: break
      }
      if member.name.hasPrefix("On") || Self.behaviours.contains(member.name) {
        behaviours.append(member.name)
      } else {
        note("not imported: cells have no part for it", member: member.name)
      }
    }
    if !behaviours.isEmpty {
      note("\(behaviours.joined(separator: ", ")): not imported: the behaviour of the app")
    }
  }

  /// Members that decide what an app does, besides those that begin with `On`.
  private static let behaviours: Set<String> = [
    "DataPaging", "DataSubscriptions", "FilterFeedbackBar", "HighlightSelectedItem", "LoadingIndicator",
    "PerformFirstActionWithFullSwipe", "Search", "Selection",
  ]

  // MARK: Texts

  /// The text with its bindings replaced; nil if it is empty, or nothing that cells can show.
  /// Without an entity, it has the names of the properties.
  var text: String? {
    let text: String? =
      if let string = value.string { self.text(of: string) } else {
        plain(value, otherwise: "expected a text")
      }
    return text?.isEmpty == true ? nil : text
  }

  private func plain(_ value: JSON?, otherwise sentence: String) -> String? {
    switch value {
    case .string(let text), .number(let text): return text
    case .bool(let flag): return "\(flag)"
    case .null, nil: return nil
    case .array, .object:
      note(sentence)
      return nil
    }
  }

  /// Whether a text is the path of a rule, a program of the app.
  private static func isRule(_ text: String) -> Bool { text.hasPrefix("/") && text.hasSuffix(".js") }

  private static let target = "#Property:"

  private func text(of string: String) -> String? {
    if Self.isRule(string) {
      note("rules are programs of the app and do not run here (\(string))")
    } else if string.hasPrefix(Self.target) {
      return property(String(string.dropFirst(Self.target.count)))
    } else if string.hasPrefix("#") {
      note("a target path reads a page of the app (\(string))")
    } else {
      return replacingBindings(replacingFormats(string))
    }
    return nil
  }

  /// Replaces each `{Property}`. A brace without its other one is a letter.
  private func replacingBindings(_ string: String) -> String {
    var (text, rest) = ("", Substring(string))
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      text += rest[..<start]
      var name = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      // The older form is {{#Property:Name}}.
      if name.hasPrefix("{\(Self.target)"), rest.hasPrefix("}") {
        name = name.dropFirst(Self.target.count + 1)
        rest = rest.dropFirst()
      }
      text += property(String(name)) ?? ""
    }
    return text + rest
  }

  /// Replaces formats such as `$(L,key)` and `$(D,{Property},…)`: texts of a language, dates and
  /// numbers. The key or the value is shown as it is.
  private func replacingFormats(_ string: String) -> String {
    var (text, rest) = ("", Substring(string))
    while let start = rest.firstRange(of: "$(") {
      text += rest[..<start.lowerBound]
      guard let (arguments, end) = Self.arguments(rest[start.upperBound...]), arguments.count > 1 else {
        return text + rest[start.lowerBound...]
      }
      note(
        arguments[0] == "L"
          ? "the texts of languages are files of the app; the key \"\(arguments[1])\" is shown"
          : "the format $(\(arguments[0]),…) is not applied; the value is shown as it is")
      text += arguments[1]
      rest = end
    }
    return text + rest
  }

  /// Returns the arguments of a format, without blanks and quotes around them, and what follows its
  /// closing parenthesis; nil if it is not closed.
  private static func arguments(_ text: Substring) -> ([String], rest: Substring)? {
    var (list, depth) = ([""], 0)
    for index in text.indices {
      switch text[index] {
      case ")" where depth == 0:
        let plain = list.map { argument in
          let text = argument.trimmingBlanks
          return text.count > 1 && text.hasPrefix("'") && text.hasSuffix("'")
            ? String(text.dropFirst().dropLast()) : text
        }
        return (plain, text[text.index(after: index)...])
      case "," where depth == 0:
        list.append("")
        continue
      case "(", "{": depth += 1
      case ")", "}": depth -= 1
      default: break
      }
      list[list.count - 1].append(text[index])
    }
    return nil
  }

  /// The value of a property as a text. Without an entity it is the name of the property.
  private func property(_ name: String) -> String? {
    guard let entity else { return name }
    let value = name.split(separator: "/").reduce(JSON?.some(entity)) { $0?[String($1)] }
    issues.use(name, at: path, isThere: value != nil)
    return plain(value, otherwise: "the property \"\(name)\" is not a text")
  }
}

/// The parts of a page of the Mobile Development Kit that cells do not have, by their paths.
/// Each sentence is noted once.
final class MDKIssues {
  private let note: (String) -> Void
  private var noted: Set<String> = []
  /// The bindings that some entity has no value for, and those that some entity has one for.
  private var unbound: Set<Binding> = []
  private var bound: Set<Binding> = []

  private struct Binding: Hashable {
    var path: String
    var property: String
  }

  init(note: @escaping (String) -> Void) { self.note = note }

  /// Notes a sentence about the member at `path`.
  func add(_ path: String, _ sentence: String) {
    let line = "\(path.isEmpty ? "/" : path): \(sentence)"
    if noted.insert(line).inserted { note(line) }
  }

  /// Counts a use of a property by the text at `path`.
  func use(_ property: String, at path: String, isThere: Bool) {
    let binding = Binding(path: path, property: property)
    if isThere { bound.insert(binding) } else { unbound.insert(binding) }
  }

  /// Notes the properties that no entity had.
  func reportUnboundProperties() {
    for binding in unbound.subtracting(bound).sorted(by: { ($0.path, $0.property) < ($1.path, $1.property) })
    {
      add(binding.path, "no entity has the property \"\(binding.property)\"")
    }
  }
}
