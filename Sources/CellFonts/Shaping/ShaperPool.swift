import Locks

/// Shapers that no thread uses now. Their number is the maximum number of threads that shaped at
/// once.
final class ShaperPool: Sendable {
  private let waiting = Mutex<[Shaper]>([])
  private let cacheBytes: Int

  /// Makes an empty pool. Each of its shapers has a word cache of at most `cacheBytes`.
  init(cacheBytes: Int) {
    self.cacheBytes = cacheBytes
  }

  /// The bytes of the word caches of waiting shapers.
  var usedBytes: Int { waiting.withLock { $0.reduce(0) { $0 + $1.usedBytes } } }

  /// Calls `body` with a shaper that no other thread uses.
  func withShaper<Result>(_ body: (Shaper) -> Result) -> Result {
    // The shaper that came back last has the most recent words.
    let shaper = waiting.withLock { $0.popLast() } ?? Shaper(cacheBytes: cacheBytes)
    defer { waiting.withLock { $0.append(shaper) } }
    return body(shaper)
  }
}
