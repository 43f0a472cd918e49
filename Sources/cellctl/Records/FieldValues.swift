import CellProtocol
import CellWire

extension FieldPath {
  /// Returns the values in a record, without nulls. There is at most one if no step is `*`.
  func values(in record: JSONNode) -> [JSONNode] {
    var nodes = [record]
    for step in steps {
      switch step {
      case .name(let name): nodes = nodes.compactMap { $0.child(name) }
      case .dotted(let names):
        nodes = nodes.compactMap { node in
          node.child(names.joined(separator: "."))
            ?? names.reduce(JSONNode?.some(node)) { $0?.child($1) }
        }
      case .each: nodes = nodes.flatMap(\.children)
      }
      if nodes.isEmpty { return [] }
    }
    return nodes.filter { !$0.isNull }
  }

  /// Whether the path can have several values.
  var isPlural: Bool { steps.contains(.each) }
}

extension Field {
  /// Returns the first path that has values, and them: one, or several of a path with `*`. Of
  /// several paths, empty texts are skipped.
  func found(in record: JSONNode) -> (path: FieldPath, nodes: [JSONNode])? {
    for path in paths {
      let values = path.values(in: record)
      guard let first = values.first else { continue }
      if paths.count > 1, !path.isPlural, first.utf8?.isEmpty == true { continue }
      return (path, values)
    }
    return nil
  }

  /// Whether a record has a value for the field.
  func hasValue(in record: JSONNode) -> Bool {
    paths.contains { !$0.values(in: record).isEmpty }
  }

  /// Returns the value as a text, or nil if there is none.
  /// - Parameter context: what filters and guesses need to write it.
  func text(in record: JSONNode, _ context: FieldContext = FieldContext()) -> String? {
    guard let (path, nodes) = found(in: record) else { return nil }
    let text = nodes.map { context.text(of: $0, at: path, in: record) }.joined(separator: ", ")
    guard let filter else { return text }
    let written = filter.text(of: text, name: FieldName(path.nameOfValue), now: context.now)
    return written.isEmpty ? nil : written
  }
}

extension FieldPath {
  /// The name with the meaning of the value: `status` for `status/name` and `status/0`.
  var nameOfValue: String {
    Self.nameOfValue(
      steps.compactMap {
        switch $0 {
        case .name(let name): name
        case .dotted(let names): names.last
        case .each: nil
        }
      })
  }

  /// The name of a field is that of the object around it if its own is only about the form.
  static func nameOfValue(_ path: [String]) -> String {
    guard let last = path.last, path.count > 1 else { return path.last ?? "" }
    let before = path[path.count - 2]
    if last.allSatisfy(\.isNumber) { return before }
    let lower = last.lowercased()
    if ["#text", "$t", "_text", "value", "text", "_", "string", "rendered", "plain", "raw"].contains(lower),
      !before.allSatisfy(\.isNumber)
    {
      return before
    }
    if ["name", "displayname", "title", "label"].contains(lower),
      FieldWords.statuses[FieldName(before).joined] ?? 0 >= 5
    {
      return before
    }
    return last
  }
}

/// The time and the rule about secrets, for the texts of fields.
struct FieldContext {
  /// The seconds since 1970.
  var now = 0.0
  /// Whether a guess chose the fields, so that secrets are hidden.
  var hidesSecrets = false

  /// Returns the text of a value.
  fileprivate func text(of node: JSONNode, at path: FieldPath, in record: JSONNode) -> String {
    let text = node.mappedText
    guard hidesSecrets, node.kind == .string else { return text }
    return isSecret(path, in: record) ? "•••" : Self.withoutUser(text.trimmingBlanks)
  }

  /// Whether a value is beside a name of a secret, as in `{"name": "API_KEY", "value": "…"}`.
  private func isSecret(_ path: FieldPath, in record: JSONNode) -> Bool {
    guard case .name(let last)? = path.steps.last,
      ["value", "val", "data", "content", "default"].contains(last.lowercased())
    else { return false }
    let parents = FieldPath(steps: path.steps.dropLast()).values(in: record)
    return parents.contains { parent in
      ["name", "Name", "key", "Key", "variable", "header", "field", "setting"].contains { name in
        parent.member(named: name)?.string.map { FieldName($0).isSecret } == true
      }
    }
  }

  /// Removes user and password from the addresses in a text.
  static func withoutUser(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "@")), text.utf8.contains(UInt8(ascii: ":")) else { return text }
    var (plain, rest) = ("", text[...])
    while let character = rest.first {
      if rest.hasPrefix("://") {
        plain += "://"
        rest = rest.dropFirst(3)
        let host = rest.prefix { !"/?# \"'<>".contains($0) }
        if let at = host.lastIndex(of: "@") { rest = rest[at...].dropFirst() }
      } else {
        plain.append(character)
        rest.removeFirst()
      }
    }
    return plain
  }
}

extension Template {
  /// Returns the text that the template makes of a record, or nil if none of its fields has a
  /// value.
  /// - Parameter context: what filters and guesses need to write values.
  func text(of record: JSONNode, _ context: FieldContext = FieldContext()) -> String? {
    var text = ""
    var hasFields = false
    var hasValues = false
    for part in parts {
      switch part {
      // It separates values, so it is not next to a missing one.
      case .literal(Self.separator):
        if hasValues, !text.hasSuffix(Self.separator) { text += Self.separator }
      case .literal(let literal): text += literal
      case .field(let field):
        hasFields = true
        guard let value = field.text(in: record, context) else { continue }
        hasValues = true
        text += value
      }
    }
    if parts.count > 1, text.hasSuffix(Self.separator) { text.removeLast(Self.separator.count) }
    return hasFields && !hasValues ? nil : text
  }

  /// The text between the values of a line.
  static let separator = " · "
}

extension JSONNode {
  /// Returns the member of an object, or the element at an index of an array.
  fileprivate func child(_ name: String) -> JSONNode? {
    switch kind {
    case .object: return member(named: name)
    case .array:
      guard let index = Int(name), index >= 0 else { return PairList.value(named: name, in: self) }
      return elements.dropFirst(index).first { _ in true }
    default: return nil
    }
  }

  /// The values of the members of an object, or the elements of an array.
  fileprivate var children: [JSONNode] {
    switch kind {
    case .object: members.map(\.value)
    case .array: Array(elements)
    default: []
    }
  }

  /// The value as a text for people: a string unchanged, an array joined by ", ", an object as
  /// `name: value` joined by ", ".
  var mappedText: String {
    switch kind {
    case .string: string ?? ""
    case .array: elements.filter { !$0.isNull }.map(\.mappedText).joined(separator: ", ")
    case .object:
      members.filter { !$0.value.isNull }
        .map { "\($0.name.string ?? ""): \($0.value.mappedText)" }.joined(separator: ", ")
    case .null: ""
    default: rawText
    }
  }
}

/// Lists of objects that pair a name with a value, as tags, headers and variables are written.
enum PairList {
  /// Returns the members with the name and with the value.
  static func members(of elements: [JSONNode]) -> (name: String, value: String)? {
    for (name, value) in FieldWords.pairs
    where elements.allSatisfy({
      $0.member(named: name) != nil && $0.member(named: value) != nil && $0.count <= 3
    }) {
      return (name, value)
    }
    return nil
  }

  /// Returns the value beside a name; nil if a list is not such a list.
  static func value(named name: String, in list: JSONNode) -> JSONNode? {
    guard let (key, value) = members(of: Array(list.elements)) else { return nil }
    return list.elements.first { $0.member(named: key)?.mappedText.exact == name.exact }?.member(named: value)
  }
}
