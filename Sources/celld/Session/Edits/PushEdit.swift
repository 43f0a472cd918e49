import CellEngine
import CellWire

/// cells.push: replaces known cells in place and inserts new ones together at a position.
struct PushEdit: ListEdit {
  let cells: CellDecoder.Decoded
  let position: InsertPosition
  /// The selection mode of the session.
  let selection: SelectionMode

  func weight(in list: CellList) -> Int {
    weight(ofScattered: cells.count, in: list) + cells.byteCount / 4_096
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let index = try position.index(in: list)
    var changes: [(place: CellList.Place, entry: Entry)] = []
    var new: [Entry] = []
    var unchanged = 0
    var finder = PlaceFinder(list)
    new.reserveCapacity(cells.count)
    for cells in cells.batches {
      for index in cells.indices {
        guard let place = finder.place(of: cells[index].key) else {
          new.append(cells[index].entry(revision: revision))
          continue
        }
        if let entry = cells[index].entry(over: list[place], revision: revision) {
          changes.append((place, entry))
        } else {
          unchanged += 1
        }
      }
    }
    let selected = list.summary.selected
    if !changes.isEmpty { list.put(changes) }
    list.insert(new, at: index)
    try selection.check(list, selectedBefore: selected, path: "/cells")
    return EditResult(
      isChange: !changes.isEmpty || !new.isEmpty,
      counts: [
        .init("inserted", new.count), .init("updated", changes.count), .init("unchanged", unchanged),
      ])
  }
}
