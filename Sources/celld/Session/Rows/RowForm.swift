import CXXHash
import CellEngine
import CellProtocol
import CellWire

/// The form of rows that a request asks for. Rows of one form are bytes that every client can get.
struct RowForm: Hashable, Sendable {
  var format = RowFormat.text
  /// Whether lines are filled with spaces up to the view's width.
  var pads = false
  /// Whether a row includes its cell.
  var includesCell = false
  /// The maximum number of bytes of a row, without its cell.
  var rowLimit = Limits.standard.row

  /// The row that is drawn with a part that a gesture shows.
  var revealed: RevealedRow?

  /// The number of the form in clocks.
  var code: UInt64 {
    let code = UInt64(format.code) << 2 | (pads ? 2 : 0) | (includesCell ? 1 : 0)
    guard let revealed else { return code }
    var name = "\(revealed.reveal.rawValue) \(revealed.id)"
    return name.withUTF8 { XXH64($0.baseAddress, $0.count, 0) } << 8 | code
  }
}

/// A row, and the part of it that is revealed.
struct RevealedRow: Hashable, Sendable {
  var id: String
  var reveal: Reveal
}
