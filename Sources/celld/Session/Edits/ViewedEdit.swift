import CellProtocol

/// cells.viewed: removes the unread marks of these cells.
struct ViewedEdit: ListEdit {
  let ids: [String]

  func weight(in list: CellList) -> Int { weight(ofScattered: ids.count, in: list) }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let places = try list.places(of: ids, path: "/ids", isUnique: false)
    var changes: [(place: CellList.Place, entry: Entry)] = []
    for place in places {
      let entry = list[place]
      guard entry.unread else { continue }
      var state = entry.state
      state.unread = false
      changes.append((place, entry.with(state, revision: revision)))
    }
    if !changes.isEmpty { list.put(changes) }
    return EditResult(isChange: !changes.isEmpty)
  }
}
