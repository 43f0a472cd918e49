import CellProtocol

/// Writes the cell that a mapping makes of one record.
struct MappedCellWriter {
  private let record: JSONNode
  private var cell = Parameters()
  /// The entries of each list member, in order.
  private var lists: [String: [[UInt8]]] = [:]
  /// The parts written so far of a member that is set part by part.
  private var parts: [String: Parameters] = [:]

  init(record: JSONNode) {
    self.record = record
  }

  /// The cell as a JSON object without line feeds.
  var json: [UInt8] { cell.json.withoutLineBreaks }

  /// Writes all entries.
  /// - Throws: `Failure` with status `badData` where the title has no value.
  mutating func write(_ mapping: FieldMapping, id: CellID, place: RecordPlace) throws {
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
      throw Failure(.badData, "\(place): the record has no value for the title")
    }
  }

  private mutating func writeMember(_ entry: FieldMapping.Entry) {
    let kind = CellMember.kind(of: entry.member) ?? .any
    guard kind == .list else {
      if let value = value(of: entry.template, kind: kind) { cell.set(entry.member, json: value) }
      return
    }
    closePart(of: entry.member)
    if let values = entry.template.soleField?.value(in: record), values.kind == .array {
      for value in values.elements where !value.isNull { append(value.listEntry, to: entry.member) }
    } else if let value = value(of: entry.template, kind: .list) {
      append(value, to: entry.member)
    }
  }

  private mutating func writePart(_ part: String, of entry: FieldMapping.Entry) {
    let isList = CellMember.kind(of: entry.member) == .list
    // A part that the open entry has already begins the next one.
    if isList, part == "text" || parts[entry.member]?.contains(part) ?? false { closePart(of: entry.member) }
    guard let value = value(of: entry.template, kind: CellMember.partKind(of: part)) else { return }
    parts[entry.member, default: Parameters()].set(part, json: value)
    guard let written = parts[entry.member] else { return }
    if isList {
      cell.set(entry.member, json: array((lists[entry.member] ?? []) + [written.json]))
    } else {
      cell.set(entry.member, json: written.json)
    }
  }

  private mutating func closePart(of member: String) {
    if let written = parts.removeValue(forKey: member) { lists[member, default: []].append(written.json) }
  }

  private mutating func append(_ value: [UInt8], to member: String) {
    lists[member, default: []].append(value)
    cell.set(member, json: array(lists[member] ?? []))
  }

  private func array(_ values: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + values.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }

  /// The JSON of a template's value, or nil where it has none.
  private func value(of template: Template, kind: CellMember.Kind) -> [UInt8]? {
    if let field = template.soleField {
      guard let node = field.value(in: record) else { return nil }
      switch kind {
      case .text: return Array(JSONText.string(node.mappedText).utf8)
      case .list: return node.listEntry
      case .number, .flag, .any: return literal(node.mappedText, kind: kind, otherwise: Array(node.raw))
      }
    }
    guard let text = template.text(of: record) else { return nil }
    return literal(text, kind: kind, otherwise: Array(JSONText.string(text).utf8))
  }

  /// Numbers and flags that come as text, as from a CSV, are written as numbers and flags.
  private func literal(_ text: String, kind: CellMember.Kind, otherwise: [UInt8]) -> [UInt8] {
    switch kind {
    case .flag where text == "true" || text == "false": Array(text.utf8)
    case .number where JSONText.isNumber(text): Array(text.utf8)
    default: otherwise
    }
  }
}

extension JSONNode {
  /// The value as an entry of a list: objects stay, all else becomes a text.
  fileprivate var listEntry: [UInt8] {
    kind == .object ? Array(raw) : Array(JSONText.string(mappedText).utf8)
  }
}
