import CellEngine
import CellWire

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
    if cells.lastCount < cells.count { try checkIDs() }
    let selected = list.summary.selected
    let counts = list.replace(with: cells.batches, revision: revision)
    try selection.check(list, selectedBefore: selected, path: "/cells")
    return EditResult(
      isChange: counts.isChange,
      counts: [
        .init("inserted", counts.inserted), .init("removed", counts.removed), .init("moved", counts.moved),
        .init("updated", counts.updated), .init("unchanged", counts.unchanged),
      ])
  }
  /// Throws if two of the requests have the same id.
  private func checkIDs() throws(RPCError) {
    var keys = Set<ByteKey>(minimumCapacity: cells.count)
    // The path is in the last request.
    var position = cells.lastCount - cells.count
    for batch in cells.batches {
      for index in batch.indices {
        guard keys.insert(batch[index].key).inserted else {
          let path = position < 0 ? "/cells" : "/cells/\(position)/id"
          throw .stagedTwice(batch[index].packed.id, path: path)
        }
        position += 1
      }
    }
  }
}
