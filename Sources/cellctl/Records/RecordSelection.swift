import CellProtocol
import CellWire

/// Selects the records of documents: `--at`, `--shape` and `--children`, or the only list of a
/// document.
struct RecordSelection {
  /// The values that are records; nil for the document itself.
  var path: FieldPath?
  /// The form of the values that are not lists of objects.
  var shape: RecordShape?
  /// The names of the columns of a list of lists.
  var columns: [String] = []
  /// The member with the records below a record, in a tree.
  var children: String?
  /// Whether records get the members `depth` in a tree, and `key` and `parent` in a map.
  var addsMembers = false
  /// Whether values that cannot be records are left out, as the other members of a map are.
  var skipsOthers = false

  /// Whether documents are their records.
  var isIdentity: Bool { path == nil && children == nil && shape == nil }

  /// Returns the records of a document, in order. Records below others follow them.
  /// - Throws: `Failure` with status `badData` that names the position.
  func records(of document: Record) throws -> [Record] {
    guard !isIdentity else { return [document] }
    return try document.document(depth: InputLimits.depth).withRoot { root in
      var writer = SelectedRecords(
        document: document, root: root, children: children, addsMembers: addsMembers)
      for value in try selected(from: root, of: document) {
        if let shape {
          for record in shape.records(of: value.node, names: columns) {
            writer.append(record, at: value.node)
          }
        } else if value.node.kind == .array {
          for element in value.node.elements where !skipsOthers || element.kind == .object {
            writer.append(element, key: value.key, parent: value.parent)
          }
        } else if !skipsOthers || value.node.kind == .object {
          writer.append(value.node, key: value.key, parent: value.parent)
        }
      }
      return writer.records
    }
  }

  /// A value with the keys of the maps that have it.
  private typealias Keyed = (node: JSONNode, key: String?, parent: String?)

  private func selected(from root: JSONNode, of document: Record) throws -> [Keyed] {
    var values: [Keyed] = [(root, nil, nil)]
    for step in path?.steps ?? [] {
      values = values.flatMap { value in
        Self.inside(value.node, step).map {
          ($0.node, $0.key ?? value.key, $0.key == nil ? value.parent : value.key)
        }
      }
    }
    guard !values.isEmpty else {
      throw Failure(
        .badData, "\(document.position): nothing is at \"\(path.map { "\($0)" } ?? "")\"",
        hint: ObjectLists(in: root).sentence)
    }
    return values
  }

  /// Returns what a step selects, with the key of each entry of a map. A list needs no step for its
  /// elements before a name: `Reservations/Instances`.
  private static func inside(_ node: JSONNode, _ step: FieldPath.Step) -> [(node: JSONNode, key: String?)] {
    if step == .each, node.kind == .object {
      return node.members.filter { !$0.value.isNull }.map { ($0.value, $0.name.string) }
    }
    let found = FieldPath(steps: [step]).values(in: node)
    guard found.isEmpty, node.kind == .array, step != .each else { return found.map { ($0, nil) } }
    return node.elements.flatMap { FieldPath(steps: [step]).values(in: $0) }.map { ($0, nil) }
  }

  /// Returns the path of the records of a document that is not a record itself. Such a document
  /// has no id, no title, and exactly one array of objects. Without one, it has exactly one empty
  /// array.
  /// - Parameter fields: fields that a record has. A document with one of them is a record.
  static func onlyList(of document: Record, fields: [Field]) -> FieldPath? {
    guard let parsed = try? JSONDocument(document.bytes, depth: InputLimits.depth) else { return nil }
    return parsed.withRoot { root -> FieldPath? in
      guard root.kind == .object, root.present("id") == nil, root.present("title") == nil else { return nil }
      guard !fields.contains(where: { $0.hasValue(in: root) }) else { return nil }
      let lists = ObjectLists(in: root)
      // A record can have an empty list, too, but it has a usual id.
      let isRecord = IDAssignment.usualFields.contains { root.member(named: $0) != nil }
      let paths = lists.paths.isEmpty && !isRecord ? lists.emptyPaths : lists.paths
      return paths.count == 1 ? paths[0] : nil
    }
  }
}

/// Collects the records that are selected from a document, with their positions.
private struct SelectedRecords {
  private(set) var records: [Record] = []
  private let document: Record
  private let children: String?
  private let addsMembers: Bool
  private let text: UnsafeRawPointer?
  /// The lines up to `counted`, an offset in the document.
  private var line: Int
  private var counted = 0

  /// - Parameters:
  ///   - children: the member with the records below.
  ///   - addsMembers: whether records get the members `depth`, `key` and `parent`.
  init(document: Record, root: JSONNode, children: String?, addsMembers: Bool) {
    self.document = document
    (self.children, self.addsMembers) = (children, addsMembers)
    text = root.raw.baseAddress
    line = document.position.line ?? 1
  }

  /// Adds a record that was put together of values in `source`.
  mutating func append(_ record: ListRecord, at source: JSONNode) {
    append(record.members, and: [("key", record.key.map(JSONText.string))], at: source)
  }

  /// Adds a record, and those below it.
  /// - Parameters:
  ///   - key: the key of the entry of a map that it is.
  ///   - parent: the key of the map around that map.
  mutating func append(_ node: JSONNode, key: String?, parent: String? = nil, depth: Int = 0) {
    let hasAdded = addsMembers && (key != nil || parent != nil)
    guard node.kind == .object, children != nil || hasAdded else {
      return records.append(Record(bytes: Array(node.raw), position: position(of: node)))
    }
    let record = ListRecord(node)
    append(
      record.members.filter { $0.name != children },
      and: addsMembers
        ? [
          ("key", key.map(JSONText.string)), ("parent", parent.map(JSONText.string)),
          ("depth", children.map { _ in "\(depth)" }),
        ] : [], at: node)
    guard let children, let below = record.value(children) else { return }
    // A map of records, or one record where a list of one is meant.
    let isRecord = below.kind == .object && below.members.contains { $0.value.kind != .object }
    guard !isRecord else { return append(below, key: nil, depth: depth + 1) }
    for (key, value) in below.objects { append(value, key: key, depth: depth + 1) }
  }

  /// Adds an object of members, and of others that it does not have, as JSON.
  private mutating func append(
    _ members: ListRecord.Members, and others: [(name: String, json: String?)], at source: JSONNode
  ) {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in members {
        writer.name(escaping: name)
        writer.raw(value.raw)
      }
      for (name, json) in others where !members.contains(where: { $0.name == name }) {
        guard let json else { continue }
        writer.name(escaping: name)
        writer.raw(json)
      }
    }
    records.append(Record(bytes: writer.bytes, position: position(of: source)))
  }

  /// Returns the position of a value. Values come in the order of the text.
  private mutating func position(of node: JSONNode) -> RecordPosition {
    var position = RecordPosition(line: document.position.line, number: records.count + 1)
    guard document.position.line != nil, let text, let start = node.raw.baseAddress else { return position }
    let offset = start - text
    if offset > counted {
      line += document.bytes[counted..<min(offset, document.bytes.count)].count { $0 == 0x0A }
      counted = offset
    }
    position.line = line
    return position
  }
}
