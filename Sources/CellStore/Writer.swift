/// The thread that writes.
final class Writer {
  private let inbox: Inbox
  private let ledger: Ledger
  private let limits: StoreLimits
  private let report: @Sendable (StoreReport) -> Void
  private var lines: [Int64: SessionLine] = [:]
  private var schedule = Schedule<SessionLine>()
  private var housekeeping = Housekeeping()
  private var outage: Outage?
  /// How often the store went away.
  private var outages = 0
  private var arrivals = Ring<Arrival>()
  /// Outcomes that were not reported yet.
  private var outcomes: [(ticket: UInt64, outcome: StoreOutcome)] = []
  /// The entries that end with the present transaction, with the reason if one is refused.
  private var ends: [(entry: Queued, error: StoreError?)] = []
  private var wanted: [SessionLine] = []
  private var counts = StoreStatistics()
  private var settled = 0
  /// The records since the last housekeeping.
  private var newRecords = 0
  /// The time at which idle snapshots are asked for if nothing arrives; `nil` if that was done.
  private var idleTime: UInt64?
  /// The time of the next look at the names of the files.
  private var lookTime: UInt64 = 0

  init(
    _ inbox: Inbox, _ ledger: Ledger, _ index: StoreIndex, limits: StoreLimits,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.inbox = inbox
    self.ledger = ledger
    self.limits = limits
    self.report = report
    idleTime = monotonicNanoseconds() + limits.idleNanoseconds
    adopt(index)
    publish()
  }

  /// Takes what is stored of each session.
  private func adopt(_ index: StoreIndex) {
    for line in lines.values { line.stored = StoredState() }
    for (id, keys) in index.sessions { line(id).stored = StoredState(keys) }
    housekeeping.reset(index)
    counts.damaged = index.sessions.values.count { $0.damage != nil && !$0.row.isDeleted }
  }

  private func line(_ id: Int64) -> SessionLine {
    if let line = lines[id] { return line }
    let line = SessionLine(id)
    lines[id] = line
    return line
  }

  // MARK: The loop

  /// Works until the store is closed.
  ///
  /// - Returns: whether the end is orderly.
  func run() -> Bool {
    while true {
      let news = inbox.take(until: wakeTime)
      if news.deadline == Inbox.now { return false }
      for entry in news.entries { enqueue(entry) }
      tryAgain(isLast: news.deadline != nil)
      if outage != nil {
        refuseAll()
      } else {
        for (session, reason) in news.damaged { note(reason, on: session) }
        commit()
        keepHouse()
        look()
        if !schedule.isEmpty || housekeeping.hasWork || !news.entries.isEmpty {
          idleTime = monotonicNanoseconds() + limits.idleNanoseconds
        } else if let idleTime, monotonicNanoseconds() >= idleTime {
          idle()
        }
        askForSnapshots()
      }
      publish()
      if let deadline = news.deadline, isDone || monotonicNanoseconds() >= deadline { return end() }
    }
  }

  private var isDone: Bool { outage != nil || (schedule.isEmpty && !housekeeping.hasSnapshots) }

  /// The time until which the writer only waits; 0 if it has work.
  private var wakeTime: UInt64? {
    if let outage { return outage.nextAttempt }
    if !schedule.isEmpty || housekeeping.hasWork { return 0 }
    return min(lookTime, idleTime ?? .max)
  }

  private func enqueue(_ entry: Queued) {
    if entry.arrival.count == 0 { arrivals.append(entry.arrival) }
    entry.arrival.count += 1
    let line = line(entry.session)
    line.entries.append(entry)
    schedule.add(line)
  }

  /// Refuses what is left, and notes the end in the store.
  private func end() -> Bool {
    var isOrderly = outage == nil && isDone && !lines.values.contains { $0.dropped != nil && $0.isServed }
    let closed = StoreError("The store is closed. Start celld again.")
    refuseAll(closed)
    for entry in inbox.stop() {
      enqueue(entry)
      isOrderly = false
    }
    refuseAll(closed)
    for entry in outage?.unknown ?? [] { settle(entry, .refused(closed)) }
    if isOrderly { isOrderly = ledger.end() }
    flush()
    return isOrderly
  }

  // MARK: A commit

