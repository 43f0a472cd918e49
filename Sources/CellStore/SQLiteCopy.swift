import Glibc

/// A SQLite file whose sessions are read without a daemon.
struct SQLiteSource: SessionSource {
  private let file: ClosedStore
  private let connection: Connection
  private let index: StoreIndex
  private(set) var findings: [String] = []
  let sessions: [SourceSession]
  var starts: UInt64 { index.meta.starts }

  /// - Throws: StoreError if the file is damaged as a whole.
  init(_ file: ClosedStore) throws(StoreError) {
    do throws(DatabaseError) { try self.init(opening: file) } catch { throw file.error(error) }
  }

  /// Adds the findings of SQLite, and compares the file with its mark.
  init(checking file: ClosedStore) throws(DatabaseError) {
    try self.init(opening: file)
    findings = try Self.integrity(connection) + findings
    if let mark = file.mark, mark.store != index.meta.store || mark.last > index.last {
      findings.append("The end of the store does not fit its mark.")
    }
  }

  private init(opening file: ClosedStore) throws(DatabaseError) {
    self.file = file
    connection = try file.connect()
    let index = try StoreIndex(connection)
    self.index = index
    // Those on a session come with the session.
    findings = index.notes.filter { !$0.hasPrefix("The session") }
    sessions = index.sessions.values.sorted { $0.row.id < $1.row.id }.filter { !$0.row.isDeleted }.map {
      keys in
      let row = keys.row
      return SourceSession(
        session: StoredSession(
          id: row.id, owner: row.owner, name: row.name, life: row.life, revision: row.revision,
          cells: row.cells, bytes: row.bytes, settings: row.settings, views: row.views, level: row.level,
          damage: keys.isWhole ? nil : "Its row does not fit its check."),
        hasSnapshot: row.snapshot > 0)
    }
  }

  /// The findings of SQLite.
  private static func integrity(_ connection: Connection) throws(DatabaseError) -> [String] {
    let statement = try connection.prepare("PRAGMA integrity_check")
    var findings: [String] = []
    while try statement.step() {
      let text = statement.text(0)
      if text != "ok" { findings.append("SQLite: \(text).") }
    }
    return findings
  }

  func read(_ session: SourceSession, _ take: (SessionItem) throws(StoreError) -> Void) throws(ReadError) {
    guard let keys = index.sessions[session.session.id] else { return }
    func reading<Result>(_ body: () throws(DatabaseError) -> Result) throws(ReadError) -> Result {
      do throws(DatabaseError) { return try body() } catch {
        guard error.isDamage else { throw .failed(file.error(error).description) }
        throw .damaged(name: keys.row.name, reason: error.message)
      }
    }
    var cursor = try reading { () throws(DatabaseError) in
      try SessionCursor(keys.row, seqs: keys.seqs, in: connection)
    }
    while let item = try reading({ () throws(DatabaseError) in try cursor.next() }) {
      do throws(StoreError) { try take(item) } catch { throw .stopped(error) }
    }
    // The index has found more than its records show.
    if let damage = keys.damage { throw .damaged(name: keys.row.name, reason: damage) }
  }
}

/// A new SQLite file for sessions of another store. It gets its name when it is whole.
struct SQLiteTarget: SessionTarget {
  private let path: String
  private var new: String { path + ".new" }
  private let connection: Connection
  private var log: LogInsertion
  private var meta = Meta(celld: "")
  private var seq: Int64 = 0
  /// The session that was begun, and its last record.
  private var row: SessionRow?
  private var last = (number: Int64(0), link: ChainLink.life(""))

