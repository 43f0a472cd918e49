import CellProtocol

/// The rows of a watch, updated by the daemon's notifications.
struct RowWindow {
  /// A row as lines of text.
  struct Row: Equatable {
    var id: String
    var index: Int
    var lines: [String]
    var isSelected: Bool
  }

  /// The rows in order.
  private(set) var rows: [Row] = []
  /// The number of cells of the session.
  private(set) var count = 0
  private(set) var revision: Int64 = 0
  private(set) var widthClass = ""
  private(set) var width: Int?
  /// The clock of the rows; nil before the first ones.
  private(set) var clock: String?
  private let neutral: NeutralLine

  /// - Parameter format: the format of the rows.
  init(format: RowFormat) {
    neutral = NeutralLine(format)
  }

  /// Applies a reply of `rows.watch` or the parameters of `rows.changed`. Rows marked `same` keep
  /// their lines.
  /// - Returns: whether all rows have their lines. A row that is unchanged since a clock has none
  ///   if it was not in the window.
  /// - Throws: `Failure` if rows have no lines, such as those of a shared view whose unit was
  ///   changed to points.
  @discardableResult
  mutating func apply(_ node: JSONNode) throws -> Bool {
    clock = node["clock"]?.string ?? clock
    count = node["count"]?.int64.map(Int.init) ?? count
    revision = node["revision"]?.int64 ?? revision
    widthClass = node["widthClass"]?.string?.printable ?? widthClass
    width = node["width"]?.int64.map(Int.init)
    guard let changed = node["rows"] else { return true }
    var isComplete = true
    let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    rows = try changed.elements.compactMap { row in
      guard let id = row["id"]?.string else { return nil }
      let index = row["index"]?.int64.map(Int.init) ?? 0
      if row["same"]?.bool == true {
        var kept = known[id]
        kept?.index = index
        if kept == nil { isComplete = false }
        return kept
      }
      guard let lines = row["lines"] else {
        throw Failure(
          .failed, "the unit of the view is now point, and rows in points have no lines of text",
          hint: "draw them with 'cellctl rows SESSION --view NAME --format html'")
      }
      return Row(
        id: id, index: index, lines: lines.elements.compactMap { $0.utf8.map(neutral.text) },
        isSelected: row["selected"]?.bool ?? false)
    }
    return isComplete
  }

  /// Removes all rows, before another range is watched.
  mutating func clear() {
    rows = []
  }
}