  /// Stores entries of all sessions in turn, up to the bytes of a commit.
  private func commit() {
    var steps: [WriterStep] = []
    var bytes = 0
    while bytes < limits.commitBytes, let line = schedule.next() {
      bytes += plan(line, &steps)
      schedule.add(line)
    }
    guard !steps.isEmpty else { return flush() }
    let isSynced = steps.contains { $0.end?.level.storage == .synced }
    do throws(LedgerError) {
      try ledger.transaction(synced: isSynced) { () throws(DatabaseError) in
        for step in steps { try perform(step) }
      }
    } catch {
      for step in steps {
        if case .snapshot(let job) = step.action, !job.isBegun { housekeeping.add(job) }
      }
      return fail(error, steps.compactMap(\.end))
    }
    counts.commits += 1
    counts.syncs += isSynced ? 1 : 0
    for (entry, error) in ends { settle(entry, error.map(StoreOutcome.refused) ?? .stored) }
    ends.removeAll(keepingCapacity: true)
    housekeeping.logGrew()
    flush()
    checkpoint()
  }

  /// Takes the next record or entry of a session.
  ///
  /// - Returns: the bytes of its record.
  private func plan(_ line: SessionLine, _ steps: inout [WriterStep]) -> Int {
    guard let entry = line.entries.first else { return 0 }
    if entry.dependsOnOutcomes, entry.outages < outages {
      _ = line.entries.popFirst()
      line.stored.isWanted = false
      turnDown(entry, Self.afterOutage)
      return 0
    }
    guard case .change(let change) = entry.entry else {
      _ = line.entries.popFirst()
      planOther(entry, line, &steps)
      return 0
    }
    if line.dropped != nil {
      _ = line.entries.popFirst()
      turnDown(entry, Self.afterDrop)
      return 0
    }
    var progress = line.progress ?? ChangeProgress(change)
    let next = progress.next()
    if let next, !next.isLast {
      line.progress = progress
      steps.append(
        WriterStep(line: line, action: .record(next.record, part: next.part, isLast: false), end: nil))
    } else {
      line.progress = nil
      _ = line.entries.popFirst()
      let action = next.map { WriterStep.Action.record($0.record, part: $0.part, isLast: true) } ?? .update
      steps.append(WriterStep(line: line, action: action, end: entry))
    }
    return next?.record.json.count ?? 0
  }

  private func planOther(_ entry: Queued, _ line: SessionLine, _ steps: inout [WriterStep]) {
    switch entry.entry {
    case .create(let session): steps.append(WriterStep(line: line, action: .create(session), end: entry))
    case .delete: steps.append(WriterStep(line: line, action: .delete, end: entry))
    case .snapshot(let snapshot):
      let job = SnapshotJob(line, entry, snapshot)
      line.isBeingCured = job.isCure
      steps.append(WriterStep(line: line, action: .snapshot(job), end: nil))
    case .change: break
    }
  }