  init(path: String) throws(StoreError) {
    let path = try StorePlace.realPath(path)
    guard FileStatus(path) == nil else {
      throw StoreError("The file \(path) exists. Remove it, or choose another path.")
    }
    // SQLite would write the pages of this log into the copy.
    guard FileStatus(path + "-wal") == nil else {
      throw StoreError(
        "The file \(path)-wal belongs to an earlier store at \(path). Move it to where that store is now, "
          + "or choose another path.")
    }
    self.path = path
    let new = path + ".new"
    Self.remove(new)
    Glibc.close(Glibc.open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    do throws(DatabaseError) {
      connection = try Connection(path: new, access: .write)
      try Schema.configure(connection)
      try Schema.create(meta, in: connection)
      log = try LogInsertion(connection)
    } catch {
      Self.remove(new)
      throw Self.error(error)
    }
  }

  private static func remove(_ path: String) { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

  private static func error(_ error: DatabaseError) -> StoreError {
    StoreError("\(error.message.asSentence) Check the disk, and try again.")
  }

  private func writing(_ body: () throws(DatabaseError) -> Void) throws(StoreError) {
    do throws(DatabaseError) { try body() } catch { throw Self.error(error) }
  }

  func level(for level: Durability) -> Durability { level.replicas > 0 ? .synced : level }

  mutating func begin(_ session: StoredSession, hasSnapshot: Bool) throws(StoreError) {
    var row = SessionRow(session)
    // The order of the numbers is that of the sessions.
    row.id = Int64(meta.sessions + 1)
    row.snapshot = hasSnapshot ? 1 : 0
    last = (0, row.chain)
    self.row = row
    try writing { () throws(DatabaseError) in try connection.execute("BEGIN") }
  }

  mutating func add(part: [UInt8]) throws(StoreError) {
    guard let row else { return }
    try writing { () throws(DatabaseError) in
      try PartKey(session: row.id, snapshot: 1, part: row.parts).insert(
        part, after: row.chain, into: connection)
    }
    self.row?.parts += 1
  }

  mutating func add(_ record: StoredRecord, part: Int, isLast: Bool) throws(StoreError) {
    guard let row else { return }
    seq += 1
    last.number += 1
    let key = LogKey(
      seq: seq, session: row.id, number: last.number, part: part, isLast: isLast, record: record)
    do throws(DatabaseError) {
      last.link = .check(try log.insert(key, record.json, after: last.link))
    } catch { throw Self.error(error) }
  }

  mutating func end() throws(StoreError) {
    try writing { () throws(DatabaseError) in
      try row?.insert(into: connection)
      try connection.execute("COMMIT")
    }
    meta.sessions += 1
    row = nil
  }

  mutating func abort() throws(StoreError) {
    // The log must have no gap.
    seq -= last.number
    row = nil
    try writing { () throws(DatabaseError) in try connection.execute("ROLLBACK") }
  }

  mutating func finish(starts: UInt64) throws(StoreError) {
    meta.starts = starts
    try writing { () throws(DatabaseError) in
      try meta.write(to: connection)
      try connection.checkpoint(truncating: true)
    }
    for suffix in ["-wal", "-shm"] { unlink(new + suffix) }
    guard rename(new, path) == 0 else {
      throw StoreError("The copy \(new) cannot be renamed to \(path): \(systemError()). Rename it.")
    }
    syncFolder(of: path)
  }

  mutating func discard() { Self.remove(new) }
}

/// A store that no daemon has open, to be read.
struct ClosedStore {
  let path: String
  let mark: Mark?
  private let lock: MarkFile

  /// - Throws: StoreError if the file is missing, another program's, of another format, or in use.
  init(path: String) throws(StoreError) {
    let path = try StorePlace.realPath(path)
    self.path = path
    guard access(path, R_OK) == 0 else {
      throw StoreError("The store \(path) cannot be read: \(systemError()). Check its path.")
    }
    lock = try MarkFile(store: path, isMade: false)
    try lock.lockFile(O_RDONLY)
    mark = lock.read()
    do throws(DatabaseError) {
      let connection = try connect()
      guard try Schema.integer("PRAGMA application_id", of: connection) == Schema.application else {
        throw DatabaseError(code: 0, message: "it is not a store of celld")
      }
      let format = try Schema.integer("PRAGMA user_version", of: connection)
      guard format <= Schema.format else {
        throw DatabaseError(
          code: 0, message: "it has format \(format), and this celld reads format \(Schema.format)")
      }
    } catch { throw self.error(error) }
  }

  func connect() throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path, access: .read)
    try Schema.configure(connection)
    return connection
  }

  func error(_ error: DatabaseError) -> StoreError {
    StoreError("The store \(path) cannot be read: \(error.message). Check its path, or put a backup back.")
  }
}
