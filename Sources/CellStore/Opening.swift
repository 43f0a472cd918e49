import Glibc

/// The result of opening a store.
public struct StoreOpening: Sendable {
  /// All sessions, by their ids. One with `damage` is not served.
  public var sessions: [StoredSession]
  /// How often the store was opened, including now.
  public var starts: UInt64
  /// The first id that was never used.
  public var nextSession: Int64
  /// Sentences for the log: losses, new lives, files that were set aside.
  public var notes: [String]
}

/// The steps 1 to 5 of a start.
struct StoreFile {
  let path: String
  let vfs: String?
  let bootID: String?
  let version: String
  let mark: MarkFile
  /// Whether the file is known to be a store. Only then it may be replaced if it is damaged.
  private let isKnown: Bool
  private(set) var notes: [String] = []

  /// Locks the mark, and creates an empty file if there is none.
  ///
  /// - Throws: StoreError if the file belongs to another program. Nothing is changed then.
  init(path: String, bootID: String?, version: String, vfs: String?) throws(StoreError) {
    let path = try StorePlace.realPath(path)
    let origin = try FileOrigin(of: path)
    guard origin != .foreign else { throw Self.notAStore(path) }
    isKnown = origin == .store
    self.path = path
    self.bootID = bootID
    self.version = version
    self.vfs = vfs
    mark = try MarkFile(store: path)
    try mark.lockFile(O_RDWR | O_CREAT)
    syncFolder(of: path)
  }

  var inode: UInt64 { FileStatus(path)?.inode ?? 0 }

  /// The inode of the write-ahead log, which stays as long as a connection is open.
  var logInode: UInt64? { FileStatus(path + "-wal")?.inode }

