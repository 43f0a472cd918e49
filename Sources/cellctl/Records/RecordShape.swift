import CellProtocol

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

  /// Calls `body` with the members of each record of a value.
  /// - Parameter names: the names of the columns of `rows`.
  func records(
    of node: JSONNode, names: [String], _ body: ([(name: String, value: JSONNode)], _ key: String?) -> Void
  ) {
    switch self {
    case .columns:
      let columns = node.members.filter { $0.value.kind == .array }
        .map { (name: $0.name.string ?? "", values: Array($0.value.elements)) }
      // Lists of other lengths are not columns.
      var lengths: [Int: Int] = [:]
      for column in columns { lengths[column.values.count, default: 0] += 1 }
      let length = lengths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
      for index in 0..<length {
        body(columns.filter { $0.values.count == length }.map { ($0.name, $0.values[index]) }, nil)
      }
    case .rows:
      let rows = Array(node.elements.filter { $0.kind == .array })
      let header = names.isEmpty ? rows.first.map { $0.elements.map(\.mappedText) } ?? [] : names
      for row in names.isEmpty ? rows.dropFirst() : rows[...] {
        body(Array(zip(TableShape.distinct(header), row.elements)), nil)
      }
    case .members: members(of: node, path: "", body)
    case .values: for element in node.elements where element.isScalar { body([("value", element)], nil) }
    case .wrapped:
      for element in node.kind == .array ? Array(node.elements) : [node] {
        guard let member = element.members.first(where: { _ in true }) else { continue }
        body(member.value.members.map { ($0.name.string ?? "", $0.value) }, member.name.string)
      }
    }
  }

  private func members(
    of node: JSONNode, path: String, _ body: ([(name: String, value: JSONNode)], _ key: String?) -> Void
  ) {
    for member in node.members {
      let name = path + (member.name.string ?? "")
      if member.value.kind == .object, member.value.valueCount > 1 {
        members(of: member.value, path: "\(name).", body)
      } else if member.value.isScalar, !member.value.isNull {
        body([("value", member.value)], name)
      }
    }
  }
}
