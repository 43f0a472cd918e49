import CellEngine
import CellProtocol

/// cells.patch: changes members of cells (RFC 7396).
struct PatchEdit: ListEdit {
  /// The patch of one cell.
  struct Patch: Sendable {
    let id: String
    let patch: JSON
  }

  let patches: [Patch]
  /// Bytes of the patches as JSON.
  let byteCount: Int
  /// The selection mode of the session.
  let selection: SelectionMode

  func weight(in list: CellList) -> Int {
    // Each patched cell is unpacked and packed, however small the patch.
    patches.count * 8 + (byteCount + list.bytes(of: patches.lazy.map(\.id))) / 128
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    var changes: [(place: CellList.Place, entry: Entry)] = []
    var seen: Set<ByteKey> = []
    for (number, patch) in patches.enumerated() {
      let key = ByteKey(patch.id)
      guard seen.insert(key).inserted else {
        throw RPCError.duplicateID(patch.id, path: "/patches/\(number)/id")
      }
      guard let place = list.place(of: key) else {
        throw RPCError.cellNotFound(patch.id, path: "/patches/\(number)/id")
      }
      let old = list[place]
      let cell = try CellCodec.patched(
        Cell(old.packed, state: old.state), with: patch.patch, path: "/patches/\(number)/patch")
      if let entry = PushedCell(cell).entry(patching: old, revision: revision) {
        changes.append((place, entry))
      }
    }
    let old = list
    if !changes.isEmpty { list.put(changes) }
    try selection.check(list, after: old, path: "/patches")
    return EditResult(isChange: !changes.isEmpty, counts: [.init("updated", changes.count)])
  }
}
