import CellClient
import CellEngine
import CellWire

private typealias Status = CellEngine.Status

/// Writes the cell that a mapping makes of one record.
struct MappedCellWriter {
  private let record: JSONNode
  private let context: FieldContext
  private var cell = Parameters()
  /// The entries of each list member, in order.
  private var lists: [ExactText: [[UInt8]]] = [:]
  /// The parts written so far of a member that is set part by part.
  private var parts: [ExactText: Parameters] = [:]
  /// The words of statuses whose state is unknown.
  private(set) var unknownStates: [String] = []

  init(record: JSONNode, context: FieldContext = FieldContext()) {
    self.record = record
    self.context = context
  }

  /// The cell as a JSON object without line feeds.
  var json: [UInt8] { cell.json.withoutLineBreaks }

  /// Copies the members of the record that the mapping does not set.
  mutating func keepMembers(withoutThoseOf mapping: FieldMapping) {
    let mapped = Set(mapping.entries.map(\.member.exact))
    for member in record.members {
      guard let name = member.name.string, !mapped.contains(name.exact) else { continue }
      cell.set(name, json: member.value.raw)
    }
  }

  /// Writes all entries.
  /// - Throws: `Failure` with status `badData` if the mapping has a title and the record has no
  ///   value for it.
  mutating func write(_ mapping: FieldMapping, id: CellID, position: RecordPosition) throws {
    cell.set("id", json: id.json)
    for entry in mapping.entries where entry.member != "id" {
      if let part = entry.part {
        writePart(part, of: entry)
      } else {
        writeMember(entry)
      }
    }
    let hasTitle = mapping.entries.contains { $0.member == "title" }
    guard !hasTitle || cell.contains("title") else {
      throw Failure(
        .badData, "\(position): the record has no value for the title",
        hint: IDAssignment.fields(of: record))
    }
  }

  private mutating func writeMember(_ entry: FieldMapping.Entry) {
    guard entry.isList else {
      if let value = value(of: entry.template, kind: entry.kind) { cell.set(entry.member, json: value) }
      return
    }
    closePart(of: entry.member)
    let elements = entry.member == "status" ? statuses(of: entry.template) : elements(of: entry.template)
    guard !elements.isEmpty else { return }
    lists[entry.member.exact, default: []] += elements
    cell.set(entry.member, json: array(lists[entry.member.exact] ?? []))
  }

  private mutating func writePart(_ part: String, of entry: FieldMapping.Entry) {
    // A part that the open element has already starts the next element.
    if entry.isList, part == "text" || parts[entry.member.exact]?.contains(part) ?? false {
      closePart(of: entry.member)
    }
    guard var value = value(of: entry.template, kind: entry.kind) else { return }
    if entry.member == "status", part == "state" { value = state(value, of: entry.template) }
    parts[entry.member.exact, default: Parameters()].set(part, json: value)
    guard let written = parts[entry.member.exact] else { return }
    if entry.isList {
      cell.set(entry.member, json: array((lists[entry.member.exact] ?? []) + [written.json]))
    } else {
      cell.set(entry.member, json: written.json)
    }
  }

  private mutating func closePart(of member: String) {
    if let written = parts.removeValue(forKey: member.exact) {
      lists[member.exact, default: []].append(written.json)
    }
  }

