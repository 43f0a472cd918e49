import CellProtocol

/// The rows that a client asks for.
enum RowWindow: Hashable, Sendable {
  /// `count` rows from the index `start` on.
  case range(start: Int, count: Int)
  /// The rows between `top` and `top + height`, in layout units.
  case span(top: Int, height: Int)
  /// The rows of a span whose top depends on the position of a row.
  case anchored(RowAnchor, height: Int)
  case ids([String])

  /// The number of rows that are asked for, if the window has it.
  var count: Int? {
    switch self {
    case .range(_, let count): count
    case .ids(let ids): ids.count
    case .span, .anchored: nil
    }
  }
}

/// A row that keeps its place in a window.
struct RowAnchor: Hashable, Sendable {
  let id: String
  /// The top of the row below the top of the window, in layout units. It may be negative.
  let offset: Int
  /// The row at this index replaces the row if the view shows neither it nor one of its heirs.
  let index: Int
  /// The rows of the last window, if a watch knows them.
  var lastRows = LastRows()

  // Ids that are canonically equivalent differ.
  static func == (left: Self, right: Self) -> Bool {
    left.id.utf8.elementsEqual(right.id.utf8) && left.lastRows == right.lastRows
      && (left.offset, left.index) == (right.offset, right.index)
  }
}
