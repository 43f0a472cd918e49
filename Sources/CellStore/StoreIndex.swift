/// The rows of `session` and the keys of the log, without any cells.
struct StoreIndex {
  var meta: Meta
  var sessions: [Int64: SessionKeys] = [:]
  /// The last row of the log, also if it was deleted.
  var last: Int64
  var lastCheck: Check?
  /// The bytes of all records in the log.
  var logBytes = 0
  /// The last `seq` at which a record may have been lost.
  var loss: Int64 = 0
  /// Parts of snapshots that do not count.
  var leftovers: [Leftover] = []
  /// Sentences for the log of the daemon.
  var notes: [String] = []

  /// Parts of a session that can be deleted.
  struct Leftover: Sendable, Equatable {
    var session: Int64
    var snapshots: ClosedRange<Int64>
  }
}

/// A session with the keys of its records.
struct SessionKeys {
  var row: SessionRow
  /// Whether the row fits its check.
  var isWhole: Bool
  var damage: String?
  /// The last record.
  var number: Int64
  var link: ChainLink
  /// The last record before that one.
  var linkBefore: ChainLink
  /// The state after the last whole change.
  var revision: UInt64
  var cells: Int
  var bytes: Int
  /// The rows of the log after the snapshot, without gaps, and the bytes of their records.
  var seqs: [Int64] = []
  var recordBytes = 0
  /// The rows of the log, also those that are in the snapshot.
  var rows = 0
  var lastSeq: Int64 = 0
  fileprivate var lastNumber: Int64?
  /// The position that the next record must have in its change, besides 0.
  fileprivate var nextPart = 0
  /// The highest snapshot that has parts, and the bytes of the one that counts.
  var highestSnapshot: Int64
  var snapshotBytes = 0

  init(_ row: SessionRow, isWhole: Bool) {
    self.row = row
    self.isWhole = isWhole
    damage = row.damage
    number = row.number
    link = row.chain
    linkBefore = row.chain
    revision = row.revision
    cells = row.cells
    bytes = row.bytes
    highestSnapshot = row.snapshot
  }

  /// Adds the next row of the log that names the session.
  ///
  /// - Returns: why the row cannot be right.
  fileprivate mutating func add(_ key: LogKey) -> String? {
    rows += 1
    defer {
      lastSeq = key.seq
      lastNumber = key.number
    }
    guard !row.isDeleted else { return nil }
    guard let check = key.check else { return "Record \(key.number) has no check." }
    if let lastNumber, key.number != lastNumber + 1 { return "Record \(lastNumber + 1) is missing." }
    if key.number <= row.number {
      guard key.number < row.number || .check(check) == row.chain else {
        return "Record \(key.number) is not the one of the snapshot."
      }
      return nil
    }
    guard key.number == number + 1 else { return "Record \(number + 1) is missing." }
    guard key.part == 0 || key.part == nextPart else {
      return "Record \(key.number) is not the next one of its change."
    }
    guard Schema.recordFormats.contains(key.format) else {
      return "Record \(key.number) has the unknown format \(key.format)."
    }
    number = key.number
    linkBefore = link
    link = .check(check)
    seqs.append(key.seq)
    recordBytes += key.size
    nextPart = key.isLast ? 0 : key.part + 1
    if key.isLast {
      revision = key.revision
      cells = key.cells
      bytes = key.bytes
    }
    return nil
  }

  /// - Returns: why the end of its records cannot be right.
  fileprivate func endDamage() -> String? {
    if let lastNumber, lastNumber < row.number, !row.isDeleted {
      return "Record \(lastNumber + 1) is missing."
    }
    return nil
  }
}

extension StoreIndex {
  /// Reads `meta`, all rows of `session`, the keys of the log, and the last record of each session.
  ///
  /// The numbers of a session have no gap, and its last record fits its check. So a row that names
  /// a wrong session is noticed here. All other damage of a record concerns its session only.
  init(_ connection: Connection) throws(DatabaseError) {
    meta = try Meta(from: connection)
    last = meta.trimmed
    try readSessions(connection)
    try readParts(connection)
    try readKeys(connection)
    try readLastRecords(connection)
  }

  private mutating func readSessions(_ connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("SELECT \(SessionRow.columns) FROM session")
    var count = 0
    while try statement.step() {
      count += 1
      let (row, isWhole) = SessionRow.read(statement)
      sessions[row.id] = SessionKeys(row, isWhole: isWhole)
      if !isWhole { damage(row.id, "Its row does not fit its check.") }
    }
    if count < meta.sessions {
      notes.append(
        "\(meta.sessions - count) sessions are missing in the store. Put a backup back, if they matter.")
    }
  }

  private mutating func readParts(_ connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare(
      "SELECT session, snapshot, count(*), sum(size) FROM part GROUP BY session, snapshot")
    var counts: [Int64: Int64] = [:]
    while try statement.step() {
      let id = statement.integer(0)
      let snapshot = statement.integer(1)
      guard let keys = sessions[id] else {
        notes.append("The parts of session \(id) are kept, as its row is missing.")
        continue
      }
      guard keys.isWhole else { continue }
      sessions[id]?.highestSnapshot = max(keys.highestSnapshot, snapshot)
      if snapshot == keys.row.snapshot, !keys.row.isDeleted {
        counts[id] = statement.integer(2)
        sessions[id]?.snapshotBytes = Int(statement.integer(3))
      } else if keys.damage == nil {
        leftovers.append(Leftover(session: id, snapshots: snapshot...snapshot))
      }
    }
    for (id, keys) in sessions where keys.isWhole && !keys.row.isDeleted && keys.row.snapshot > 0 {
      if counts[id] ?? 0 != Int64(keys.row.parts) { damage(id, "A part of its snapshot is missing.") }
    }
  }

  private mutating func readKeys(_ connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("SELECT \(LogKey.columns) FROM log ORDER BY seq")
    while try statement.step() {
      let key = LogKey(statement)
      if key.seq != last + 1 {
        loss = max(loss, key.seq - 1)
        notes.append("The log has no records from \(last + 1) to \(key.seq - 1).")
      }
      last = key.seq
      lastCheck = key.check
      logBytes += key.size
      guard sessions[key.session] != nil else {
        loss = key.seq
        notes.append("Record \(key.seq) of the log is kept, as the row of session \(key.session) is missing.")
        continue
      }
      if let reason = sessions[key.session]?.add(key) {
        loss = key.seq
        damage(key.session, reason)
      }
    }
    for (id, keys) in sessions {
      if let reason = keys.endDamage() {
        loss = max(loss, keys.lastSeq)
        damage(id, reason)
      }
    }
  }

  private mutating func readLastRecords(_ connection: Connection) throws(DatabaseError) {
    var lookup = try LogLookup(connection)
    for (id, keys) in sessions where keys.damage == nil && !keys.row.isDeleted {
      guard let seq = keys.seqs.last else { continue }
      if try lookup.record(at: seq, number: keys.number, of: id, after: keys.linkBefore) == nil {
        loss = max(loss, seq)
        damage(id, "Record \(keys.number) does not fit its check.")
      }
    }
  }

  private mutating func damage(_ id: Int64, _ reason: String) {
    guard let keys = sessions[id], keys.damage == nil else { return }
    sessions[id]?.damage = reason
    if !keys.row.isDeleted { notes.append(StoredSession.sentence(on: keys.row.name, reason)) }
  }
}

extension StoredSession {
  /// The reason and the cure for a session that is not served.
  static func sentence(on name: String, _ reason: String) -> String {
    #"The session "\#(name)" cannot be read. \#(reason.asSentence) Put a backup back, or delete it."#
  }
}
