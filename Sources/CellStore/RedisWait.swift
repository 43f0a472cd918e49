import Glibc

/// Finds out when replicas have what the server has executed. `WAIT` blocks its connection, so each
/// number of replicas has a connection of its own, and one `WAIT` is for all that was asked before.
final class RedisWait {
  /// The milliseconds that one `WAIT` takes at most.
  private static let round = 500

  private let replicas: Int
  private let options: RedisOptions
  private let run: String
  private var connection: RedisConnection?
  /// The handlers for the success of the present `WAIT`, and of the one after it.
  private var present: [() throws(RedisError) -> Void] = []
  private var next: [() throws(RedisError) -> Void] = []
  private var isWaiting = false
  private var sendTime: UInt64 = 0
  /// The time since which no `WAIT` has succeeded, while something is asked.
  private var pendingTime: UInt64?

  /// - Parameter run: the run of the server. Replicas of another one do not count.
  init(_ replicas: Int, _ options: RedisOptions, run: String) {
    self.replicas = replicas
    self.options = options
    self.run = run
  }

  /// Calls `then` when the replicas have all that the server has executed until now.
  func add(_ then: @escaping () throws(RedisError) -> Void) {
    next.append(then)
    if pendingTime == nil { pendingTime = monotonicNanoseconds() }
  }

  /// Whether the replicas do not answer in time.
  func isLate(_ now: UInt64) -> Bool { pendingTime.map { now > $0 + options.replicaTime } ?? false }

  /// The descriptor to wait for.
  var descriptor: Int32? { isWaiting ? connection?.descriptor : nil }

  /// Asks for what was added, unless a `WAIT` is under way.
  func flush() throws(RedisError) {
    guard !isWaiting, !present.isEmpty || !next.isEmpty else { return }
    if connection == nil { connection = try connect() }
    guard let connection else { return }
    present += next
    next = []
    // WAIT is for the last command of its connection that replicas get.
    connection.send(RedisCommand("PUBLISH", options.keys.waits, ""))
    connection.send(RedisCommand("WAIT", String(replicas), String(Self.round)))
    try connection.flush()
    isWaiting = true
    sendTime = monotonicNanoseconds()
  }

  private func connect() throws(RedisError) -> RedisConnection {
    let connection = try RedisLink.connect(options)
    let infos = try RedisLink.infos("server", connection, options)
    guard infos["run_id"] == run else { throw RedisError(message: "was started again") }
    return connection
  }

  /// Takes the replies of the server.
  func receive() throws(RedisError) {
    guard let connection, isWaiting else { return }
    var readable = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&readable, 1, 0) > 0 else { return }
    try connection.fill()
    while let reply = try connection.receive() {
      // The first reply is that to PUBLISH.
      guard let count = try RedisLink.check(reply).integer, connection.unanswered == 0 else { continue }
      isWaiting = false
      guard count >= replicas else { return try flush() }
      let done = present
      present = []
      pendingTime = next.isEmpty ? nil : sendTime
      for then in done { try then() }
    }
  }

  /// Throws if the server does not answer.
  func checkDeadline(_ now: UInt64) throws(RedisError) {
    let patience = UInt64(options.patience + Self.round) * 1_000_000
    guard !isWaiting || now < sendTime + patience else {
      throw RedisError(message: "is away: it did not answer in \(options.patience) ms")
    }
  }
}

/// Entries of a session that the log has, and that replicas may not have yet. They get their
/// outcomes in their order.
struct RedisUnconfirmed {
  private struct Waiting {
    let entry: RedisEntry
    let time: UInt64
  }

  private var entries = Ring<Waiting>()
  /// The numbers of the last entry that was added and the last one that was taken.
  private var added = 0
  private var taken = 0
  /// The last one whose outcome was reported as unknown.
  private var told = 0
  /// The number of replicas that the last entry needs, and those before it.
  private(set) var replicas = 0

  var isEmpty: Bool { entries.isEmpty }
  var oldest: UInt64? { entries.first?.entry.time }

  /// The number of the last entry.
  var last: Int { added }

  /// Adds an entry that the log has.
  ///
  /// - Returns: whether it must wait: for replicas, or for an entry before it.
  mutating func add(_ entry: RedisEntry) -> Bool {
    replicas = max(entry.submission.level.replicas, isEmpty ? 0 : replicas)
    guard replicas > 0 else { return false }
    entries.append(Waiting(entry: entry, time: monotonicNanoseconds()))
    added += 1
    return true
  }

  /// Takes the entries up to a number.
  mutating func take(through number: Int) -> [RedisEntry] {
    var found: [RedisEntry] = []
    while taken < number, let first = entries.popFirst() {
      taken += 1
      found.append(first.entry)
    }
    told = max(told, taken)
    if isEmpty { replicas = 0 }
    return found
  }

  /// The entries that came before a time and whose outcomes were not reported as unknown. They
  /// count as reported from now on.
  mutating func late(before time: UInt64) -> [RedisEntry] {
    let late = entries.all.dropFirst(told - taken).prefix { $0.time < time }
    told += late.count
    return late.map(\.entry)
  }
}