  private func perform(_ step: WriterStep) throws(DatabaseError) {
    let line = step.line
    var error: StoreError?
    switch step.action {
    case .create(let session):
      let isNew = line.stored.exists ? false : try ledger.insert(session)
      if !isNew {
        error = StoreError(
          #"The id or the name of the session "\#(session.name)" is taken. Use another one."#)
      } else {
        line.stored = StoredState()
        line.stored.exists = true
        line.stored.link = .life(session.life)
        line.dropped = nil
      }
    case .delete:
      if line.stored.exists, !line.stored.isDeleted { try delete(line) } else { error = Self.unknownSession }
    case .snapshot(let job):
      job.begin()
      housekeeping.add(job)
    case .record(let record, let part, let isLast):
      if line.isServed {
        try ledger.append(record, part: part, isLast: isLast, to: line)
        counts.records += 1
        newRecords += 1
        counts.recordBytes += record.json.count
        if !line.stored.isWanted, line.stored.recordBytes > 4 * line.stored.snapshotBytes + limits.busyBytes {
          want(line)
        }
        try update(step)
      } else {
        error = Self.unknownSession
      }
    case .update:
      if line.isServed { try update(step) } else { error = Self.unknownSession }
    }
    if let entry = step.end { ends.append((entry, error)) }
  }

  /// Writes the new settings of a change into the row of its session.
  private func update(_ step: WriterStep) throws(DatabaseError) {
    guard case .change(let change)? = step.end?.entry else { return }
    let update = RowUpdate(change)
    if !update.isEmpty { try ledger.update(step.line) { update.apply(to: &$0) } }
  }

  private func delete(_ line: SessionLine) throws(DatabaseError) {
    try ledger.delete(line)
    line.stored.isDeleted = true
    line.dropped = nil
    if line.stored.damage == nil {
      housekeeping.add(.init(session: line.id, snapshots: 0...Int64.max))
    } else {
      counts.damaged -= 1
    }
    housekeeping.logChanged()
  }

  private static let unknownSession = StoreError(
    "The session is deleted or damaged. Create it again, or delete it.")
  private static let afterDrop = StoreError(
    "Earlier changes of the session are not stored yet. Repeat the change.", retryAfter: 1000)

  private static let afterOutage = StoreError(
    "The store was away for a moment, and earlier changes can be missing. Repeat the change.",
    retryAfter: 1000)

  // MARK: Outcomes

  private func settle(_ entry: Queued, _ outcome: StoreOutcome) {
    outcomes.append((entry.ticket, outcome))
    settled += 1
    entry.arrival.count -= 1
    while let first = arrivals.first, first.count == 0 { _ = arrivals.popFirst() }
  }

  /// Refuses an entry, or drops it.
  private func turnDown(_ entry: Queued, _ error: StoreError) {
    guard entry.isDroppable, case .change(let change) = entry.entry else {
      return settle(entry, .refused(error))
    }
    let line = line(change.session)
    var dropped = line.dropped ?? RowUpdate()
    dropped.merge(RowUpdate(change))
    line.dropped = dropped
    settle(entry, .dropped(error))
  }

  private func refuseAll(_ reason: StoreError? = nil) {
    guard let error = reason ?? outage?.errorNow else { return }
    for job in housekeeping.removeSnapshots() {
      job.line.isBeingCured = false
      settle(job.queued, .refused(error))
      schedule.add(job.line)
    }
    while let line = schedule.next() {
      line.progress = nil
      for entry in line.entries.removeAll() { turnDown(entry, error) }
    }
    flush()
  }

  private func flush() {
    guard !outcomes.isEmpty else { return }
    publish()
    report(.outcomes(outcomes))
    outcomes = []
  }

  private func publish() {
    let settled = settled
    self.settled = 0
    inbox.publish(counts, settled: settled, oldest: arrivals.first?.time)
  }

  // MARK: Between commits

  private func keepHouse() {
    guard outage == nil, housekeeping.hasWork else { return }
    do throws(LedgerError) {
      // A commit can have more records than one step deletes.
      var steps = newRecords / 500
      newRecords = 0
      while steps > 0, housekeeping.isTrimming {
        _ = try housekeeping.step(ledger, &lines)
        steps -= 1
      }
      if let (job, error) = try housekeeping.step(ledger, &lines) {
        counts.snapshots += error == nil ? 1 : 0
        job.line.stored.isWanted = false
        job.line.isBeingCured = false
        settle(job.queued, error.map(StoreOutcome.refused) ?? .stored)
        schedule.add(job.line)
        flush()
      }
    } catch {
      return fail(error, [])
    }
    checkpoint()
  }

  /// Copies the write-ahead log. Changes that were answered are safe from an error here.
  private func checkpoint() {
    guard outage == nil else { return }
    do throws(DatabaseError) { try ledger.checkpoint() } catch { fail(.refused(error), []) }
  }

  /// Looks whether changes that are answered can be found later. Commits look, too.
  private func look() {
    let now = monotonicNanoseconds()
    guard outage == nil, now >= lookTime else { return }
    lookTime = now + limits.lookNanoseconds
    do throws(DatabaseError) { try ledger.look() } catch { fail(.refused(error), []) }
  }

  /// Notes that a session cannot be read.
  private func note(_ reason: String, on session: Int64) {
    guard outage == nil, let line = lines[session], line.isServed else { return }
    do throws(LedgerError) {
      try ledger.transaction(synced: false) { () throws(DatabaseError) in
        try ledger.update(line) { $0.damage = reason }
      }
      line.stored.damage = reason
      counts.damaged += 1
      housekeeping.logChanged()
    } catch {
      fail(error, [])
    }
  }

  private func want(_ line: SessionLine) {
    guard line.isServed, !line.stored.isWanted else { return }
    line.stored.isWanted = true
    wanted.append(line)
  }

  /// Wants snapshots of sessions that have many records, since other work is done.
  private func idle() {
    idleTime = nil
    for line in lines.values where line.stored.recordBytes > line.stored.snapshotBytes + limits.idleBytes {
      want(line)
    }
  }

  /// Asks for the snapshots that keep the file small.
  private func askForSnapshots() {
    if let blocker = housekeeping.blocker, let line = lines[blocker],
      ledger.logBytes > 4 * housekeeping.snapshotBytes + limits.busyBytes
    {
      want(line)
    }
    guard !wanted.isEmpty else { return }
    report(.snapshotsWanted(wanted.map(\.id)))
    wanted = []
  }

  // MARK: Errors of the disk

  /// Stops writing after an error, and turns down all that waits.
  private func fail(_ error: LedgerError, _ entries: [Queued]) {
    var outage = Outage(error, in: ledger.file.path, delay: limits.firstRetry)
    if error.cause.isFileDamage { ledger.file.noteDamage(error.cause.message) }
    if case .unknown = error {
      for (entry, refusal) in ends {
        if let refusal {
          settle(entry, .refused(refusal))
        } else if entry.isDroppable {
          turnDown(entry, outage.errorNow)
        } else {
          outcomes.append((entry.ticket, .unknown(outage.errorNow)))
          outage.unknown.append(entry)
        }
      }
    } else {
      for entry in entries { turnDown(entry, outage.errorNow) }
    }
    ends.removeAll()
    wanted = []
    if outage.nextAttempt == nil { settleUnknown(&outage) }
    self.outage = outage
    outages += 1
    counts.isAway = true
    counts.lastError = outage.error
    refuseAll()
    report(.away(outage.errorNow))
  }

  /// Opens the store again if it is time.
  private func tryAgain(isLast: Bool) {
    guard var outage, let time = outage.nextAttempt, isLast || time <= monotonicNanoseconds() else { return }
    do throws(DatabaseError) {
      let index = try ledger.reload()
      let isStored = try ledger.holds(outage.proof)
      // What arrived while the store was away was not applied to this state.
      refuseAll()
      adopt(index)
      for entry in outage.unknown { settle(entry, isStored ? .stored : .refused(outage.error)) }
      self.outage = nil
      counts.isAway = false
      flush()
      report(.back)
    } catch {
      outage.failed(error, longest: limits.longestRetry)
      if error.isFileDamage { ledger.file.noteDamage(error.message) }
      if outage.nextAttempt == nil { settleUnknown(&outage) }
      self.outage = outage
      counts.lastError = outage.error
      guard outage.nextAttempt == nil else { return }
      outages += 1
      flush()
      report(.away(outage.errorNow))
    }
  }

  private func settleUnknown(_ outage: inout Outage) {
    for entry in outage.unknown { settle(entry, .refused(outage.error)) }
    outage.unknown = []
  }
}

/// A record or an entry in a commit.
struct WriterStep {
  enum Action {
    case create(StoredSession)
    case delete
    case snapshot(SnapshotJob)
    case record(StoredRecord, part: Int, isLast: Bool)
    /// A change of the row only.
    case update
  }

