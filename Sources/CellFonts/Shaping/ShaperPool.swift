import Locks

/// Shapers that wait for a thread. There are as many as threads ever shaped at the same time.
final class ShaperPool: Sendable {
  private let waiting = Mutex<[Shaper]>([])
  private let cacheBytes: Int

  /// Each of its shapers keeps words of up to `cacheBytes`.
  init(cacheBytes: Int) {
    self.cacheBytes = cacheBytes
  }

  /// The bytes of the words that waiting shapers keep.
  var usedBytes: Int { waiting.withLock { $0.reduce(0) { $0 + $1.usedBytes } } }

  /// Calls `body` with a shaper that nobody else has.
  func withShaper<Result>(_ body: (Shaper) -> Result) -> Result {
    // The last one that came back has the words that were used last.
    let shaper = waiting.withLock { $0.popLast() } ?? Shaper(cacheBytes: cacheBytes)
    defer { waiting.withLock { $0.append(shaper) } }
    return body(shaper)
  }
}
