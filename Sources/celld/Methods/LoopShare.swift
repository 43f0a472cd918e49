import CellProtocol

/// What may be done on the loop for one request: what takes about 250 µs. More goes to a worker. How many rows that
/// is, ``Pace`` knows.
enum LoopShare {
  /// Bytes of JSON or of cells that are read, compared or copied.
  static let bytes = 64 << 10
  /// Values of a JSON text that are checked and read.
  static let values = 4_096
  /// Cells that an edit looks at; see ``ListEdit/weight(in:)``.
  static let cells = 256
  /// Cells that are written in their long form.
  static let writtenCells = 64
  /// Bytes of a cell's JSON that are analysed and laid out.
  static let textBytes = 8 << 10
  /// Bytes of rows, ready made, that are put together to a reply.
  static let replyBytes = 256 << 10
  /// Bytes of a cell that weigh as much as a row that must be made.
  static let bytesPerRow = 2 << 10
}

extension JSONNode {
  /// Whether reading the value takes longer than the loop may stand still for it.
  var isLong: Bool { raw.count >= LoopShare.bytes || valueCount > LoopShare.values }
}
