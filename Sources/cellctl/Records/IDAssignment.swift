import CellWire

/// The ids of records. They come from a rule or from the mapping. Without both, they come from the
/// first usual field that the first record has.
struct IDAssignment {
  /// The fields that are tried if no rule names one, in order.
  static let usualFields = ["id", "uid", "metadata/uid", "name", "ID", "number", "__CURSOR"]

  private let rule: IDRule?
  /// The source of the rule, in messages.
  private let ruleName: String
  /// Whether ids have the number of their occurrence.
  private let numbersIDs: Bool
  /// The field that the first record chose.
  private var chosen: (name: String, path: FieldPath)?
  /// The records with an id of the chosen field. A record with the same id again is an error.
  private var positions: [ExactText: RecordPosition] = [:]
  /// The number of records with each hash, so that equal records get different ids.
  private var hashes: [String: Int] = [:]
  /// Those of the hashes before, in a stream.
  private var earlierHashes: [String: Int] = [:]
  private let hashLimit: Int
  private let isOpenEnded: Bool
  private let note: (String) -> Void

  /// - Parameter hashLimit: the number of different hashes of a stream that are remembered, at
  ///   least. At most twice as many are. A record that is equal to an older one gets its id again.
  init(_ pipeline: RecordPipeline, hashLimit: Int = 100_000) {
    // The cells of a page have their ids by the rule.
    let named = pipeline.format == .mdk ? nil : pipeline.idRule
    let mapped = pipeline.mapping?.entries.first { $0.member == "id" }?.template
    rule = named ?? mapped.map(IDRule.template)
    ruleName = named == nil ? "the mapped id" : "--id"
    numbersIDs = pipeline.numbersIDs
    isOpenEnded = pipeline.isOpenEnded
    self.hashLimit = hashLimit
    note = pipeline.note
  }

  /// Whether ids are those of the records, in their own spelling.
  var isOwnID: Bool { rule == nil && chosen?.name == "id" }

  /// Returns the id of a record.
  /// - Throws: `Failure` with status `badData` that names the record.
  mutating func id(of root: JSONNode, record: Record) throws -> CellID {
    switch rule {
    case .line: return CellID(text: "\(record.position.line ?? record.position.number ?? 0)")
    case .hash: return CellID(text: distinctHash(of: record))
    case .template(let template):
      guard let text = template.text(of: root), !text.isEmpty else {
        throw Failure(
          .badData, "\(record.position): the record has no value for \(ruleName)",
          hint: Self.fields(of: root))
      }
      guard numbersIDs else { return CellID(text: text) }
      let isShort = text.utf8.count <= 200 && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
      let start = isShort ? text : IDRule.hash(of: Array(text.utf8))
      var number = occurrence(of: start)
      guard number > 1 else { return CellID(text: start) }
      while occurrence(of: "\(start) (\(number))") > 1 { number += 1 }
      return CellID(text: "\(start) (\(number))")
    case nil: return try chosenID(of: root, record: record)
    }
  }

  private mutating func distinctHash(of record: Record) -> String {
    let hash = IDRule.hash(of: record.bytes)
    let count = occurrence(of: hash)
    return count == 1 ? hash : "\(hash)-\(count)"
  }

  /// Counts how often a hash or a text came.
  private mutating func occurrence(of hash: String) -> Int {
    let count = (hashes[hash] ?? earlierHashes[hash] ?? 0) + 1
    if isOpenEnded, hashes.count >= hashLimit, hashes[hash] == nil {
      earlierHashes = hashes
      hashes = [:]
    }
    hashes[hash] = count
    return count
  }

  private mutating func chosenID(of root: JSONNode, record: Record) throws -> CellID {
    let field = try chosen ?? choose(from: root, record: record)
    guard let value = field.path.scalar(in: root) else {
      throw Failure(
        .badData,
        "\(record.position): the record has no \"\(field.name)\", which is the id of the records before",
        hint: "name another field with --id FIELD, or use --id line or --id hash")
    }
    guard field.name != "id" else { return CellID(text: value.mappedText, json: value.raw) }
    let id = CellID(text: value.mappedText)
    guard !isOpenEnded else { return id }
    if let before = positions[id.text.exact] {
      throw Failure(
        .badData, "\(record.position): the id \"\(id.text)\" (\(field.name)) is also that of \(before)",
        hint: "name a field with different values with --id FIELD, or use --id line or --id hash")
    }
    positions[id.text.exact] = record.position
    return id
  }

  private mutating func choose(from root: JSONNode, record: Record) throws -> (name: String, path: FieldPath)
  {
    for name in Self.usualFields {
      let path = FieldPath(usual: name)
      guard path.scalar(in: root) != nil else { continue }
      chosen = (name, path)
      if name != "id" { note("the id of a record is its \"\(name)\" (--id \(name))") }
      return (name, path)
    }
    let notes = [
      Self.fields(of: root),
      record.isElement || record.position.noun != "record" ? nil : ObjectLists(in: root).sentence,
    ]
    throw Failure(
      .badData, "\(record.position): the record has no \"id\"",
      hint: (["name the field with --id FIELD, or use --id line or --id hash"] + notes.compactMap { $0 })
        .joined(separator: "\n"))
  }

  /// Returns a sentence with the names of the fields of a record.
  static func fields(of root: JSONNode) -> String? {
    let names = root.members.prefix(12).compactMap(\.name.string)
    return names.isEmpty ? nil : "its fields: \(names.joined(separator: ", "))"
  }
}

extension FieldPath {
  /// A path of names without escapes, such as `metadata/uid`.
  init(usual text: String) {
    steps = text.split(separator: "/").map { .name(String($0)) }
  }

  /// Returns the text or number in a record, or nil.
  func scalar(in record: JSONNode) -> JSONNode? {
    guard let value = values(in: record).first else { return nil }
    return value.kind == .number || value.string.map { !$0.isEmpty } == true ? value : nil
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