  let line: SessionLine
  let action: Action
  /// The entry that is done with it.
  let end: Queued?
}

/// The time in which the store takes nothing.
struct Outage {
  private(set) var error: StoreError
  /// The nanosecond of the next attempt; `nil` if there is none.
  private(set) var nextAttempt: UInt64?
  private var delay: UInt64
  /// The entries whose `COMMIT` failed, and the row that shows whether it was done.
  var unknown: [Queued] = []
  let proof: Ledger.Proof?

  init(_ error: LedgerError, in path: String, delay: UInt64) {
    if case .unknown(_, let proof) = error { self.proof = proof } else { proof = nil }
    self.delay = delay
    self.error = StoreError("")
    self.path = path
    begin(error.cause)
  }

  private let path: String

  /// The error with the time that is left now.
  var errorNow: StoreError {
    guard let nextAttempt else { return error }
    let now = monotonicNanoseconds()
    return StoreError(
      error.description, retryAfter: nextAttempt > now ? Int((nextAttempt - now) / 1_000_000) : 0)
  }

  /// Notes an attempt that failed.
  mutating func failed(_ cause: DatabaseError, longest: UInt64) {
    delay = min(2 * delay, longest)
    begin(cause)
  }

  private mutating func begin(_ cause: DatabaseError) {
    let isLasting = cause.isFileDamage || cause.isLoss
    nextAttempt = isLasting ? nil : monotonicNanoseconds() + delay
    error = StoreError(Self.sentence(cause, path), retryAfter: isLasting ? nil : Int(delay / 1_000_000))
  }

  private static func sentence(_ cause: DatabaseError, _ path: String) -> String {
    if cause.isFileDamage {
      return "The store \(path) is damaged: \(cause.message). Start celld again: it copies what can be read."
    }
    if cause.isLoss {
      return "The store \(path) keeps no more changes: \(cause.message). Rows go on. Save each session with "
        + "'cellctl export SESSION FILE', then start celld again."
    }
    if cause.isFull { return "The disk of the store \(path) is full. Free some space." }
    return "The store \(path) cannot be written: \(cause.message). Check the disk."
  }
}
