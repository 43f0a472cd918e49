import CellClient
import CellWire

/// Makes cells, as JSON, from records.
struct CellBuilder {
  private let mapping: FieldMapping?
  private let keepsCells: Bool
  /// Whether the mapping has the field `{index}`, and the number of records before.
  private let usesIndex: Bool
  private var index = 0
  /// Whether all values are texts, and columns are named like the members of a cell.
  private let mapsColumns: Bool
  /// The time and the rule about secrets, for the texts of mapped fields.
  private let context: FieldContext
  private var ids: IDAssignment
  private var fieldUse: FieldUse
  /// The words of statuses whose state is unknown.
  private(set) var unknownStates: Set<String> = []
  /// Whether ids that are large numbers may be rounded, as by jq.
  private let refusesLargeNumbers: Bool

  /// A cell, ready for a request.
  struct Cell {
    /// The id as a text.
    var id: String
    /// A JSON object without line feeds.
    var json: [UInt8]
  }

  /// - Parameters:
  ///   - keepsCells: whether records that are cells keep the members that the mapping does not set.
  ///   - mapsColumns: whether records without a mapping are rows of a table, in which all values
  ///     are texts.
  ///   - isOpenEnded: whether a later record with the id of another is its newer state.
  ///   - refusesLargeNumbers: whether an id that is a number beyond 2^53 is an error.
  ///   - note: receives sentences about what was decided.
  init(
    mapping: FieldMapping?, keepsCells: Bool = false, idRule: IDRule?, numbersIDs: Bool = false,
    mapsColumns: Bool = false,
    isOpenEnded: Bool = false, refusesLargeNumbers: Bool = false, context: FieldContext = FieldContext(),
    note: @escaping (String) -> Void = { _ in }
  ) {
    self.mapping = mapping
    self.keepsCells = keepsCells
    usesIndex = mapping?.fields.contains { $0.paths.contains { $0.steps == [.name("index")] } } == true
    self.context = context
    self.mapsColumns = mapsColumns && mapping == nil
    self.refusesLargeNumbers = refusesLargeNumbers
    let mapped = mapping?.entries.first { $0.member == "id" }?.template
    ids = IDAssignment(
      rule: idRule, numbersIDs: numbersIDs, mapped: mapped, isOpenEnded: isOpenEnded, note: note)
    fieldUse = FieldUse(fields: mapping?.fields ?? [], literals: mapping?.literals ?? [], note: note)
  }

  /// Makes the cell of a record.
  /// - Throws: `Failure` with status `badData` that names the position.
  mutating func cell(of record: Record) throws -> Cell {
    guard record.isUTF8 else { throw TextEncoding.failure(at: record.position) }
    defer { index += 1 }
    var document = try Self.parse(record)
    if usesIndex, document.withRoot({ $0.kind == .object && $0.member(named: "index") == nil }) {
      var numbered = record
      let rest = record.bytes.drop { $0 != UInt8(ascii: "{") }.dropFirst()
      let isEmpty = rest.first { !$0.isJSONSpace } == UInt8(ascii: "}")
      numbered.bytes = Array("{\"index\":\(index)\(isEmpty ? "" : ",")".utf8) + rest
      document = try Self.parse(numbered)
    }
    return try document.withRoot { try cell(of: $0, record: record) }
  }

  private static func parse(_ record: Record) throws -> JSONDocument {
    do {
      return try JSONDocument(record.bytes)
    } catch {
      throw BrokenJSON(error, in: record).failure
    }
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
    } catch let failure as Failure where mapping == nil && !refusesLargeNumbers {
      throw failure.suggestingPreset(for: root)
    }
    if refusesLargeNumbers { try requireExact(id, record: record) }
    if mapsColumns {
      let columns = root.members.compactMap(\.name.string).filter { $0 != "id" }
      var writer = MappedCellWriter(record: root)
      try writer.write(FieldMapping(columns: columns), id: id, position: record.position)
      return Cell(id: id.text, json: writer.json)
    }
    if let mapping {
      fieldUse.see(root)
      var writer = MappedCellWriter(record: root, context: context)
      if keepsCells, root.isCell { writer.keepMembers(withoutThoseOf: mapping) }
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
