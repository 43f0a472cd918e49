import CellEngine

/// Cells that show a rule of the guideline.
struct Exhibit {
  /// The guideline's term.
  let name: String
  /// The rule, with the pages of the guideline that it comes from.
  let rule: String
  /// The cells as JSON, with line breaks.
  let cells: [String]
  /// More members of the environment, as JSON by name.
  var environment: [String: String] = [:]
  /// Whether cells can be selected. The control is shown in edit mode.
  var isSelectable = false
  /// Whether only one cell can be selected.
  var isSingle = false
  /// Whether the object header of the first cell is shown instead of the rows.
  var isHeader = false

  /// The part of the first cell that a gesture shows. Only pictures can show it.
  var reveal: Reveal?

  /// All exhibits, in order.
  static var all: [Exhibit] { variations + companions + listParts + gestures + headers }

  /// The cells as JSON without line breaks.
  var records: [String] { cells.map { $0.filter { $0 != "\n" } } }

  /// The selection mode of the list.
  var selection: SelectionMode { isSelectable ? (isSingle ? .single : .multiple) : .none }
}
