import CellEngine
import CellProtocol
import CellWire

/// cells.patch: changes members of cells (RFC 7396).
struct PatchEdit: ListEdit {
  /// The patch of one cell.
  struct Patch: Sendable {
    let id: String
    let patch: JSON
  }

  /// The number of patches that one core makes at a time.
  private static let batch = 128

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
    let places = try PlaceFinder.places(of: patches.map(\.id), in: list, isUnique: true) {
      "/patches/\($0)/id"
    }
    let selected = list.summary.selected
    let changes = try changes(at: places, of: list, revision)
    if !changes.isEmpty { list.put(changes) }
    try selection.check(list, selectedBefore: selected, path: "/patches")
    return EditResult(isChange: !changes.isEmpty, counts: [.init("updated", changes.count)])
  }

  /// The changes of all patches, on all cores if they are many.
  private func changes(
    at places: [CellList.Place], of list: CellList, _ revision: UInt64
  ) throws(RPCError) -> [CellList.Change] {
    let parts = patches.indices.evenParts(capacity: Self.batch)
    guard parts.count > 1 else { return try makeChanges(patches.indices, at: places, of: list, revision) }
    let slots = ResultSlots<Result<[CellList.Change], RPCError>>(count: parts.count)
    Workers.parallel(count: parts.count) { part in
      let made = Result { () throws(RPCError) in
        try makeChanges(parts[part], at: places, of: list, revision)
      }
      slots.set(made, at: part)
    }
    var changes: [CellList.Change] = []
    changes.reserveCapacity(patches.count)
    for made in slots.values() { changes += try made.get() }
    return changes
  }

  /// The changes of some patches, which take about 2 µs each.
  private func makeChanges(
    _ numbers: Range<Int>, at places: [CellList.Place], of list: CellList, _ revision: UInt64
  ) throws(RPCError) -> [CellList.Change] {
    var changes: [CellList.Change] = []
    changes.reserveCapacity(numbers.count)
    var reader = CellReader()
    for number in numbers {
      let entry = try reader.entry(
        patching: list[places[number]], with: patches[number].patch, path: "/patches/\(number)/patch",
        revision: revision)
      if let entry { changes.append((places[number], entry)) }
    }
    return changes
  }
}
