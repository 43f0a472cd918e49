import CellProtocol

/// Makes cells, as JSON, from records.
struct CellBuilder {
  private let mapping: FieldMapping?
  private let idRule: IDRule?
  /// The number of records with each hash, so that equal records get different ids.
  private var hashes: [String: Int] = [:]

  /// A cell, ready for a request.
  struct Cell {
    /// The id as a text.
    var id: String
    /// A JSON object without line feeds.
    var json: [UInt8]
  }

  init(mapping: FieldMapping?, idRule: IDRule?) {
    self.mapping = mapping
    self.idRule = idRule
  }

  /// Makes the cell of a record.
  /// - Throws: `Failure` with status `badData` that names the record's line.
  mutating func cell(of record: Record) throws -> Cell {
    let document: JSONDocument
    do {
      document = try JSONDocument(record.bytes)
    } catch {
      guard record.bytes.first == UInt8(ascii: "{") else { throw Self.notAnObject(record) }
      throw Failure(
        .badData, "\(record.position): \(error.sentence)",
        hint: record.bytes == [UInt8(ascii: "{")] ? "write one record per line, like 'jq -c'" : nil)
    }
    return try document.withRoot { try cell(of: $0, record: record) }
  }

  private mutating func cell(of root: JSONNode, record: Record) throws -> Cell {
    guard root.kind == .object else { throw Self.notAnObject(record) }
    let id = try id(of: root, record: record)
    if let mapping {
      var writer = MappedCellWriter(record: root)
      try writer.write(mapping, id: id, position: record.position)
      return Cell(id: id.text, json: writer.json)
    }
    if idRule == nil {
      return Cell(id: id.text, json: record.bytes.withoutLineBreaks)
    }
    var members = Parameters()
    members.set("id", json: id.json)
    for member in root.members where !member.name.equals("id") {
      members.set(member.name.string ?? "", json: member.value.raw)
    }
    return Cell(id: id.text, json: members.json.withoutLineBreaks)
  }

  private static func notAnObject(_ record: Record) -> Failure {
    Failure(
      .badData, "\(record.position): the record is not a JSON object",
      hint: "records are JSON objects, one per line: {\"id\": 1, \"title\": \"…\"}")
  }

  private mutating func id(of root: JSONNode, record: Record) throws -> CellID {
    switch idRule {
    case .line: return CellID(text: "\(record.position.line)")
    case .hash:
      let hash = IDRule.hash(of: record.bytes)
      let count = hashes[hash, default: 0] + 1
      hashes[hash] = count
      return CellID(text: count == 1 ? hash : "\(hash)-\(count)")
    case .template(let template):
      guard let text = template.text(of: root), !text.isEmpty else {
        throw Failure(.badData, "\(record.position): the record has no value for --id")
      }
      return CellID(text: text)
    case nil:
      if let entry = mapping?.entries.first(where: { $0.member == "id" }) {
        guard let text = entry.template.text(of: root), !text.isEmpty else {
          throw Failure(.badData, "\(record.position): the record has no value for the mapped id")
        }
        return CellID(text: text)
      }
      guard let own = root.present("id") else {
        throw Failure(
          .badData, "\(record.position): the record has no \"id\"",
          hint: "name the field with --id FIELD, or use --id line or --id hash")
      }
      return CellID(text: own.mappedText, json: own.raw)
    }
  }
}

/// An id as a text, and as JSON in the spelling of the record.
struct CellID {
  let text: String
  let json: [UInt8]

  init(text: String, json: (some Collection<UInt8>)?) {
    self.text = text
    self.json = json.map { Array($0) } ?? Array(JSONText.string(text).utf8)
  }

  init(text: String) {
    self.init(text: text, json: [UInt8]?.none)
  }
}
