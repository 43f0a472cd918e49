import CellClient
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
    let lines = try rendering.lines(of: cells.enumerated().map { PackedCell($1.cell(id: "\($0)")) })
    return lines.map { $0.replacing("\u{A0}", with: " ") }
  }

  private func cell(id: String) -> Cell {
    var cell = Cell(id: id, title: title)
    // No line ends between a name and the first word of its value, and none begins with a dot.
    let parts = pairs.map { "\($0.name.replacing(" ", with: "\u{A0}"))\u{A0}\($0.value)" }
    cell.description = parts.joined(separator: "\u{A0}· ")
    return cell
  }
}
