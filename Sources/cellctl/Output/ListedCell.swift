import CellEngine

/// A title and named values, shown as an object cell.
struct ListedCell {
  var title: String
  var pairs: [(name: String, value: String)]

  /// Returns the lines of cells that fit a terminal.
  /// - Parameter columns: the width of the terminal.
  static func lines(of cells: [ListedCell], columns: Int) throws -> [String] {
    var environment = Parameters()
    environment.set("width", columns)
    environment.set("description", "below")
    environment.set("descriptionLines", 0)
    let rendering = try CellRendering(environment: environment, format: .text, pads: false)
    return try rendering.lines(of: cells.enumerated().map { $1.cell(id: "\($0)") })
  }

  private func cell(id: String) -> Cell {
    var cell = Cell(id: id, title: title)
    // No line begins or ends between a name and its value.
    let parts = pairs.map { "\($0.name) \($0.value)".replacing(" ", with: "\u{A0}") }
    cell.description = parts.joined(separator: " · ")
    return cell
  }
}
