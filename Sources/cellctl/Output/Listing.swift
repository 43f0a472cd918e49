import CellProtocol

/// A JSON object as lines `name  value`. Members of members get names such as `set.width`.
enum Listing {
  /// Returns the lines, with aligned values.
  static func lines(of node: JSON) -> [String] {
    var table = Table([.init(heading: "NAME"), .init(heading: "VALUE")])
    add(node, name: "", to: &table)
    return Array(table.lines.dropFirst())
  }

  private static func add(_ node: JSON, name: String, to table: inout Table) {
    guard case .object(let members) = node else {
      table.append([name, value(of: node)])
      return
    }
    for member in members {
      add(member.value, name: name.isEmpty ? member.name : "\(name).\(member.name)", to: &table)
    }
  }

  private static func value(of node: JSON) -> String {
    switch node {
    case .string(let text): text
    case .array(let elements): elements.map { value(of: $0) }.joined(separator: " ")
    case .null: "-"
    default: node.text
    }
  }
}
