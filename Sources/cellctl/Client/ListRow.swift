import CellClient
import CellProtocol
import CellWire

/// A row of a list as lines of text.
struct ListRow: Equatable, WindowRow {
  /// The part of rows that is kept.
  enum Style {
    /// Nothing but what rows are found by.
    case ids
    /// The lines, or only the first one; in the format frames, the label.
    case lines(RowFormat, isWhole: Bool = true)
  }

  let id: String
  private(set) var index: Int
  var lines: [String] = []
  /// The sentence for screen readers, in the format frames.
  private(set) var label: String?
  /// The number of lines that it has in the list.
  private(set) var height = 0
  private(set) var isSelected = false
  /// The value of the group that the row is the section of, as JSON; nil for a cell.
  private(set) var groupValue: String?

  var rowID: ExactText { id.exact }
  /// The sentence of the error for rows without lines.
  static let noLines = "the unit of the view is now point, and rows in points have no lines of text"

  /// - Throws: `Failure` if the row has no lines, such as one of a shared view whose unit was
  ///   changed to points.
  init(_ node: JSONNode, known: ListRow?, style: Style) throws {
    index = node["index"]?.int64.map(Int.init) ?? 0
    if var known {
      known.index = index
      self = known
      return
    }
    id = node["id"]?.string ?? ""
    isSelected = node["selected"]?.bool ?? false
    // The ids of sections of groups begin with U+0001.
    if id.utf8.first == 1, node["kind"]?.equals("section") == true {
      groupValue = node["value"]?.rawText ?? "null"
    }
    guard case .lines(let format, let isWhole) = style else { return }
    let neutral = NeutralLine(format)
    label = node["label"]?.utf8.map(neutral.text)
    guard node["lines"] != nil || format == .frames else {
      throw Failure(
        .failed, Self.noLines, hint: "draw them with 'cellctl rows SESSION --view NAME --format html'")
    }
    let all = node["lines"]?.elements.compactMap { $0.utf8.map(neutral.text) } ?? []
    lines = isWhole ? all : Array(all.prefix(1))
    height = isWhole ? node["height"]?.int64.map(Int.init) ?? lines.count : 1
  }
}

extension RowWindow<ListRow> {
  var widthClass: String { head["widthClass"]?.string?.printable ?? "" }
  /// The columns of the view; nil if they are unlimited.
  var width: Int? { head["width"]?.int }
  /// The first row, and its place in the window; nil if the window has no height.
  var anchor: RowAnchor? { head["anchor"].map(RowAnchor.init) }
  /// The rows, to find one that replaces a row of them.
  var lastRows: LastRows { LastRows(rows.map(\.id), section: head["section"]?["id"]?.string) }
}
