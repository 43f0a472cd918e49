import CellEngine

/// Some cells that show a rule of the guideline.
struct Exhibit {
  /// What the guideline calls it.
  let name: String
  /// The rule, and the pages of the guideline that it is from.
  let rule: String
  /// Each a cell as JSON, on several lines.
  let cells: [String]
  /// The members of the environment beside width and profile, as JSON members.
  var environment: [String: String] = [:]
  /// How many cells may be selected: the control is shown in edit mode.
  var isSelectable = false
  var isSingle = false
  /// Whether the object header of the first cell is shown, and not its row.
  var isHeader = false

  /// All that a gallery shows, in order.
  static var all: [Exhibit] { variations + companions + headers }

  /// Each a cell as JSON, on one line.
  var records: [String] { cells.map { $0.filter { $0 != "\n" } } }

  /// How many cells of its list may be selected.
  var selection: SelectionMode { isSelectable ? (isSingle ? .single : .multiple) : .none }
}
