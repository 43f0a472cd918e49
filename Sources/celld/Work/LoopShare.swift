import CellWire

/// The maximum work on the loop for one request: about 250 µs. Larger work goes to a worker.
/// ``Pace`` has the number of rows.
enum LoopShare {
  /// Bytes of JSON or of cells that are read, compared or copied.
  static let bytes = 64 << 10
  /// Values of a JSON text that are checked and read.
  static let values = 4_096
  /// Cells that an edit looks at. See `ListEdit.weight(in:)`.
  static let cells = 256
  /// Cells that are written in their long form.
  static let writtenCells = 64
  /// Bytes of a cell's JSON that are analysed and laid out.
  static let textBytes = 8 << 10
  /// Bytes of finished rows that are joined to a reply.
  static let replyBytes = 256 << 10
  /// Bytes of rows that are made. Rows are chosen by the bytes of their cells, and usually have far
  /// fewer bytes than this.
  static let madeBytes = 1 << 20
  /// Bytes of a cell that cost as much as a row to be made.
  static let bytesPerRow = 2 << 10
}

extension JSONNode {
  /// Whether reading the value takes longer than the loop may block.
  var isLong: Bool { raw.count >= LoopShare.bytes || valueCount > LoopShare.values }
}
