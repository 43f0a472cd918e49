import CellClient
import CellProtocol

/// The rows of some cells in one environment, to show them next to those in another.
struct Panel {
  /// The description of the environment.
  let caption: String
  let width: Int
  /// The lines of each row, all as wide as the panel.
  let rows: [[String]]

  /// Pulls the rows of some cells at a width class.
  static func pull(
    _ ids: [String], of session: String, widthClass: String, width: Int, format: RowFormat,
    from client: Client
  ) throws -> Panel {
    var environment = Parameters()
    environment.set("width", width)
    environment.set("widthClass", widthClass)
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("environment", environment)
    parameters.set("ids", ids)
    parameters.set("format", format.rawValue)
    parameters.set("pad", true)
    let rows = try client.call("rows.pull", parameters).withResult { result in
      result["rows"]?.elements.map { $0["lines"]?.elements.compactMap(\.string) ?? [] } ?? []
    }
    return Panel(caption: "\(widthClass), \(width) columns", width: width, rows: rows)
  }

  /// Returns the lines of panels. As many panels as fit into `width` are next to each other.
  static func lines(of panels: [Panel], width: Int) -> [String] {
    var lines: [String] = []
    var line: [Panel] = []
    for panel in panels {
      if !line.isEmpty, totalWidth(line + [panel]) > width {
        lines += sideBySide(line)
        line = []
      }
      line.append(panel)
    }
    return lines + sideBySide(line)
  }

  private static let gap = "   "

  private static func totalWidth(_ panels: [Panel]) -> Int {
    panels.map(\.width).reduce(0, +) + (panels.count - 1) * gap.count
  }

  private static func sideBySide(_ panels: [Panel]) -> [String] {
    var lines = [panels.map(\.heading).joined(separator: gap)]
    for row in 0..<(panels.map(\.rows.count).max() ?? 0) {
      let blocks = panels.map { $0.rows.indices.contains(row) ? $0.rows[row] : [] }
      for line in 0..<(blocks.map(\.count).max() ?? 0) {
        let pieces = zip(panels, blocks).map { panel, block in
          block.indices.contains(line) ? block[line] : String(repeating: " ", count: panel.width)
        }
        let text = pieces.joined(separator: gap)
        lines.append(String(text.reversed().drop { $0 == " " }.reversed()))
      }
      lines.append("")
    }
    return lines
  }

  private var heading: String {
    let text = "── \(caption) "
    return text + String(repeating: "─", count: max(width - text.count, 0))
  }
}
