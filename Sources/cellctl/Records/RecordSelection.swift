import CellProtocol

/// Selects the records of documents: `--at` and `--children`, or the only list of a document.
struct RecordSelection {
  /// The values that are records; nil for the document itself.
  var path: FieldPath?
  /// The member with the records below a record, in a tree.
  var children: String?
  /// Whether records of a tree get the member `depth`, which a cell does not have.
  var addsDepth = false

  /// Whether documents are their records.
  var isIdentity: Bool { path == nil && children == nil }

  /// Returns the records of a document, in order. Records below others follow them.
  /// - Throws: `Failure` with status `badData` that names the position.
  func records(of document: Record) throws -> [Record] {
    guard !isIdentity else { return [document] }
    return try parse(document).withRoot { root in
      var writer = SelectedRecords(document: document, root: root)
      for value in try selected(from: root, of: document) {
        writer.append(value, children: children, depth: addsDepth ? 0 : nil)
      }
      return writer.records
    }
  }

  private func selected(from root: JSONNode, of document: Record) throws -> [JSONNode] {
    guard let path else { return [root] }
    let values = path.values(in: root)
    guard !values.isEmpty else {
      throw Failure(
        .badData, "\(document.position): nothing is at \"\(path)\"", hint: ObjectLists(in: root).sentence)
    }
    return values.flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
  }

  /// Returns the path of the records of a document that is not a record itself. Such a document
  /// has no id, no title, and exactly one array of objects. Without one, it has exactly one empty
  /// array.
  /// - Parameter fields: fields that a record has. A document with one of them is a record.
  static func onlyList(of document: Record, fields: [Field]) -> String? {
    guard let parsed = try? JSONDocument(document.bytes, depth: InputLimits.depth) else { return nil }
    return parsed.withRoot { root -> String? in
      guard root.kind == .object, root.present("id") == nil, root.present("title") == nil else { return nil }
      guard !fields.contains(where: { $0.hasValue(in: root) }) else { return nil }
      let lists = ObjectLists(in: root)
      // A record can have an empty list, too, but it has a usual id.
      let isRecord = IDAssignment.usualFields.contains { root.member(named: $0) != nil }
      let paths = lists.paths.isEmpty && !isRecord ? lists.emptyPaths : lists.paths
      return paths.count == 1 ? paths[0] : nil
    }
  }

  private func parse(_ record: Record) throws -> JSONDocument {
    do {
      return try JSONDocument(record.bytes, depth: InputLimits.depth)
    } catch {
      throw BrokenJSON(error, in: record).failure
    }
  }
}

/// Collects the records that are selected from a document, with their positions.
private struct SelectedRecords {
  private(set) var records: [Record] = []
  private let document: Record
  private let text: UnsafeRawPointer?
  /// The lines up to `counted`, an offset in the document.
  private var line: Int
  private var counted = 0

  init(document: Record, root: JSONNode) {
    self.document = document
    text = root.raw.baseAddress
    line = document.position.line ?? 1
  }

  /// - Parameters:
  ///   - children: the member with the records below.
  ///   - depth: the value of the member `depth`; nil for none.
  mutating func append(_ node: JSONNode, children: String?, depth: Int?) {
    let position = position(of: node)
    guard let children, node.kind == .object else {
      return records.append(Record(bytes: Array(node.raw), position: position))
    }
    var writer = JSONWriter()
    var below: JSONNode?
    var hasDepth = false
    writer.object { writer in
      for member in node.members {
        if member.name.string == children {
          below = member.value
          continue
        }
        hasDepth = hasDepth || member.name.equals("depth")
        writer.name(escaping: member.name.string ?? "")
        writer.raw(member.value.raw)
      }
      if let depth, !hasDepth {
        writer.name("depth")
        writer.integer(depth)
      }
    }
    records.append(Record(bytes: writer.bytes, position: position))
    guard let below, below.kind == .array else { return }
    for child in below.elements { append(child, children: children, depth: depth.map { $0 + 1 }) }
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
