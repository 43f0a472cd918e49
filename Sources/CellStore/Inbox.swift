import Glibc

/// An entry that waits for the writer.
final class Queued: Sendable {
  let entry: StoreEntry
  let ticket: UInt64
  let level: Durability
  let user: UInt32
  let outages: Int
  let arrival: Arrival

  init(_ submission: StoreSubmission, _ arrival: Arrival) {
    entry = submission.entry
    ticket = submission.ticket
    level = submission.level
    user = submission.user
    outages = submission.outages
    self.arrival = arrival
  }

  var session: Int64 { entry.session }

  /// Whether it can depend on changes that were refused in an outage, which its sender must know. A
  /// change at the level `memory` cannot: after a dropped one, all are dropped.
  var dependsOnOutcomes: Bool {
    switch entry {
    case .change: level.storage > .memory
    case .snapshot: true
    case .create, .delete: false
    }
  }

  /// Whether it is dropped instead of refused.
  var isDroppable: Bool {
    if case .change = entry { level == .memory } else { false }
  }
}

/// The time at which entries arrived, up to the next look of the writer.
final class Arrival: @unchecked Sendable {
  /// Nanoseconds of ``monotonicNanoseconds()``.
  let time: UInt64
  /// The entries that are not settled yet. Only the writer uses it.
  var count = 0

  init(_ time: UInt64) { self.time = time }
}

/// The entries that arrived since the writer looked last, and what the writer reports to others.
final class Inbox: @unchecked Sendable {
  /// The news for the writer.
  struct Arrivals {
    var entries: [Queued] = []
    /// Sessions that a reader found damaged, and why.
    var damaged: [(session: Int64, reason: String)] = []
    /// The nanosecond at which the store must be closed.
    var deadline: UInt64?
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var arrivals = Arrivals()
  private var arrival = Arrival(0)
  private var counts = StoreStatistics()
  /// The arrival of the oldest entry that the writer has; `nil` if it has none.
  private var oldest: UInt64?
  private var isStopped = false
  private var isEnded = false
  private var isClosedReported = false

  /// The deadline of an end without any further work.
  static let now: UInt64 = 0

  init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Adds entries, unless the writer takes nothing any more.
  func add(_ entries: [StoreSubmission]) {
    locked {
      guard !isStopped, !entries.isEmpty else { return }
      if arrivals.entries.isEmpty {
        arrival = Arrival(monotonicNanoseconds())
        pthread_cond_broadcast(condition)
      }
      for entry in entries { arrivals.entries.append(Queued(entry, arrival)) }
      counts.waiting += entries.count
    }
  }

  func addDamage(_ session: Int64, _ reason: String) {
    locked {
      arrivals.damaged.append((session, reason))
      pthread_cond_broadcast(condition)
    }
  }

  func close(at deadline: UInt64) {
    locked {
      arrivals.deadline = min(deadline, arrivals.deadline ?? deadline)
      pthread_cond_broadcast(condition)
    }
  }

  /// Waits until something arrived, or the time is over.
  ///
  /// - Parameter end: a nanosecond; 0 returns at once, `nil` waits without an end.
  func take(until end: UInt64?) -> Arrivals {
    locked {
      while arrivals.entries.isEmpty, arrivals.damaged.isEmpty, arrivals.deadline == nil {
        guard let end else {
          pthread_cond_wait(condition, mutex)
          continue
        }
        guard end > 0 else { break }
        var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
        if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { break }
      }
      let taken = arrivals
      arrivals.entries = []
      arrivals.damaged = []
      return taken
    }
  }

  /// Reports the state of the writer to others.
  ///
  /// - Parameters:
  ///   - settled: the entries that got their outcome since the last call.
  ///   - oldest: the arrival of the oldest entry without one.
  func publish(_ news: StoreStatistics, settled: Int, oldest: UInt64?) {
    locked {
      let waiting = counts.waiting - settled
      counts = news
      counts.waiting = waiting
      self.oldest = oldest
    }
  }

  var statistics: StoreStatistics {
    locked {
      var now = counts
      if let since = oldest ?? (arrivals.entries.isEmpty ? nil : arrival.time), now.waiting > 0 {
        let time = monotonicNanoseconds()
        now.lag = time > since ? Int((time - since) / 1_000_000) : 0
      }
      return now
    }
  }

  /// Takes nothing from now on.
  ///
  /// - Returns: entries that came too late.
  func stop() -> [Queued] {
    locked {
      isStopped = true
      defer { arrivals.entries = [] }
      return arrivals.entries
    }
  }

  /// Marks the end of the writer.
  func end() {
    locked {
      isEnded = true
      pthread_cond_broadcast(condition)
    }
  }

  /// - Returns: whether the caller is the first one, and has to report the end.
  func claimClosedReport() -> Bool {
    locked {
      defer { isClosedReported = true }
      return !isClosedReported
    }
  }

  /// Waits for the end of the writer.
  ///
  /// - Returns: whether it ended before the time was over.
  @discardableResult
  func waitForEnd(until end: UInt64) -> Bool {
    locked {
      var time = timespec(tv_sec: Int(end / 1_000_000_000), tv_nsec: Int(end % 1_000_000_000))
      while !isEnded {
        if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return isEnded }
      }
      return true
    }
  }
}

/// A clock that never goes back.
func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Runs the body on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let argument = Unmanaged.passRetained(Body(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, argument.toOpaque())
  guard status == 0 else {
    fatalError("The writer of the store has no thread: \(String(cString: strerror(status))).")
  }
  pthread_detach(thread)
}
