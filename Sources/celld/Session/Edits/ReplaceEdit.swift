import CellEngine
import CellProtocol

/// cells.replace: makes the list equal to these cells.
struct ReplaceEdit: ListEdit {
  /// The cells, from one request or several.
  let cells: StagedCells
  /// The selection mode of the session.
  let selection: SelectionMode

  func weight(in list: CellList) -> Int {
    cells.count + list.count + (cells.byteCount + list.summary.bytes) / 4_096
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let isOne = self.cells.batches.count == 1
    let cells = isOne ? self.cells.batches[0] : self.cells.batches.flatMap { $0 }
    if !isOne {
      // Two of the requests may have the same id.
      var keys: Set<ByteKey> = []
      // The path is in this request, which has the last cells.
      let staged = cells.count - (self.cells.batches.last?.count ?? 0)
      for (number, cell) in cells.enumerated() where !keys.insert(cell.key).inserted {
        throw .stagedTwice(cell.packed.id, path: number < staged ? "/cells" : "/cells/\(number - staged)/id")
      }
    }
    let old = list
    let counts = list.replace(with: cells, revision: revision)
    try selection.check(list, after: old, path: "/cells")
    return EditResult(
      isChange: counts.isChange,
      counts: [
        .init("inserted", counts.inserted), .init("removed", counts.removed), .init("moved", counts.moved),
        .init("updated", counts.updated), .init("unchanged", counts.unchanged),
      ])
  }
}
