import CellProtocol

/// In which form rows are asked for. Rows of one form are bytes that can be given to every client.
struct RowForm: Hashable, Sendable {
  var format = RowFormat.text
  /// Whether lines are filled with spaces up to the view's width.
  var pads = false
  /// Whether a row carries its cell.
  var includesCell = false

  /// A number for each form, as it stands in clocks.
  var code: UInt64 {
    let format: UInt64 =
      switch self.format {
      case .text: 0
      case .ansi: 1
      case .spans: 2
      case .frames: 3
      case .svg: 4
      case .html: 5
      }
    return format << 2 | (pads ? 2 : 0) | (includesCell ? 1 : 0)
  }
}
