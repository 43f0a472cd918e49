/// The work between commits: snapshots, deleted sessions, and the beginning of the log. Each step
/// is one short transaction.
struct Housekeeping {
  private var jobs = Ring<SnapshotJob>()
  private var leftovers = Ring<StoreIndex.Leftover>()
  /// The session whose record is the first one in the log, and is still needed.
  private(set) var blocker: Int64?
  private var isTrimmed = false
  /// The bytes of all snapshots that count.
  private(set) var snapshotBytes = 0

  /// The rows and the bytes that one step deletes at most.
  private static let rowLimit = 1000
  private static let byteLimit = 8 << 20

  var hasWork: Bool { !jobs.isEmpty || !leftovers.isEmpty || !isTrimmed }
  /// Whether the next step deletes records from the log.
  var isTrimming: Bool { leftovers.isEmpty && !isTrimmed && !(jobs.first?.isCure ?? false) }
  var hasSnapshots: Bool { !jobs.isEmpty }

  mutating func reset(_ index: StoreIndex) {
    leftovers = Ring()
    for leftover in index.leftovers { leftovers.append(leftover) }
    // The rows of sessions whose parts are gone already.
    for (id, keys) in index.sessions where keys.row.isDeleted && keys.isWhole && keys.damage == nil {
      leftovers.append(.init(session: id, snapshots: 0...Int64.max))
    }
    snapshotBytes = index.sessions.values.reduce(0) { $0 + $1.snapshotBytes }
    logChanged()
  }

  mutating func add(_ job: SnapshotJob) { jobs.append(job) }
  mutating func add(_ leftover: StoreIndex.Leftover) { leftovers.append(leftover) }
  mutating func removeSnapshots() -> [SnapshotJob] { jobs.removeAll() }

  /// Looks at the beginning of the log again.
  mutating func logChanged() {
    blocker = nil
    isTrimmed = false
  }

  /// Notes that records were added.
  mutating func logGrew() {
    if blocker == nil { isTrimmed = false }
  }

  /// Does one step.
  ///
  /// - Returns: a snapshot that is done or was refused.
  mutating func step(
    _ ledger: Ledger, _ lines: inout [Int64: SessionLine]
  ) throws(LedgerError) -> (job: SnapshotJob, error: StoreError?)? {
    if let job = jobs.first, job.isCure || (leftovers.isEmpty && isTrimmed) {
      return try advance(job, ledger)
    }
    if let leftover = leftovers.first {
      try delete(leftover, ledger, &lines)
    } else if !isTrimmed {
      try trim(ledger, &lines)
    }
    return nil
  }

  // MARK: Snapshots

  private mutating func advance(
    _ job: SnapshotJob, _ ledger: Ledger
  ) throws(LedgerError) -> (job: SnapshotJob, error: StoreError?)? {
    let line = job.line
    guard line.isServed else {
      _ = jobs.popFirst()
      let error = StoreError("The session is deleted or damaged. Make no snapshot of it.")
      return (job, error)
    }
    if job.id == 0 {
      line.stored.highestSnapshot += 1
      job.id = line.stored.highestSnapshot
    }
    if let json = job.next() {
      let key = PartKey(session: line.id, snapshot: job.id, part: job.count)
      try ledger.transaction(synced: false) { () throws(DatabaseError) in
        try key.insert(json, after: job.link, into: ledger.connection)
      }
      job.count += 1
      job.size += json.count
      return nil
    }
    try ledger.transaction(synced: job.queued.level.storage == .synced) { () throws(DatabaseError) in
      try ledger.update(line) { row in
        row.snapshot = job.id
        row.parts = job.count
        row.number = job.number
        row.chain = job.link
        row.revision = job.snapshot.revision
        row.cells = job.snapshot.cells
        row.bytes = job.snapshot.bytes
        line.dropped?.apply(to: &row)
      }
    }
    _ = jobs.popFirst()
    line.stored.counted = job.number
    snapshotBytes += job.size - line.stored.snapshotBytes
    line.stored.snapshotBytes = job.size
    line.stored.countedBytes = job.appendedBytes
    ledger.places.drop(line.id, through: job.number)
    if job.isCure { line.dropped = nil }
    if job.id > 1 { leftovers.append(.init(session: line.id, snapshots: 0...job.id - 1)) }
    logChanged()
    return (job, nil)
  }

  // MARK: Deletion

  private mutating func delete(
    _ leftover: StoreIndex.Leftover, _ ledger: Ledger, _ lines: inout [Int64: SessionLine]
  ) throws(LedgerError) {
    let id = leftover.session
    let found = try parts(of: leftover, ledger)
    let stored = lines[id]?.stored
    let isRowDone =
      found.isAll && stored?.exists ?? false && stored?.isDeleted ?? false && stored?.rows == 0
      && stored?.damage == nil
    if !found.rows.isEmpty || isRowDone { try deleteParts(found.rows, row: isRowDone ? id : nil, ledger) }
    if isRowDone {
      snapshotBytes -= stored?.snapshotBytes ?? 0
      lines[id]?.stored = StoredState()
      ledger.places.remove(id)
      if lines[id]?.entries.isEmpty ?? false { lines[id] = nil }
    }
    if found.isAll { _ = leftovers.popFirst() }
  }

