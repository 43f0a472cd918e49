import CellClient
import CellProtocol
import CellWire

/// The rows of a watch, updated by the daemon's notifications.
struct RowWindow {
  /// A row as lines of text.
  struct Row: Equatable {
    var id: String
    var index: Int
    var lines: [String]
    /// The sentence for screen readers, in the format frames.
    var label: String?
    /// The number of lines that it has in the list.
    var height: Int
    var isSelected: Bool
    /// The value of the group that the row is the section of, as JSON; nil for a cell.
    var groupValue: String?
  }

  /// The rows in order.
  private(set) var rows: [Row] = []
  /// The number of cells of the session.
  private(set) var count = 0
  private(set) var revision: Int64 = 0
  private(set) var widthClass = ""
  private(set) var width: Int?
  /// The first row, and its place in the window; nil before the first rows of a window.
  private(set) var anchor: RowAnchor?
  /// The id of the section that the first row is in.
  private var section: String?
  /// Whether rows have their first line only.
  var isCondensed = false
  /// The clock of the rows; nil before the first ones.
  private(set) var clock: String?
  private let neutral: NeutralLine
  /// Whether rows have labels instead of lines.
  private let hasLabels: Bool
  /// The sentence of the error for rows without lines.
  static let noLines = "the unit of the view is now point, and rows in points have no lines of text"

  /// - Parameter format: the format of the rows.
  init(format: RowFormat) {
    neutral = NeutralLine(format)
    hasLabels = format == .frames
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
    if let anchor = node["anchor"] { self.anchor = RowAnchor(anchor) }
    guard let changed = node["rows"] else { return true }
    section = node["section"]?["id"]?.string
    var isComplete = true
    let known = Dictionary(rows.map { ($0.id.exact, $0) }) { first, _ in first }
    rows = try changed.elements.compactMap { row in
      guard let id = row["id"]?.string else { return nil }
      let index = row["index"]?.int64.map(Int.init) ?? 0
      if row["same"]?.bool == true {
        var kept = known[id.exact]
        kept?.index = index
        if kept == nil { isComplete = false }
        return kept
      }
      let label = row["label"]?.utf8.map(neutral.text)
      guard
        let lines = row["lines"]?.elements.compactMap({ $0.utf8.map(neutral.text) })
          ?? (hasLabels ? [] : nil)
      else {
        throw Failure(
          .failed, Self.noLines,
          hint: "draw them with 'cellctl rows SESSION --view NAME --format html'")
      }
      return Row(
        id: id, index: index, lines: isCondensed ? Array(lines.prefix(1)) : lines, label: label,
        height: isCondensed ? 1 : row["height"]?.int64.map(Int.init) ?? lines.count,
        isSelected: row["selected"]?.bool ?? false, groupValue: Self.groupValue(of: row, id: id))
    }
    // A range of indexes has no anchor.
    if isCondensed { anchor = rows.first.map { RowAnchor(id: $0.id, index: $0.index) } }
    return isComplete
  }

  /// The rows, to find one that replaces a row of them.
  var lastRows: LastRows { LastRows(rows.map(\.id), section: section) }

  /// Returns the value of the group if the row is the section of one. Their ids begin with U+0001.
  private static func groupValue(of row: JSONNode, id: String) -> String? {
    guard id.utf8.first == 1, row["kind"]?.equals("section") == true else { return nil }
    return row["value"]?.rawText ?? "null"
  }
}
