import CellProtocol

/// The form of rows that a request asks for. Rows of one form are bytes that every client can get.
struct RowForm: Hashable, Sendable {
  var format = RowFormat.text
  /// Whether lines are filled with spaces up to the view's width.
  var pads = false
  /// Whether a row includes its cell.
  var includesCell = false
  /// The maximum number of bytes of a row, without its cell.
  var rowLimit = Limits.standard.row

  /// The number of the form in clocks.
  var code: UInt64 {
    UInt64(format.code) << 2 | (pads ? 2 : 0) | (includesCell ? 1 : 0)
  }
}
