/// The times at which a node has no server, and the attempts to reach it again.
struct RedisOutage {
  private let options: RedisOptions
  /// Why the server is away, and the time of the next attempt; `nil` while it is there.
  private(set) var current: (error: StoreError, next: UInt64)?
  /// How often the server went away.
  private(set) var count = 0
  /// The milliseconds before the next attempt, until a command succeeds.
  private var delay: Int

  init(_ options: RedisOptions) {
    self.options = options
    delay = options.firstRetry
  }

  var error: StoreError? { current?.error }

  /// Whether the next attempt is due.
  var isDue: Bool { current.map { $0.next <= monotonicNanoseconds() } ?? false }

  /// Notes an error, and sets the time of the next attempt.
  ///
  /// - Returns: the error for clients, and whether it is another one than before.
  mutating func begin(_ error: RedisError) -> (StoreError, isOther: Bool) {
    let away = StoreError("\(options.sentence(error)) Check the server.", retryAfter: delay)
    // Nodes do not come all at once.
    let wait = Double(delay) * .random(in: 0.5...1) * 1_000_000
    let isOther = current?.error.description != away.description
    current = (away, monotonicNanoseconds() + UInt64(wait))
    delay = min(2 * delay, options.longestRetry)
    return (away, isOther)
  }

  /// Notes that changes can be missing.
  mutating func countOne() { count += 1 }

  /// Notes that a command succeeded.
  mutating func resetDelay() { delay = options.firstRetry }

  mutating func end() { current = nil }
}
