import CellEngine
import Foundation

/// The records of a corpus as packed cells, in the form of a session.
///
/// A record is a line. U+001F separates its fields: title, subtitle, footnote, description,
/// statuses and tags. U+001E separates the items of the last two.
enum Records {
  static func load(_ path: String, limit: Int) throws -> [CellRecord] {
    // Read only the wanted records, as more would change the state of the caches.
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", maxSplits: limit).prefix(limit)
      .enumerated().map { CellRecord(cell(at: $0, $1)) }
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
