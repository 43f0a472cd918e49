import CellClient
import CellEngine
import CellWire

private typealias Status = CellEngine.Status

/// Writes the cell that a mapping makes of one record.
struct MappedCellWriter {
  private let record: JSONNode
  private let context: FieldContext
  private var cell = Parameters()
  /// The elements of each list member, in order.
  private var lists: [ExactText: [[UInt8]]] = [:]
  /// The object of a member that is being set part by part. In a list, it is the last element.
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
      } else if entry.isList {
        parts[entry.member.exact] = nil
        append(entry.member == "status" ? statuses(of: entry.template) : list(of: entry.template), to: entry)
      } else if let value = value(of: entry.template, kind: entry.kind) {
        cell.set(entry.member, json: value)
      }
    }
    let hasTitle = mapping.entries.contains { $0.member == "title" }
    guard !hasTitle || cell.contains("title") else {
      throw Failure(
        .badData, "\(position): the record has no value for the title",
        hint: IDAssignment.fields(of: record))
    }
  }

  private mutating func append(_ elements: [[UInt8]], to entry: FieldMapping.Entry) {
    guard !elements.isEmpty else { return }
    lists[entry.member.exact, default: []] += elements
    cell.set(entry.member, json: Self.array(lists[entry.member.exact] ?? []))
  }

  private mutating func writePart(_ part: String, of entry: FieldMapping.Entry) {
    let member = entry.member.exact
    // A part that the open element has already starts the next element.
    if entry.isList, part == "text" || parts[member]?.contains(part) == true { parts[member] = nil }
    guard var value = value(of: entry.template, kind: entry.kind) else { return }
    if entry.member == "status", part == "state" { value = state(of: entry.template) ?? value }
    var object = parts[member] ?? Parameters()
    object.set(part, json: value)
    if entry.isList {
      if parts[member] != nil { lists[member]?.removeLast() }
      append([object.json], to: entry)
    } else {
      cell.set(entry.member, json: object.json)
    }
    parts[member] = object
  }

  // MARK: Values

  private static func array(_ values: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  private static func string(_ text: String) -> [UInt8] { Array(JSONText.string(text).utf8) }

  /// Returns the JSON of a template's value, or nil if it has none.
  private func value(of template: Template, kind: CellMember.Kind) -> [UInt8]? {
    if kind == .list {
      let elements = list(of: template)
      return elements.isEmpty ? nil : Self.array(elements)
    }
    if kind != .text, let field = template.soleField, field.filter == nil,
      let (path, nodes) = field.found(in: record)
    {
      if !path.isPlural {
        return Self.literal(nodes[0].mappedText, kind: kind) ?? Array(nodes[0].raw)
      }
      if kind == .any { return Self.array(nodes.map { Array($0.raw) }) }
    }
    return template.text(of: record, context).map { Self.literal($0, kind: kind) ?? Self.string($0) }
  }

  /// Writes numbers and booleans that come as text, as from a CSV file, as numbers and booleans.
  private static func literal(_ text: String, kind: CellMember.Kind) -> [UInt8]? {
    switch kind {
    case .flag where text == "true" || text == "false": Array(text.utf8)
    case .number where JSONText.isNumber(text): Array(text.utf8)
    default: nil
    }
  }

  // MARK: Lists

  /// The values that a field adds to a list: those of an array, or one. The last one of a path is
  /// its name.
  private func nodes(of field: Field) -> (path: FieldPath, nodes: [JSONNode])? {
    guard let (path, nodes) = field.found(in: record) else { return nil }
    guard !path.isPlural, nodes[0].kind == .array else { return (path, nodes) }
    return (path, nodes[0].elements.filter { !$0.isNull })
  }

  /// Returns the elements that a template adds to a list. Objects are kept, anything else becomes a
  /// text.
  private func list(of template: Template, _ write: (String) -> [UInt8] = string) -> [[UInt8]] {
    guard let field = template.soleField, field.filter == nil || field.filter == .state else {
      return template.text(of: record, context).map { [write($0)] } ?? []
    }
    return (nodes(of: field)?.nodes ?? []).map { node in
      guard node.kind != .object else { return Array(node.raw) }
      return write(context.hidesSecrets ? FieldContext.withoutUser(node.mappedText) : node.mappedText)
    }
  }

  /// Returns the statuses of a template, with the state of their words.
  private mutating func statuses(of template: Template) -> [[UInt8]] {
    let found = template.soleField.flatMap(nodes)
    let spelling = found?.path.nameOfValue
    let name = spelling.map { FieldName($0) }
    var unknown: [String] = []
    func worded(_ text: String) -> [UInt8] {
      let state = StateWords.state(of: text, name: name)
      if state == nil { unknown.append(text) }
      return Self.status(text, state)
    }
    defer { unknownStates += unknown }
    guard template.soleField?.filter == .state, let found, let spelling, let name else {
      return list(of: template, worded)
    }
    let isUpperCase = spelling.uppercased() == spelling
    return found.nodes.compactMap { node in
      let text = node.mappedText.trimmingBlanks
      guard !text.isEmpty, ValueKind(of: text) != .empty else { return nil }
      if let value = ["true": true, "false": false][text.lowercased()] {
        return Self.status(StateWords.text(of: value, name: name), StateWords.state(of: value, name: name))
      }
      guard let number = Double(text) else { return worded(text) }
      return Self.status(
        StateWords.word(ofCode: number, name: name, isUpperCase: isUpperCase) ?? text,
        StateWords.state(ofCode: number, name: name, isUpperCase: isUpperCase))
    }
  }

  private static func status(_ text: String, _ state: Status.State?) -> [UInt8] {
    guard let state, state != .neutral else { return string(text) }
    return Array(#"{"text":\#(JSONText.string(text)),"state":"\#(state.rawValue)"}"#.utf8)
  }

  /// Returns a state: one of celld's, else that of the word. Unknown words are neutral.
  private func state(of template: Template) -> [UInt8]? {
    guard let text = template.text(of: record, context) else { return nil }
    let name = template.soleField?.paths.first.map { FieldName($0.nameOfValue) }
    let state = Status.State(rawValue: text) ?? StateWords.state(of: text, name: name) ?? .neutral
    return Self.string(state.rawValue)
  }
}
