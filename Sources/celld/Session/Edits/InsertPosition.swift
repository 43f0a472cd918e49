import CellProtocol

/// Where new or moved cells go.
enum InsertPosition: Equatable, Sendable {
  case start
  case end
  /// Before the cell that has this index; past the end is the end.
  case index(Int)
  case before(String)
  case after(String)

  /// The index in `list` before which the cells go.
  ///
  /// - Throws: cellNotFound where the position names a cell that the list does not have.
  func index(in list: CellList) throws(RPCError) -> Int {
    switch self {
    case .start: return 0
    case .end: return list.count
    case .index(let index): return min(index, list.count)
    case .before(let id):
      guard let place = list.place(of: ByteKey(id)) else {
        throw RPCError.cellNotFound(id, path: "/position/before")
      }
      return list.index(of: place)
    case .after(let id):
      guard let place = list.place(of: ByteKey(id)) else {
        throw RPCError.cellNotFound(id, path: "/position/after")
      }
      return list.index(of: place) + 1
    }
  }
}
