import CellWire

/// cells.viewed: removes the unread marks of these cells.
struct ViewedEdit: ListEdit {
  let ids: [String]

  func weight(in list: CellList) -> Int { weight(ofScattered: ids.count, in: list) }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let places = try PlaceFinder.places(of: ids, in: list, isUnique: false)
    let unread = places.filter { list[$0].unread }
    list.view(unread, revision: revision)
    return EditResult(isChange: !unread.isEmpty)
  }
}
