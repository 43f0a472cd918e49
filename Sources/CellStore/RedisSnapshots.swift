/// The snapshots that a node writes, and the logs that it trims.
final class RedisSnapshots {
  private static let second: UInt64 = 1_000_000_000

  private let options: RedisOptions
  private let client: RedisClient
  private let report: @Sendable (StoreReport) -> Void
  private var jobs: [RedisSnapshot] = []
  /// The number of snapshots that count.
  private(set) var count = 0
  /// Called at the end of each.
  var onEnd: (RedisSnapshot, StoreOutcome) -> Void = { _, _ in }

  init(_ options: RedisOptions, _ client: RedisClient, report: @escaping @Sendable (StoreReport) -> Void) {
    self.options = options
    self.client = client
    self.report = report
  }

  var isEmpty: Bool { jobs.isEmpty }

  func add(_ job: RedisSnapshot) { jobs.append(job) }

  func removeAll() -> [RedisSnapshot] {
    defer { jobs = [] }
    return jobs
  }

  /// Sends the next part of each snapshot, as far as there is room.
  func write() {
    for job in jobs where client.hasRoom && !job.isWaiting {
      job.isWaiting = true
      guard let command = job.nextPart() else {
        finish(job)
        continue
      }
      client.ask(command) { reply throws(RedisError) in
        job.isWaiting = false
        _ = try RedisLink.check(reply)
      }
    }
  }

  private func finish(_ job: RedisSnapshot) {
    let line = job.line
    client.ask(job.last()) { [self] reply in
      jobs.removeAll { $0 === job }
      // An error is that of the session: somebody else has written into its keys.
      if reply.integer == 1 {
        count += 1
        line.snapshotBytes = job.bytes
        line.snapshotNumber = job.start.number
        line.recordBytes = max(0, line.recordBytes - job.recordBytes)
        trim(line, job.start)
      }
      client.ask(RedisCommand("DEL", options.keys.lock(line.id))) { _ in }
      onEnd(job, .stored)
    }
  }

  /// Deletes the entries that a snapshot has, some at a time.
  private func trim(_ line: RedisLine, _ position: LogPosition) {
    let command = RedisCommand(
      "XTRIM", options.keys.log(line.id), "MINID", "~", position.id, "LIMIT", "1000")
    client.ask(command) { [self] reply in
      if reply.integer ?? 0 > 0 { trim(line, position) }
    }
  }

  /// Asks the daemon for snapshots of sessions whose logs have grown, unless another node has.
  func ask(for lines: some Collection<RedisLine>, _ now: UInt64) {
    for line in lines where line.isFollowed && line.nextSnapshot < now {
      let isIdle = now > line.changeTime + Self.second
      let isLong = line.recordBytes > 4 * line.snapshotBytes + options.busyBytes
      guard isLong || isIdle && line.recordBytes > line.snapshotBytes + options.idleBytes else { continue }
      line.nextSnapshot = now + UInt64.random(in: 5...10) * Self.second
      let lock = RedisCommand("SET", options.keys.lock(line.id), "\(client.number)", "NX", "PX", "60000")
      client.ask(lock) { [self] reply throws(RedisError) in
        if try RedisLink.check(reply) != .null { begin(line) }
      }
    }
  }

  /// Has the daemon make a snapshot, unless there is one that this node does not know.
  private func begin(_ line: RedisLine) {
    let values = RedisCommand("HMGET", options.keys.session(line.id), "number", "size")
    client.ask(values) { [self] reply in
      let values = reply.elements?.compactMap { $0.text.flatMap { Int64($0) } } ?? []
      guard values.count == 2, values[0] > line.snapshotNumber else {
        return report(.snapshotsWanted([line.id]))
      }
      // How much of the log it has is not known here.
      line.snapshotNumber = values[0]
      line.snapshotBytes = min(max(0, Int(values[1])), LogPosition.counts.upperBound)
      line.recordBytes = 0
      client.ask(RedisCommand("DEL", options.keys.lock(line.id))) { _ in }
    }
  }
}
