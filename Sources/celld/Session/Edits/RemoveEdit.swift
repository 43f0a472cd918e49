import CellWire

/// cells.remove: removes some cells, or all.
struct RemoveEdit: ListEdit {
  /// The ids to remove; `nil` for all cells.
  let ids: [String]?

  /// The maximum number of bytes of the reply.
  let replyLimit: Int

  func weight(in list: CellList) -> Int {
    guard let ids else { return list.count + list.summary.bytes / 16_384 }
    // Freeing memory takes time.
    return weight(ofScattered: ids.count, in: list) + list.bytes(of: ids) / 16_384
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    guard let ids else {
      let count = list.count
      list = CellList(after: list)
      return EditResult(isChange: count > 0, counts: [.init("removed", count)])
    }
    var places: [CellList.Place] = []
    var missing = ReplyList("missing", limit: replyLimit)
    for (number, place) in PlaceFinder.finds(of: ids, in: list) {
      if let place { places.append(place) } else { missing.add { $0.string(ids[number]) } }
    }
    missing.end()
    if !places.isEmpty { _ = list.remove(at: places) }
    return EditResult(isChange: !places.isEmpty, counts: [.init("removed", places.count)], missing: missing)
  }
}
