import CellEngine
import CellProtocol

/// cells.replace: the list becomes these cells.
struct ReplaceEdit: ListEdit {
  let cells: [PushedCell]
  /// Whether the cells come from several requests, so that ids may stand in two of them.
  let isStaged: Bool
  /// What the session admits.
  let selection: SelectionMode

  func weight(inListOf count: Int) -> Int { cells.count + count }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    if isStaged {
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