  func connect() throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path, access: .write, vfs: vfs)
    try Schema.configure(connection)
    return connection
  }

  /// Opens the file for the first time in this process.
  mutating func open() throws(StoreError) -> (
    connection: Connection, index: StoreIndex, opening: StoreOpening
  ) {
    try setAsideOldLog()
    var isCopy = false
    if let note = DamageNote.read(beside: path) {
      if note.inode ?? inode == inode {
        try setAside("SQLite reported damage while the store was served.")
        isCopy = true
      } else {
        DamageNote.remove(beside: path)
      }
    }
    do {
      return try start(isCopy: isCopy)
    } catch let error {
      guard error.isDamage || error.isStatement, !isCopy else { throw refusal(error) }
      guard isKnown else { throw Self.notAStore(path) }
      try setAside(error.message)
      do { return try start(isCopy: true) } catch let error { throw refusal(error) }
    }
  }

  /// Keeps a write-ahead log elsewhere that belongs to an earlier file at the path.
  ///
  /// SQLite would write its pages into a backup that was put in the place of the file.
  private mutating func setAsideOldLog() throws(StoreError) {
    guard let mark = mark.read(), mark.inode != inode, let logInode, logInode == mark.logInode else { return }
    let aside = Salvage.freeName("\(path).replaced") + "-wal"
    guard rename(path + "-wal", aside) == 0 else {
      throw StoreError(
        "The file \(path)-wal belongs to an earlier store, and cannot be renamed to \(aside): "
          + "\(systemError()). Rename it.")
    }
    unlink(path + "-shm")
    syncFolder(of: path)
    notes.append(
      "The file \(path) was replaced. The write-ahead log of the earlier file is kept as \(aside).")
  }

  private static func notAStore(_ path: String) -> StoreError {
    StoreError("The file \(path) is not a store of celld. Choose another --store.")
  }

  private func refusal(_ error: DatabaseError) -> StoreError {
    if error.message.hasPrefix(Self.unreadable) {
      return StoreError(String(error.message.dropFirst(Self.unreadable.count)))
    }
    if error.isFull {
      return StoreError(
        "The store \(path) cannot be opened: the disk is full. Free some space, then start again.")
    }
    return StoreError(
      "The store \(path) cannot be opened: \(error.message). Check the disk, or choose another --store.")
  }

  /// The mark of a message that already is a whole sentence.
  private static let unreadable = "! "

  private mutating func start(
    isCopy: Bool
  ) throws(DatabaseError) -> (connection: Connection, index: StoreIndex, opening: StoreOpening) {
    let old = mark.read()
    let connection = try connect()
    try prepare(connection, old)
    var index = try StoreIndex(connection)
    let end = isCopy ? LogEnd.foreign : try compare(old, with: index, connection)
    let reason = NewLives(
      end: end, isOrderly: index.meta.ended, isSameBoot: isSameBoot(index.meta), loss: index.loss)
    index.notes += reason.notes
    index.meta.starts += 1
    index.meta.boot = bootID ?? ""
    index.meta.ended = false
    index.meta.celld = version
    try write(&index, reason, to: connection)
    try connection.checkpoint(truncating: true)
    write(mark(of: index))
    mark.sync()
    let opening = StoreOpening(
      sessions: index.sessions.values.filter { !$0.row.isDeleted }.map(StoredSession.init).sorted {
        $0.id < $1.id
      },
      starts: index.meta.starts, nextSession: try nextSession(connection, index), notes: notes + index.notes)
    return (connection, index, opening)
  }

  private mutating func prepare(_ connection: Connection, _ old: Mark?) throws(DatabaseError) {
    let application = try Schema.integer("PRAGMA application_id", of: connection)
    let format = try Schema.integer("PRAGMA user_version", of: connection)
    let tables = try Schema.integer("SELECT count(*) FROM sqlite_master", of: connection)
    if application == 0, tables == 0 {
      if let old, old.last > 0 {
        notes.append(
          "The store \(path) is empty, but it had sessions before. Put a backup back, if they matter.")
      }
      return try Schema.create(Meta(celld: version), in: connection)
    }
    guard application == Schema.application else {
      throw DatabaseError(code: 0, message: Self.unreadable + Self.notAStore(path).description)
    }
    guard format <= Schema.format else {
      throw DatabaseError(
        code: 0,
        message: Self.unreadable
          + "The store \(path) has format \(format); this celld reads format \(Schema.format). "
          + "Install a newer celld, or use another --store.")
    }
    try Schema.verify(connection)
    // A backup by VACUUM INTO does not have it.
    try connection.execute("PRAGMA journal_mode = WAL")
  }

  private func isSameBoot(_ meta: Meta) -> Bool { bootID.map { !$0.isEmpty && $0 == meta.boot } ?? false }

  private func compare(
    _ mark: Mark?, with index: StoreIndex, _ connection: Connection
  ) throws(DatabaseError) -> LogEnd {
    // A store that was never opened has no mark.
    if index.meta.starts == 0 { return .whole }
    guard let mark, mark.store == index.meta.store, mark.inode == inode else { return .foreign }
    if mark.last > index.last {
      return !isSameBoot(index.meta) && index.last >= mark.synced ? .powerCut : .lost
    }
    if mark.last > index.meta.trimmed, let key = try LogLookup(connection).key(at: mark.last),
      key.check?.description != mark.check
    {
      return .foreign
    }
    return .whole
  }

  /// Writes the new lives, the damage that was found, and `meta` in one transaction.
  private func write(
    _ index: inout StoreIndex, _ reason: NewLives, to connection: Connection
  ) throws(DatabaseError) {
    try connection.execute("BEGIN IMMEDIATE")
    var log = try LogInsertion(connection)
    for id in index.sessions.keys.sorted() {
      guard var keys = index.sessions[id], !keys.row.isDeleted, keys.isWhole else { continue }
      if keys.damage != keys.row.damage {
        keys.row.damage = keys.damage
        try keys.row.update(in: connection)
      } else if keys.damage == nil, reason.applies(to: keys) {
        try keys.beginLife(seq: index.last + 1, in: &log)
        try keys.row.update(in: connection)
        index.last += 1
        if case .check(let check) = keys.link { index.lastCheck = check }
        index.logBytes += keys.lastSize
      }
      index.sessions[id] = keys
    }
    try index.meta.write(to: connection)
    try connection.execute("COMMIT")
  }

  func mark(of index: StoreIndex) -> Mark {
    Mark(
      store: index.meta.store, inode: inode, logInode: logInode, last: index.last,
      check: index.lastCheck?.description ?? "", synced: index.last)
  }

  @discardableResult
  func write(_ mark: Mark) -> Bool { self.mark.write(mark) }

  /// Notes damage that was found while the store is served. The next start copies what can be read.
  func noteDamage(_ message: String) {
    DamageNote(inode: inode, message: message).write(beside: path)
  }

  private func nextSession(_ connection: Connection, _ index: StoreIndex) throws(DatabaseError) -> Int64 {
    var highest = index.sessions.keys.max() ?? 0
    for table in [
      "SELECT max(seq) FROM sqlite_sequence", "SELECT max(session) FROM part", "SELECT max(session) FROM log",
    ] {
      highest = max(highest, try Schema.integer(table, of: connection))
    }
    return highest + 1
  }

  private mutating func setAside(_ reason: String) throws(StoreError) {
    notes += try Salvage(path: path, version: version).run(reason)
    try mark.lockFile(O_RDWR)
  }
}

