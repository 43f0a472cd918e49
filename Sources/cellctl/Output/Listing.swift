import CellWire

/// A JSON object as lines `name  value`. Members of members get names such as `set.width`.
enum Listing {
  /// Returns the lines, with aligned values.
  static func lines(of node: JSON) -> [String] {
    var table = Table("NAME", "VALUE")
    add(node, name: "", to: &table)
    return Array(table.lines.dropFirst())
  }

  /// Returns the lines for standard output. On a terminal, each object in the object is an object
  /// cell with the name of its member, after a cell of the other members.
  /// - Parameter title: the title of that cell; nil for the value of the first member.
  static func linesForOutput(of node: JSON, title: String? = nil) throws -> [String] {
    guard let columns = Terminal.size()?.columns, case .object(let members) = node else {
      return lines(of: node)
    }
    var own: [(name: String, value: String)] = []
    var cells: [ListedCell] = []
    for member in members {
      guard case .object = member.value else {
        own.append((member.name, value(of: member.value).printable))
        continue
      }
      var cell = ListedCell(title: member.name, pairs: [])
      collect(member.value, name: "") { cell.pairs.append(($0, $1.printable)) }
      cells.append(cell)
    }
    if title == nil, let first = own.first {
      cells.insert(ListedCell(title: first.value, pairs: Array(own.dropFirst())), at: 0)
    } else if !own.isEmpty {
      cells.insert(ListedCell(title: title ?? "", pairs: own), at: 0)
    }
    return try ListedCell.lines(of: cells, columns: columns)
  }

  /// Returns the members as `name=value`, on one line.
  static func pairs(of node: JSON) -> String {
    var table: [[String]] = []
    collect(node, name: "") { table.append([$0, $1]) }
    return table.map { "\($0[0])=\($0[1])" }.joined(separator: " ")
  }

  private static func add(_ node: JSON, name: String, to table: inout Table) {
    collect(node, name: name) { table.append([$0, $1]) }
  }

  /// Passes each member with its value to `body`, including members of members.
  private static func collect(_ node: JSON, name: String, _ body: (String, String) -> Void) {
    guard case .object(let members) = node else {
      if !name.isEmpty { body(name, value(of: node)) }
      return
    }
    for member in members {
      collect(member.value, name: name.isEmpty ? member.name : "\(name).\(member.name)", body)
    }
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
