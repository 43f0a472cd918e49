import CellEngine

/// The prepared cells of a session for one preparation. Several views may share it.
final class PreparedCache: CacheOwner {
  var store = PreparedStore()
  private let budget: CacheBudget
  private var number: UInt64 = 0

  init(_ budget: CacheBudget) {
    self.budget = budget
    number = budget.admit(self)
  }

  /// Keeps prepared cells.
  func keep(_ made: some Sequence<(chunk: Chunk, cells: PreparedCells)>) {
    for (chunk, cells) in made { store.put(cells, for: chunk) }
    budget.use(owner: number, made.map { (lineage: $0.chunk.lineage, bytes: $0.cells.byteCount) })
  }

  func evict(lineage: UInt32) -> (any Sendable)? {
    store.take(lineage: lineage)
  }

  /// Frees the cache, which must not be used any more.
  func close() {
    budget.remove(owner: number)
    let old = store
    store = PreparedStore()
    Workers.release(consume old)
  }
}