/// Makes new names in the folder of a file safe from a power cut.
func syncFolder(of path: String) {
  let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let descriptor = Glibc.open(folder, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  Glibc.close(descriptor)
}

/// The end of the log, compared with the mark.
enum LogEnd {
  case whole
  /// Records that were not synced are gone.
  case powerCut
  /// Records are gone that no power cut removes.
  case lost
  /// The mark is missing, or belongs to another history.
  case foreign
}

/// The sessions that get a new life at a start: rule L3.
struct NewLives {
  var end: LogEnd
  var isOrderly: Bool
  var isSameBoot: Bool
  /// The last place in the log at which a record may be missing.
  var loss: Int64

  func applies(to keys: SessionKeys) -> Bool {
    if end == .lost || end == .foreign { return true }
    if loss > 0, keys.lastSeq <= loss { return true }
    if isOrderly, end == .whole { return false }
    switch keys.row.level.storage {
    case .memory: return true
    case .written: return !isSameBoot
    case .synced: return false
    }
  }

  var notes: [String] {
    switch end {
    case .lost: ["The end of the store is lost. All sessions get new lives."]
    case .foreign: ["The store is a copy, or its mark is missing. All sessions get new lives."]
    case .powerCut, .whole: []
    }
  }
}

extension SessionKeys {
  /// The revisions between two lives.
  private static let jump: UInt64 = 1 << 32

  /// The size of the record that begins a life.
  var lastSize: Int { Self.record(of: row.life).count }

  private static func record(of life: String) -> [UInt8] { Array(#"{"life":"\#(life)"}"#.utf8) }

  /// Appends the record of a new life.
  mutating func beginLife(seq: Int64, in log: inout LogInsertion) throws(DatabaseError) {
    row.life = Check.random().description
    revision += Self.jump
    let record = StoredRecord(revision: revision, cells: cells, bytes: bytes, json: Self.record(of: row.life))
    let key = LogKey(seq: seq, session: row.id, number: number + 1, part: 0, isLast: true, record: record)
    linkBefore = link
    link = .check(try log.insert(key, record.json, after: link))
    number += 1
    seqs.append(seq)
    recordBytes += key.size
    rows += 1
    lastSeq = seq
  }
}

extension StoredSession {
  /// The session with the state after its last whole change.
  init(_ keys: SessionKeys) {
    let row = keys.row
    self.init(
      id: row.id, owner: row.owner, name: row.name, life: row.life, revision: keys.revision,
      cells: keys.cells,
      bytes: keys.bytes, settings: row.settings, views: row.views, level: row.level,
      damage: keys.damage.map { StoredSession.sentence(on: row.name, $0) })
  }
}
