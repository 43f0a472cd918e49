import CellProtocol

/// What a watcher knows: the rows of its window, kept up to date by what the daemon tells.
struct RowWindow {
  /// A row as it is drawn.
  struct Row {
    var id: String
    var index: Int
    var lines: [String]
    var isSelected: Bool
  }

  /// The rows in order.
  private(set) var rows: [Row] = []
  /// Of all cells of the session.
  private(set) var count = 0
  private(set) var revision: Int64 = 0
  private(set) var widthClass = ""
  private(set) var width: Int?

  /// Takes over a reply of `rows.watch` or the parameters of `rows.changed`. Rows that come as `same` keep what
  /// was known of them.
  /// - Throws: `Failure` where rows have no lines, as those of a shared view that was changed to points.
  mutating func apply(_ node: JSONNode) throws {
    count = node["count"]?.int64.map(Int.init) ?? count
    revision = node["revision"]?.int64 ?? revision
    widthClass = node["widthClass"]?.string ?? widthClass
    width = node["width"]?.int64.map(Int.init)
    guard let changed = node["rows"] else { return }
    let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    rows = try changed.elements.compactMap { row in
      guard let id = row["id"]?.string else { return nil }
      let index = row["index"]?.int64.map(Int.init) ?? 0
      if row["same"]?.bool == true {
        var kept = known[id]
        kept?.index = index
        return kept
      }
      guard let lines = row["lines"] else {
        throw Failure(
          .failed, "the view is in points now, where rows have no lines",
          hint: "'cellctl rows SESSION --view NAME --format html' draws it")
      }
      return Row(
        id: id, index: index, lines: lines.elements.compactMap(\.string),
        isSelected: row["selected"]?.bool ?? false)
    }
  }

  /// Forgets the rows, as before a window elsewhere.
  mutating func clear() {
    rows = []
  }
}
