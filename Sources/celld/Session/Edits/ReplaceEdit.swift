import CellEngine
import CellProtocol

/// cells.replace: the list becomes these cells.
struct ReplaceEdit: ListEdit {
  /// The cells, from one request or several.
  let cells: StagedCells
  /// What the session admits.
  let selection: SelectionMode

  func weight(in list: CellList) -> Int {
    cells.count + list.count + (cells.byteCount + list.summary.bytes) / 4_096
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let isOne = self.cells.batches.count == 1
    let cells = isOne ? self.cells.batches[0] : self.cells.batches.flatMap { $0 }
    if !isOne {
      // Ids may stand in two of the requests.
      var keys: Set<ByteKey> = []
      for cell in cells where !keys.insert(cell.key).inserted {
        throw .duplicateID(cell.packed.id, path: "/cells")
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
