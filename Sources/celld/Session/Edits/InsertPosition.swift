import CellWire

/// The position of new or moved cells.
enum InsertPosition: Equatable, Sendable {
  case start
  case end
  /// Before the cell at this index. An index past the end is the end.
  case index(Int)
  case before(String)
  case after(String)

  /// The index in `list` of the cell after the position.
  ///
  /// - Throws: cellNotFound if the position names an unknown cell.
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
