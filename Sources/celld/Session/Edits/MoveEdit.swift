import CellWire

/// cells.move: moves these cells, in this order, to a position that is counted without them.
struct MoveEdit: ListEdit {
  let ids: [String]
  let position: InsertPosition

  func weight(in list: CellList) -> Int { weight(ofScattered: ids.count, in: list) }

  func apply(to list: inout CellList, revision: UInt64) throws(RPCError) -> EditResult {
    let places = try PlaceFinder.places(of: ids, in: list, isUnique: true)
    switch position {
    case .before(let id) where ids.contains { ByteKey($0) == ByteKey(id) }:
      throw RPCError.movedBesideItself(id, path: "/position/before")
    case .after(let id) where ids.contains { ByteKey($0) == ByteKey(id) }:
      throw RPCError.movedBesideItself(id, path: "/position/after")
    default: break
    }
    var entries: [ByteKey: Entry] = [:]
    for place in places { entries[list[place].key] = list[place] }
    let before = places.map { list.index(of: $0) }
    _ = list.remove(at: places)
    let index = try position.index(in: list)
    let isChange = before.enumerated().contains { $0.element != index + $0.offset }
    list.insert(ids.compactMap { entries[ByteKey($0)] }, at: index)
    return EditResult(isChange: isChange, counts: [.init("moved", isChange ? ids.count : 0)])
  }
}