  /// The rows that one step deletes, and whether no others are left.
  private func parts(
    of leftover: StoreIndex.Leftover, _ ledger: Ledger
  ) throws(LedgerError) -> (rows: [Int64], isAll: Bool) {
    do throws(DatabaseError) {
      let statement = try ledger.connection.prepare(
        "SELECT rowid, size FROM part WHERE session = ? AND snapshot BETWEEN ? AND ?")
      try statement.bind(1, leftover.session)
      try statement.bind(2, leftover.snapshots.lowerBound)
      try statement.bind(3, leftover.snapshots.upperBound)
      var rows: [Int64] = []
      var bytes = 0
      while try statement.step() {
        if bytes >= Self.byteLimit || rows.count >= Self.rowLimit { return (rows, false) }
        rows.append(statement.integer(0))
        bytes += Int(statement.integer(1))
      }
      return (rows, true)
    } catch { throw .refused(error) }
  }

  private func deleteParts(_ rows: [Int64], row: Int64?, _ ledger: Ledger) throws(LedgerError) {
    try ledger.transaction(synced: false) { () throws(DatabaseError) in
      let deletion = try ledger.connection.prepare("DELETE FROM part WHERE rowid = ?")
      for row in rows {
        try deletion.bind(1, row)
        try deletion.run()
      }
      if let row { try ledger.removeRow(row) }
    }
  }

  // MARK: The beginning of the log

  private mutating func trim(_ ledger: Ledger, _ lines: inout [Int64: SessionLine]) throws(LedgerError) {
    var found: [LogKey] = []
    var kept: [(seq: Int64, reason: String)] = []
    blocker = nil
    var bytes = 0
    do throws(DatabaseError) {
      let statement = try ledger.connection.prepare(
        "SELECT \(LogKey.columns) FROM log ORDER BY seq LIMIT \(Self.rowLimit)")
      while bytes < Self.byteLimit, try statement.step() {
        let key = LogKey(statement)
        let state = lines[key.session]?.stored
        if let state, state.exists, state.damage == nil {
          guard state.isDeleted || key.number <= state.counted else {
            blocker = key.session
            break
          }
        } else {
          kept.append((key.seq, state?.damage ?? "The row of its session is missing."))
        }
        found.append(key)
        bytes += key.size
      }
      statement.reset()
    } catch { throw .refused(error) }
    guard let end = found.last?.seq else {
      isTrimmed = true
      return
    }
    try ledger.transaction(synced: false) { () throws(DatabaseError) in
      for row in kept { try keep(row.seq, row.reason, ledger.connection) }
      try ledger.trim(through: end, bytes: bytes)
    }
    for key in found {
      guard let line = lines[key.session] else { continue }
      line.stored.rows -= 1
      if line.stored.isDeleted, line.stored.rows == 0 {
        leftovers.append(.init(session: line.id, snapshots: 0...Int64.max))
      }
    }
    isTrimmed = blocker != nil
  }

  /// Copies a row of the log into `kept`, column by column.
  private func keep(_ seq: Int64, _ reason: String, _ connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare(
      """
      INSERT INTO kept (reason, row) SELECT ?, json_object('seq', seq, 'session', session, 'number', number,
      'part', part, 'last', last, 'revision', revision, 'cells', cells, 'bytes', bytes, 'format', format,
      'size', size, 'check', "check", 'record', record) FROM log WHERE seq = ?
      """)
    try statement.bind(1, reason)
    try statement.bind(2, seq)
    try statement.run()
  }
}

/// A snapshot that is being written.
final class SnapshotJob {
  let line: SessionLine
  let queued: Queued
  let snapshot: StoredSnapshot
  private var parts: any IteratorProtocol<[UInt8]> & Sendable
  /// Whether it stores changes that were dropped, here or before they came here. Later entries wait
  /// for it.
  let isCure: Bool
  private(set) var isBegun = false
  /// The last record before it, its check, and the bytes of all records before.
  var number: Int64 = 0
  var link = ChainLink.life("")
  var appendedBytes = 0
  /// Its number in its session; 0 before its first part.
  var id: Int64 = 0
  var count = 0
  var size = 0

  init(_ line: SessionLine, _ queued: Queued, _ snapshot: StoredSnapshot) {
    self.line = line
    self.queued = queued
    self.snapshot = snapshot
    parts = snapshot.parts
    isCure = line.dropped != nil || queued.level == .memory
  }

  /// Takes the state of the session after the entries before.
  func begin() {
    isBegun = true
    number = line.stored.number
    link = line.stored.link
    appendedBytes = line.stored.appendedBytes
  }

  func next() -> [UInt8]? { parts.next() }
}
