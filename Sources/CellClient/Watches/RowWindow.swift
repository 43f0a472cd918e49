import CellWire

/// A row of a window, as a program keeps it.
package protocol WindowRow {
  var rowID: ExactText { get }

  /// Reads a row of a message.
  /// - Parameters:
  ///   - known: the row that the window has, if the message marks it as unchanged.
  ///   - style: the way in which the program reads rows.
  init(_ node: JSONNode, known: Self?, style: Style) throws

  associatedtype Style
}

/// A window of rows of a session, which follows changes.
package struct RowWindow<Row: WindowRow> {
  /// The rows in order.
  package private(set) var rows: [Row] = []
  /// The members of the last message, without its rows.
  package private(set) var head = JSON.object([])

  package init() {}

  /// The number of rows of the list.
  package var count: Int { head["count"]?.int ?? 0 }
  /// The clock of the rows; nil before the first message.
  package var clock: String? { head["clock"]?.string }

  /// Applies a reply of `rows.watch` or `rows.window`, or the parameters of `rows.changed`.
  /// - Returns: whether the window has all rows. A row that is unchanged since a clock has no
  ///   content in the message, and may not have been in the window.
  package mutating func apply(_ message: JSONNode, style: Row.Style) throws -> Bool {
    let known = Dictionary(rows.map { ($0.rowID, $0) }) { first, _ in first }
    var isComplete = true
    rows =
      try (message["rows"]?.elements).map(Array.init)?.compactMap { node in
        guard node["same"]?.bool == true else { return try Row(node, known: nil, style: style) }
        guard let before = known[(node["id"]?.string ?? "").exact] else {
          isComplete = false
          return nil
        }
        return try Row(node, known: before, style: style)
      } ?? []
    head = .object(
      message.members.compactMap { member in
        let name = member.name.string ?? ""
        return name == "rows" ? nil : JSON.Member(name, JSON(member.value))
      })
    return isComplete
  }
}
