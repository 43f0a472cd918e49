/// The changes of a node that replicas must have before they are answered, and those of others
/// before they are shown.
final class RedisReplicas {
  private let options: RedisOptions
  private let client: RedisClient
  private let lines: RedisLines
  private let names: RedisNames
  private let outcomes: RedisOutcomes
  /// The replicas that are connected.
  var connected: Int
  /// Whether there was a change that replicas must have.
  private var isUsed = false

  init(
    _ options: RedisOptions, _ client: RedisClient, _ lines: RedisLines, _ names: RedisNames,
    _ outcomes: RedisOutcomes, connected: Int
  ) {
    self.options = options
    self.client = client
    self.lines = lines
    self.names = names
    self.outcomes = outcomes
    self.connected = connected
  }

  /// Notes the level of an entry that will be sent.
  func note(_ submission: StoreSubmission) { if submission.level.replicas > 0 { isUsed = true } }

  // MARK: Waiting

  /// Calls `then` when replicas have entries of others.
  func hold(_ line: RedisLine, _ then: @escaping () -> Void) {
    isUsed = true
    client.confirm(line.heldReplicas, then)
  }

  /// Settles an entry that the log has, as soon as enough replicas have it, too.
  func confirm(_ entry: RedisEntry, _ line: RedisLine) {
    if line.unconfirmed.add(entry) { confirmAll(line) } else { outcomes.settle(entry, .stored) }
  }

  /// Asks whether replicas have the entries of a session that the log has.
  func confirmAll(_ line: RedisLine) {
    guard !line.unconfirmed.isEmpty else { return }
    let last = line.unconfirmed.last
    client.confirm(line.unconfirmed.replicas) { [self] in
      settle(line, through: last)
      reportOwed(line)
      lines.addAgain(line)
    }
  }

  /// Settles the entries of a session, since replicas have all that it has.
  func settleConfirmed(_ line: RedisLine) { settle(line, through: line.unconfirmed.last) }

  private func settle(_ line: RedisLine, through last: Int) {
    for entry in line.unconfirmed.take(through: last) { outcomes.settle(entry, .stored) }
  }

  // MARK: Refusals

  /// Refuses the entries of a session that has another history now.
  func refuseUnconfirmed(_ line: RedisLine, _ reason: StoreError) {
    for entry in line.unconfirmed.late(before: .max) { outcomes.add(unknown: entry, reason) }
    for entry in line.unconfirmed.take(through: .max) { outcomes.settle(entry, .refused(reason)) }
  }

  /// Refuses the entries that wait for sending, and for which replicas are missing or the file is
  /// not rewritten in time.
  ///
  /// - Parameter isRewriting: whether the server rewrites its file.
  func refuseMissing(isRewriting: Bool) {
    guard isUsed || isRewriting else { return }
    let due = monotonicNanoseconds() - options.rewriteTime
    for line in lines.busyLines {
      let count = max(line.entries.first?.submission.level.replicas ?? 0, line.heldReplicas)
      let isLate = line.waitsForFile && line.entries.first.map { $0.time < due } ?? false
      guard isLate || count > connected || client.isLate(count) else { continue }
      line.waitsForFile = false
      refuse(line, isLate ? .rewriting : .lacksReplicas(count, has: connected))
    }
  }

  /// Refuses the entries of a session that wait for sending.
  func refuse(_ line: RedisLine, _ reason: StoreError) {
    let refused = line.takeOutdated() + line.entries.removeAll()
    guard !refused.isEmpty else { return }
    line.progress = nil
    for entry in refused { outcomes.settle(entry, .refused(reason)) }
    // Later changes depend on those that were refused.
    if line.isFollowed { line.owesReport = true }
    reportOwed(line)
    lines.addAgain(line)
  }

  /// Has the daemon take its changes back, if it must. It knows the outcomes of those before then.
  func reportOwed(_ line: RedisLine) {
    guard line.owesReport, line.sentCount == 0, line.unconfirmed.isEmpty else { return }
    outcomes.retry(line.takeOutdated(), line, isReported: false)
  }

  /// Reports the outcomes as unknown that replicas keep back for too long.
  func reportLate(_ now: UInt64) {
    guard isUsed else { return }
    for line in lines.busyLines where !line.unconfirmed.isEmpty {
      let reason = StoreError.lacksReplicas(line.unconfirmed.replicas, has: connected)
      for entry in line.unconfirmed.late(before: now - options.replicaTime) {
        outcomes.add(unknown: entry, reason)
      }
    }
  }
}
