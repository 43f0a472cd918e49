import CellWire

/// A record that is made of a part of a document.
struct ListRecord {
  typealias Members = [(name: String, value: JSONNode)]
  let members: Members
  /// The key of the entry of a map, or the name of the only member of an object around it.
  var key: String?
  /// The key of the map around that map.
  var parent: String?

  init(members: Members, key: String? = nil) {
    (self.members, self.key) = (members, key)
  }

  init(_ node: JSONNode, key: String? = nil, parent: String? = nil) {
    self.init(members: node.members.map { ($0.name.string ?? "", $0.value) }, key: key)
    self.parent = parent
  }

  func value(_ name: String) -> JSONNode? { members.first { $0.name.exact == name.exact }?.value }
}

/// The form of the value at `--at` that is not a list of objects, as `--shape` names it.
enum RecordShape: String, CaseIterable {
  /// An object of lists, one of each column.
  case columns
  /// A list of lists, one of each row. The first has the names, unless `--columns` does.
  case rows
  /// An object whose members are records: `{key}` and `{value}`. Those of inner objects, too.
  case members
  /// A list of texts or numbers: `{value}`.
  case values
  /// Objects with one member each: what is in it, and its name as `{key}`.
  case wrapped

  /// Returns the records of a value.
  /// - Parameter names: the names of the columns of `rows`.
  func records(of node: JSONNode, names: [String] = []) -> [ListRecord] {
    switch self {
    case .columns:
      let columns = node.members.filter { $0.value.kind == .array }
        .map { (name: $0.name.string ?? "", values: Array($0.value.elements)) }
      // Lists of other lengths are not columns.
      let lengths = Dictionary(grouping: columns, by: \.values.count)
      let table = lengths.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      return (0..<(table?.key ?? 0)).map { index in
        ListRecord(members: table?.value.map { ($0.name, $0.values[index]) } ?? [])
      }
    case .rows:
      let rows = Array(node.elements.filter { $0.kind == .array })
      let header = names.isEmpty ? rows.first.map { $0.elements.map(\.mappedText) } ?? [] : names
      let columns = TableShape.distinct(header)
      return rows.dropFirst(names.isEmpty ? 1 : 0).map { row in
        ListRecord(members: Array(zip(columns, row.elements)))
      }
    case .members: return members(of: node, path: "")
    case .values:
      return node.elements.filter(\.isScalar).map { ListRecord(members: [("value", $0)]) }
    case .wrapped:
      return (node.kind == .array ? Array(node.elements) : [node]).compactMap { element in
        element.members.first { _ in true }.map { ListRecord($0.value, key: $0.name.string) }
      }
    }
  }

  private func members(of node: JSONNode, path: String) -> [ListRecord] {
    node.members.flatMap { member in
      let name = path + (member.name.string ?? "")
      if member.value.kind == .object { return members(of: member.value, path: "\(name).") }
      guard member.value.isScalar, !member.value.isNull else { return [] }
      return [ListRecord(members: [("value", member.value)], key: name)]
    }
  }
}

extension JSONNode {
  /// Whether the value has no parts.
  var isScalar: Bool { kind != .array && kind != .object }

  /// The objects in an array or in a map, with their keys.
  var objects: [(name: String?, value: JSONNode)] {
    let parts: [(name: String?, value: JSONNode)] =
      kind == .array ? elements.map { (nil, $0) } : members.map { ($0.name.string, $0.value) }
    return parts.filter { $0.value.kind == .object }
  }
}
