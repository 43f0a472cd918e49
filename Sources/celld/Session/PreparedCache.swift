import CellEngine

/// The prepared cells of a session for one preparation, which any number of its views share.
final class PreparedCache: CacheOwner {
  var store = PreparedStore()
  private unowned let table: SessionTable
  private var number: UInt64 = 0

  init(_ table: SessionTable) {
    self.table = table
    number = table.budget.admit(self)
  }

  /// Keeps what was made for a chunk.
  func keep(_ made: some Sequence<(chunk: Chunk, cells: PreparedCells)>) {
    for (chunk, cells) in made {
      store.put(cells, for: chunk)
      table.budget.use(owner: number, lineage: chunk.lineage, bytes: cells.byteCount)
    }
  }

  func evict(lineage: UInt32) {
    store.drop(lineage: lineage)
  }

  /// Gives back what the cache holds. It must not be used any more.
  func close() {
    table.budget.remove(owner: number)
    let old = store
    store = PreparedStore()
    Workers.release(consume old)
  }
}
