import Glibc
import Locks

/// The arrivals for a node since it looked last, and the state that it reports to others.
final class RedisInbox: Sendable {
  /// A session that the daemon has read, or does not use any more.
  struct Following: Sendable {
    let session: Int64
    /// The state that was read; `nil` if it is not followed any more.
    var state: RedisReader.State?
    var arrivals = 0
  }

  /// The news for the node, in their order.
  enum Arrival: Sendable {
    case entry(StoreSubmission)
    case following(Following)
    /// A session for whose changes other nodes should wait, and the end of that.
    case turn(Int64)
    case turnEnd(Int64)
    /// A question for all news.
    case listen(UInt64)
    /// An event for other nodes.
    case event(StoreEvent)
    /// A session that nobody uses.
    case release(Int64)
    /// The reports on a session whose records the daemon has applied.
    case applied(Int64, arrivals: Int)
  }

  private struct State {
    var arrivals: [Arrival] = []
    /// The bytes of the events among them.
    var eventBytes = 0
    /// The arrival of the first entry among them.
    var time: UInt64?
    var deadline: UInt64?
    var counts = StoreStatistics()
    var isStopped = false
    var isEnded = false
    var isClosedReported = false
    /// The states that were read of sessions that are not followed yet.
    var read: [Int64: RedisReader.State] = [:]
    /// The arrival of the oldest entry without an outcome.
    var oldest: UInt64?
    var server = RedisServer()
  }

  /// The bytes of events that may wait.
  private static let eventRoom = 1 << 20

  private let state = Mutex(State())
  /// Readable when something arrived.
  let descriptor: Int32

  private let wakeDescriptor: Int32

  init(_ server: RedisServer) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { fatalError("The store has no pipe: \(String(cString: strerror(errno))).") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, wakeDescriptor) = (ends[0], ends[1])
    state.withLock { $0.server = server }
  }

  deinit {
    Glibc.close(descriptor)
    Glibc.close(wakeDescriptor)
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeDescriptor, &byte, 1)
  }

  func add(_ entries: [StoreSubmission]) {
    let isNew = state.withLock { state in
      guard !state.isStopped, !entries.isEmpty else { return false }
      let isFirst = state.arrivals.isEmpty
      if state.time == nil { state.time = monotonicNanoseconds() }
      for entry in entries { state.arrivals.append(.entry(entry)) }
      state.counts.waiting += entries.count
      return isFirst
    }
    if isNew { wake() }
  }

  /// Keeps what was read of a session until it is followed.
  func keep(_ read: RedisReader.State, of session: Int64) {
    state.withLock { $0.read[session] = read }
  }

  func follow(_ session: Int64, arrivals: Int) {
    state.withLock { state in
      let read = state.read.removeValue(forKey: session)
      state.arrivals.append(.following(Following(session: session, state: read, arrivals: arrivals)))
    }
    wake()
  }

  func unfollow(_ session: Int64) {
    state.withLock { state in
      state.read[session] = nil
      state.arrivals.append(.following(Following(session: session)))
    }
    wake()
  }

  /// Adds an event for other nodes, unless too many wait.
  func add(_ event: StoreEvent) {
    let isTaken = state.withLock { state in
      guard state.eventBytes < Self.eventRoom else { return false }
      state.eventBytes += event.json.count
      state.arrivals.append(.event(event))
      return true
    }
    if isTaken { wake() }
  }

  /// Adds news of the daemon.
  func add(_ arrival: Arrival) {
    state.withLock { $0.arrivals.append(arrival) }
    wake()
  }

  func close(at deadline: UInt64) {
    state.withLock { $0.deadline = min(deadline, $0.deadline ?? deadline) }
    wake()
  }

  /// Takes what arrived.
  ///
  /// - Returns: the time at which the first entry of it arrived, and the time at which the store
  ///   must be closed.
  func take() -> (arrivals: [Arrival], time: UInt64, deadline: UInt64?) {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(descriptor, &bytes, 16) == 16 {}
    return state.withLock { state in
      defer { (state.arrivals, state.eventBytes, state.time) = ([], 0, nil) }
      return (state.arrivals, state.time ?? 0, state.deadline)
    }
  }

  // MARK: The state of the node

  /// - Parameters:
  ///   - settled: the entries that got their outcome since the last call.
  ///   - oldest: the arrival of the oldest entry without one.
  func publish(_ counts: StoreStatistics, settled: Int, oldest: UInt64?) {
    state.withLock { state in
      let waiting = state.counts.waiting - settled
      state.counts = counts
      state.oldest = oldest
      state.counts.waiting = waiting
    }
  }

  var statistics: StoreStatistics {
    state.withLock { state in
      var now = state.counts
      if let since = state.oldest ?? state.time, now.waiting > 0 {
        let time = monotonicNanoseconds()
        now.lag = time > since ? Int((time - since) / 1_000_000) : 0
      }
      return now
    }
  }

  var server: RedisServer {
    get { state.withLock { $0.server } }
    set { state.withLock { $0.server = newValue } }
  }

  // MARK: The end

  /// Takes nothing from now on.
  func stop() { state.withLock { $0.isStopped = true } }

  func end() { state.withLock { $0.isEnded = true } }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// - Returns: whether the caller is the first one, and has to report the end.
  func claimClosedReport() -> Bool {
    state.withLock { state in
      defer { state.isClosedReported = true }
      return !state.isClosedReported
    }
  }
}
