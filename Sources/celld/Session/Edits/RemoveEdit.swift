import CellProtocol

/// cells.remove: some cells, or all.
struct RemoveEdit: ListEdit {
  /// `nil` is all.
  let ids: [String]?

  func weight(inListOf count: Int) -> Int {
    ids.map { weight(ofScattered: $0.count, inListOf: count) } ?? count
  }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    guard let ids else {
      let count = list.count
      list = CellList(after: list)
      return EditResult(isChange: count > 0, counts: [.init("removed", count)])
    }
    let (places, _, missing) = list.knownPlaces(of: ids)
    if !places.isEmpty { _ = list.remove(at: places) }
    return EditResult(isChange: !places.isEmpty, counts: [.init("removed", places.count)], missing: missing)
  }
}
