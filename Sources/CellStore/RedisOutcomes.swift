/// The outcomes of the entries of a node, and its counts, until they are reported.
final class RedisOutcomes {
  private let inbox: RedisInbox
  private let lines: RedisLines
  private let report: @Sendable (StoreReport) -> Void
  private var outcomes: [(ticket: UInt64, outcome: StoreOutcome)] = []
  private var settled = 0
  var counts = StoreStatistics()

  init(_ inbox: RedisInbox, _ lines: RedisLines, report: @escaping @Sendable (StoreReport) -> Void) {
    self.inbox = inbox
    self.lines = lines
    self.report = report
  }

  /// Adds the last outcome of an entry.
  func settle(_ entry: RedisEntry, _ outcome: StoreOutcome) {
    outcomes.append((entry.ticket, outcome))
    settled += 1
  }

  /// Adds an outcome that nobody knows yet.
  func add(unknown entry: RedisEntry, _ error: StoreError) {
    outcomes.append((entry.ticket, .unknown(error)))
  }

  /// Reports changes of others, after all outcomes before them. Without a record, the changes that
  /// were submitted are outdated.
  func tell(_ records: [StoredRecord], of line: RedisLine) {
    counts.arrived += records.count
    flush()
    line.noteArrival(bytes: records.reduce(0) { $0 + $1.weight })
    line.owesReport = false
    report(.records(session: line.id, records))
  }

  /// Has the daemon make changes again.
  ///
  /// - Parameter isReported: whether it knows that they are outdated.
  func retry(_ entries: [RedisEntry], _ line: RedisLine, isReported: Bool) {
    // It would take back changes that are in the log, too.
    if !isReported, !line.unconfirmed.isEmpty { return line.owe(entries) }
    counts.retries += entries.count
    if !isReported { tell([], of: line) }
    for entry in entries { settle(entry, .outdated) }
  }

  /// Refuses all entries that were not sent.
  func refuseAll(_ reason: StoreError) {
    for entry in lines.removeEntries() { settle(entry, .refused(reason)) }
    flush()
  }

  /// Refuses all entries at the end of the store.
  func end() {
    let closed = StoreError("The store is closed. Start celld again.")
    refuseAll(closed)
    for line in lines.all {
      // The log has them already.
      for entry in line.unconfirmed.late(before: .max) { add(unknown: entry, closed) }
      for entry in line.lostConnection() + line.takeOutdated() { settle(entry, .refused(closed)) }
    }
    flush()
  }

  /// Reports what was added.
  func flush() {
    inbox.publish(counts, settled: settled, oldest: lines.oldest)
    settled = 0
    if !outcomes.isEmpty { report(.outcomes(outcomes)) }
    outcomes = []
  }
}
