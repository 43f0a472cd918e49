import CellWire

/// A JSON object as lines `name  value`. Members of members get names such as `set.width`.
enum Listing {
  /// Returns the lines, with aligned values.
  static func lines(of node: JSON) -> [String] {
    var table = Table("NAME", "VALUE")
    for (name, value) in values(in: node) { table.append([name, value]) }
    return Array(table.lines.dropFirst())
  }

  /// Returns the lines for standard output. On a terminal, each object in the object is an object
  /// cell with the name of its member, after a cell of the other members. The value of the first of
  /// these is its title.
  static func linesForOutput(of node: JSON) throws -> [String] {
    guard let columns = Terminal.size()?.columns, case .object(let members) = node else {
      return lines(of: node)
    }
    var own: [(name: String, value: String)] = []
    var cells: [ListedCell] = []
    for member in members {
      if case .object = member.value {
        cells.append(ListedCell(title: member.name, pairs: printable(member.value)))
      } else {
        own += printable(member.value, name: member.name)
      }
    }
    if let first = own.first {
      cells.insert(ListedCell(title: first.value, pairs: Array(own.dropFirst())), at: 0)
    }
    return try ListedCell.lines(of: cells, columns: columns)
  }

  /// Returns the members as `name=value`, on one line.
  static func pairs(of node: JSON) -> String {
    values(in: node).map { "\($0.name)=\($0.value)" }.joined(separator: " ")
  }

  private static func printable(_ node: JSON, name: String = "") -> [(name: String, value: String)] {
    values(in: node, name: name).map { ($0.name, $0.value.printable) }
  }

  /// Returns each member with its value, including members of members.
  private static func values(in node: JSON, name: String = "") -> [(name: String, value: String)] {
    guard case .object(let members) = node else { return name.isEmpty ? [] : [(name, value(of: node))] }
    return members.flatMap { values(in: $0.value, name: name.isEmpty ? $0.name : "\(name).\($0.name)") }
  }

  private static func value(of node: JSON) -> String {
    switch node {
    case .string(let text): text
    case .array(let elements):
      elements.isEmpty ? "none" : elements.map { value(of: $0) }.joined(separator: " ")
    case .null: "-"
    default: node.text
    }
  }
}
