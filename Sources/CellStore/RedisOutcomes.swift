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

  /// Reports what was added.
  func flush() {
    inbox.publish(counts, settled: settled, oldest: lines.oldest)
    settled = 0
    if !outcomes.isEmpty { report(.outcomes(outcomes)) }
    outcomes = []
  }
}