  private func array(_ values: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  /// Returns the JSON of a template's value, or nil if it has none.
  private func value(of template: Template, kind: CellMember.Kind) -> [UInt8]? {
    if kind == .list {
      let elements = elements(of: template)
      return elements.isEmpty ? nil : array(elements)
    }
    if let field = template.soleField, field.filter == nil {
      switch field.value(in: record) {
      case .none: return nil
      case .one(let node) where kind == .text && node.kind == .string:
        return field.text(in: record, context).map { Array(JSONText.string($0).utf8) }
      case .one(let node) where kind != .text:
        return literal(node.mappedText, kind: kind, otherwise: Array(node.raw))
      case .one(let node): return Array(JSONText.string(node.mappedText).utf8)
      case .several(let nodes) where kind == .any: return array(nodes.map { Array($0.raw) })
      case .several(let nodes):
        return Array(JSONText.string(nodes.map(\.mappedText).joined(separator: ", ")).utf8)
      }
    }
    guard let text = template.text(of: record, context) else { return nil }
    return literal(text, kind: kind, otherwise: Array(JSONText.string(text).utf8))
  }

  /// Returns the elements that a template adds to a list: those of an array, or one.
  private func elements(of template: Template) -> [[UInt8]] {
    if let field = template.soleField, field.filter == nil || field.filter == .state {
      switch field.value(in: record) {
      case .none: return []
      case .one(let node) where node.kind == .array:
        return node.elements.filter { !$0.isNull }.map(listElement)
      case .one(let node): return [listElement(node)]
      case .several(let nodes): return nodes.map(listElement)
      }
    }
    return template.text(of: record, context).map { [Array(JSONText.string($0).utf8)] } ?? []
  }

  /// Returns the statuses of a template, with the state of their words. Objects are kept.
  private mutating func statuses(of template: Template) -> [[UInt8]] {
    guard let field = template.soleField, let (path, value) = field.found(in: record) else {
      return elements(of: template).map { status($0, name: nil) }
    }
    let name = FieldName(path.nameOfValue)
    let nodes: [JSONNode]
    switch value {
    case .none: nodes = []
    case .one(let node): nodes = node.kind == .array ? Array(node.elements.filter { !$0.isNull }) : [node]
    case .several(let several): nodes = several
    }
    var statuses: [[UInt8]] = []
    for node in nodes {
      if field.filter != .state {
        statuses.append(status(listElement(node), name: name))
      } else if let status = status(
        of: node, name: name, isUpperCase: path.nameOfValue.uppercased() == path.nameOfValue)
      {
        statuses.append(status)
      }
    }
    return statuses
  }

  /// Returns the status of a value in the sense of the name of its field.
  private mutating func status(of node: JSONNode, name: FieldName, isUpperCase: Bool) -> [UInt8]? {
    let text = node.mappedText.trimmingBlanks
    guard !text.isEmpty, ValueKind(of: text) != .empty else { return nil }
    if let value = ["true": true, "false": false][text.lowercased()] {
      return Self.status(StateWords.text(of: value, name: name), StateWords.state(of: value, name: name))
    }
    if let number = Double(text) {
      return Self.status(
        StateWords.word(ofCode: number, name: name, isUpperCase: isUpperCase) ?? text,
        StateWords.state(ofCode: number, name: name, isUpperCase: isUpperCase))
    }
    return worded(text, name: name)
  }

  /// Adds the state of its word to a status that is a text.
  private mutating func status(_ element: [UInt8], name: FieldName?) -> [UInt8] {
    guard element.first == UInt8(ascii: "\""), let text = (try? JSON(parsing: element))?.string else {
      return element
    }
    return worded(text, name: name)
  }

  private mutating func worded(_ text: String, name: FieldName?) -> [UInt8] {
    let state = StateWords.state(of: text, name: name)
    if state == nil { unknownStates.append(text) }
    return Self.status(text, state)
  }

  private static func status(_ text: String, _ state: Status.State?) -> [UInt8] {
    guard let state, state != .neutral else { return Array(JSONText.string(text).utf8) }
    return Array(#"{"text":\#(JSONText.string(text)),"state":"\#(state.rawValue)"}"#.utf8)
  }

  /// Returns a state: one of celld's, else that of the word. Unknown words are neutral.
  private func state(_ value: [UInt8], of template: Template) -> [UInt8] {
    guard let text = (try? JSON(parsing: value))?.string, Status.State(rawValue: text) == nil else {
      return value
    }
    let name = template.soleField?.paths.first.map { FieldName($0.nameOfValue) }
    return Array(JSONText.string((StateWords.state(of: text, name: name) ?? .neutral).rawValue).utf8)
  }

  /// Writes numbers and booleans that come as text, as from a CSV file, as numbers and booleans.
  private func literal(_ text: String, kind: CellMember.Kind, otherwise: [UInt8]) -> [UInt8] {
    switch kind {
    case .flag where text == "true" || text == "false": Array(text.utf8)
    case .number where JSONText.isNumber(text): Array(text.utf8)
    default: otherwise
    }
  }

  /// Returns a value as an element of a list: objects are kept, anything else becomes a text.
  private func listElement(_ node: JSONNode) -> [UInt8] {
    guard node.kind != .object else { return Array(node.raw) }
    let text = context.hidesSecrets ? FieldContext.withoutUser(node.mappedText) : node.mappedText
    return Array(JSONText.string(text).utf8)
  }
}
