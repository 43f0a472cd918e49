/// Cells of a replacement that comes in several requests, in their order.
struct StagedCells: Sendable {
  private(set) var batches: [[PushedCell]] = []
  private(set) var count = 0
  /// The number of cells of the last request.
  private(set) var lastCount = 0
  /// Bytes that the cells take in a list.
  private(set) var byteCount = 0

  /// Adds the cells of one request.
  mutating func add(_ cells: CellDecoder.Decoded) {
    batches += cells.batches
    count += cells.count
    lastCount = cells.count
    byteCount += cells.byteCount
  }
}
