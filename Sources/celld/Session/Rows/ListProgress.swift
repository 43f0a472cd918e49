/// How far a list has changed since caches let go of what it does not have any more.
///
/// What is cached of a chunk holds the chunk, and with it all of its cells. Without this, a view
/// that nobody reads would hold cells that were replaced or removed long ago.
struct ListProgress {
  private var numbers: UInt64 = 0
  private var count = 0

  /// Notes another state of the list.
  ///
  /// - Returns: whether many of its chunks were replaced or removed since this was true last.
  mutating func isFar(_ list: CellList) -> Bool {
    let most = UInt64(max(64, list.count / 512))
    guard list.numbers > numbers + most || list.count < count - count / 8 else {
      count = max(count, list.count)
      return false
    }
    (numbers, count) = (list.numbers, list.count)
    return true
  }
}

extension [Chunk?] {
  /// The chunks of a list, by their lineages.
  init(of list: CellList) {
    self = []
    for group in list.groups {
      for chunk in group.chunks {
        while count <= Int(chunk.lineage) { append(nil) }
        self[Int(chunk.lineage)] = chunk
      }
    }
  }
}
