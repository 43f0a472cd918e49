import CellClient
import CellWire

/// Makes cells, as JSON, from records.
struct CellBuilder {
  private let pipeline: RecordPipeline
  private var mapping: FieldMapping? { pipeline.mapping }
  /// Whether the mapping has the field `{index}`, and the number of records before.
  private let usesIndex: Bool
  private var index = 0
  /// The time and the rule about secrets, for the texts of mapped fields.
  private let context: FieldContext
  private var ids: IDAssignment
  private var fieldUse: FieldUse
  /// The words of statuses whose state is unknown.
  private(set) var unknownStates: Set<String> = []

  /// A cell, ready for a request.
  struct Cell {
    /// The id as a text.
    var id: String
    /// A JSON object without line feeds.
    var json: [UInt8]
  }

  init(_ pipeline: RecordPipeline) {
    self.pipeline = pipeline
    usesIndex =
      pipeline.mapping?.fields.contains { $0.paths.contains { $0.steps == [.name("index")] } } == true
    context = FieldContext(now: RecordPipeline.seconds, hidesSecrets: pipeline.hidesSecrets)
    ids = IDAssignment(pipeline)
    fieldUse = FieldUse(pipeline.mapping, note: pipeline.note)
  }

  /// Makes the cell of a record.
  /// - Throws: `Failure` with status `badData` that names the position.
  mutating func cell(of record: Record) throws -> Cell {
    guard record.isUTF8 else { throw TextEncoding.failure(at: record.position) }
    defer { index += 1 }
    var document = try record.document()
    if usesIndex, document.withRoot({ $0.kind == .object && $0.member(named: "index") == nil }) {
      var numbered = record
      let rest = record.bytes.drop { $0 != UInt8(ascii: "{") }.dropFirst()
      let isEmpty = rest.first { !$0.isJSONSpace } == UInt8(ascii: "}")
      numbered.bytes = Array("{\"index\":\(index)\(isEmpty ? "" : ",")".utf8) + rest
      document = try numbered.document()
    }
    return try document.withRoot { try cell(of: $0, record: record) }
  }

  /// Reports the fields that no record had. Call it at the end of the records.
  func reportUnusedFields() {
    fieldUse.report()
  }

  private mutating func cell(of root: JSONNode, record: Record) throws -> Cell {
    guard root.kind == .object else {
      throw Failure(
        .badData, "\(record.position): the record is not a JSON object",
        hint: "records are JSON objects: {\"id\": 1, \"title\": \"…\"}")
    }
    let id: CellID
    do {
      id = try ids.id(of: root, record: record)
    } catch let failure as Failure where mapping == nil && pipeline.program == nil {
      throw failure.suggestingPreset(for: root)
    }
    if pipeline.program != nil { try requireExact(id, record: record) }
    let columns = pipeline.mapsColumns ? root.members.compactMap(\.name.string).filter { $0 != "id" } : nil
    if let mapping = try columns.map(FieldMapping.init(columns:)) ?? mapping {
      fieldUse.see(root)
      var writer = MappedCellWriter(record: root, context: context)
      if pipeline.keepsCells, root.isCell { writer.keepMembers(withoutThoseOf: mapping) }
      try writer.write(mapping, id: id, position: record.position)
      unknownStates.formUnion(writer.unknownStates)
      return Cell(id: id.text, json: writer.json)
    }
    if ids.isOwnID {
      return Cell(id: id.text, json: record.bytes.withoutLineBreaks)
    }
    var members = Parameters()
    members.set("id", json: id.json)
    for member in root.members where !member.name.equals("id") {
      members.set(member.name.string ?? "", json: member.value.raw)
    }
    return Cell(id: id.text, json: members.json.withoutLineBreaks)
  }

  /// jq 1.6 rounds integers beyond 2^53 to a number that another record may have, too.
  private func requireExact(_ id: CellID, record: Record) throws {
    guard id.json.first != UInt8(ascii: "\""), let value = Double(id.text), abs(value) >= 0x1p53 else {
      return
    }
    throw Failure(
      .badData, "\(record.position): jq may have rounded the id \(id.text), which is larger than 2^53",
      hint: "have the source write it as a text, or map it without jq: --map 'id={id},title=…'")
  }
}

extension JSONNode {
  /// Whether it has a title, and no members that cells don't have.
  fileprivate var isCell: Bool {
    present("title") != nil && members.allSatisfy { $0.name.string.flatMap(CellMember.init) != nil }
  }
}

extension Failure {
  /// Returns the failure with a hint at the preset that reads such records, if there is one.
  fileprivate func suggestingPreset(for record: JSONNode) -> Failure {
    guard let preset = PresetLibrary.all.first(where: { $0.fits(record) }) else { return self }
    return Failure(
      status, message, hint: "the preset \(preset.name) reads such records: --preset \(preset.name)")
  }
}
