import CellEngine
import Foundation

/// The records of a corpus as packed cells, as a session holds them.
///
/// A record is a line; its fields (title, subtitle, footnote, description, statuses, tags) are split by U+001F, the
/// items of the last two by U+001E.
enum Records {
  static func load(_ path: String, limit: Int) throws -> [PackedCell] {
    // No further than is wanted: what a program did before is seen in how fast its caches are then.
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", maxSplits: limit).prefix(limit)
      .enumerated().map { PackedCell(cell(at: $0, $1)) }
  }

  private static func cell(at index: Int, _ record: Substring) -> Cell {
    let fields = record.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    func text(_ field: Int) -> String? {
      field < fields.count && !fields[field].isEmpty ? String(fields[field]) : nil
    }
    func items(_ field: Int) -> [String] {
      text(field)?.split(separator: "\u{1E}").map(String.init) ?? []
    }
    var cell = Cell(id: String(index), title: text(0) ?? "")
    cell.icons = [Icon(text: "📦")]
    cell.subtitle = text(1)
    cell.footnote = text(2)
    cell.description = text(3)
    cell.status = items(4).map { Status(text: $0) }
    cell.tags = items(5)
    return cell
  }
}
