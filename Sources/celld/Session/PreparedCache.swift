import CellEngine

/// The prepared cells of a session for one preparation. Several views may share it.
final class PreparedCache: CacheOwner {
  var store = PreparedStore()
  private let budget: CacheBudget
  private var number: UInt64 = 0
  private var progress = ListProgress()

  init(_ budget: CacheBudget) {
    self.budget = budget
    number = budget.admit(self)
  }

  /// Keeps prepared cells.
  func keep(_ made: some Sequence<(chunk: Chunk, cells: PreparedCells)>) {
    for (chunk, cells) in made { store.put(cells, for: chunk) }
    budget.use(owner: number, made.map { (lineage: $0.chunk.lineage, bytes: $0.cells.byteCount) })
  }

  /// Lets go of the chunks that the list of the session does not have any more, once they are many.
  ///
  /// - Parameter chunks: those of the list, by their lineages.
  func follow(_ list: CellList, _ chunks: @autoclosure () -> [Chunk?]) {
    guard progress.isFar(list) else { return }
    let dropped = store.drop(except: chunks())
    budget.use(owner: number, dropped.map { (lineage: $0.chunk.lineage, bytes: 0) })
    Workers.release(consume dropped)
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
