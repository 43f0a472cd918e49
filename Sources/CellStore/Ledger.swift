import Locks

/// The connection that writes, and the end of the log. All is called on the thread of the writer.
///
/// After an error, the state is not valid any more: ``reload()`` reads it again.
final class Ledger {
  let file: StoreFile
  let places: RecordPlaces
  private(set) var connection: Connection
  private var log: LogInsertion
  private(set) var meta: Meta
  private(set) var last: Int64
  private var lastCheck: Check?
  private var synced: Int64
  /// The bytes of all records in the log.
  private(set) var logBytes: Int
  private var isSynchronous = true
  /// The files that are open, and their sizes at the last look. The first two have the data.
  private var files: [(name: String, inode: UInt64, size: Int)] = []
  /// Rows of the log that are not committed yet.
  private var newRows: [(session: Int64, seq: Int64)] = []
  /// A row that shows whether the transaction was committed.
  private var proof: Proof?

  /// The connections to truncated files, which stay open until the process ends.
  private static let unclosed = Mutex<[Connection]>([])

  /// A row that only the last transaction can have written.
  enum Proof {
    case log(seq: Int64, check: Check)
    case session(Int64, check: Check)
  }

  init(
    _ file: StoreFile, _ connection: Connection, _ index: StoreIndex, places: RecordPlaces
  ) throws(DatabaseError) {
    self.file = file
    self.places = places
    self.connection = connection
    log = try LogInsertion(connection)
    meta = index.meta
    last = index.last
    lastCheck = index.lastCheck
    synced = index.last
    logBytes = index.logBytes
    noteFiles()
    places.replaceAll(index)
  }

  // MARK: The names of the files

  /// Takes the files that the names lead to now.
  private func noteFiles() {
    files = ["", "-wal", "-shm", "-mark"].map { ending in
      let status = FileStatus(file.path + ending)
      return (file.path + ending, status?.inode ?? 0, status?.size ?? 0)
    }
    places.files = files.prefix(2).map { ($0.name, $0.inode) }
  }

  /// Finds out whether the next start would find the files that are open, with all that they have.
  ///
  /// - Parameter count: the number of files to look at.
  /// - Throws: DatabaseError.loss.
  func look(at count: Int = 4) throws(DatabaseError) {
    let extent = connection.extent
    for index in 0..<count {
      let (name, inode, size) = files[index]
      let status = FileStatus(name)
      guard status?.inode ?? 0 == inode else {
        throw .loss("the file \(name) was \(status == nil ? "removed" : "replaced")")
      }
      // SQLite can make the file and the log shorter, but not than that.
      let minimum = index == 0 ? min(size, extent.file) : index == 1 ? extent.log : size
      guard let found = status?.size, found >= minimum else {
        // Another program has just done that.
        if connection.extent != extent { return try look(at: count) }
        // The last connection to be closed would copy a part of the log into the file.
        Self.unclosed.withLock { $0.append(connection) }
        throw .loss("the file \(name) was truncated")
      }
      files[index].size = found
    }
  }

  // MARK: Transactions

  /// Runs a transaction.
  ///
  /// - Throws: LedgerError.refused if nothing was stored, LedgerError.unknown if `COMMIT` failed.
  func transaction(synced isSynced: Bool, _ body: () throws(DatabaseError) -> Void) throws(LedgerError) {
    newRows.removeAll(keepingCapacity: true)
    proof = nil
    do throws(DatabaseError) {
      try look(at: 2)
      if isSynced != isSynchronous {
        try connection.execute(isSynced ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        isSynchronous = isSynced
      }
      try connection.execute("BEGIN IMMEDIATE")
      try body()
    } catch {
      try? connection.execute("ROLLBACK")
      // The numbers of records are new, and nobody else makes them.
      throw .refused(error.isConstraint ? .loss("another program writes the file \(file.path)") : error)
    }
    do throws(DatabaseError) { try connection.execute("COMMIT") } catch {
      try? connection.execute("ROLLBACK")
      // The frame that commits is written last, so it is not complete.
      throw error.isFull ? .refused(error) : .unknown(error, proof)
    }
    if isSynced { synced = last }
    places.append(newRows)
    writeMark()
    do throws(DatabaseError) { try look(at: 2) } catch { throw .unknown(error, nil) }
  }

  /// Copies the write-ahead log into the file if it is long.
  func checkpoint() throws(DatabaseError) {
    if connection.walFrames >= Schema.checkpointFrames { try connection.checkpoint() }
  }

  /// - Parameter hasLog: whether the write-ahead log stays.
  func writeMark(hasLog: Bool = true) {
    file.write(
      Mark(
        store: meta.store, inode: files[0].inode, logInode: hasLog ? files[1].inode : nil, last: last,
        check: lastCheck?.description ?? "", synced: synced))
  }

  // MARK: Rows

  func append(
    _ record: StoredRecord, part: Int, isLast: Bool, to line: SessionLine
  ) throws(DatabaseError) {
    let key = LogKey(
      seq: last + 1, session: line.id, number: line.stored.number + 1, part: part, isLast: isLast,
      record: record)
    let check = try log.insert(key, record.json, after: line.stored.link)
    last = key.seq
    lastCheck = check
    logBytes += key.size
    line.stored.number = key.number
    line.stored.link = .check(check)
    line.stored.appendedBytes += key.size
    line.stored.rows += 1
    newRows.append((line.id, key.seq))
    proof = .log(seq: key.seq, check: check)
  }

  /// Changes the row of a session.
  func update(
    _ line: SessionLine, _ body: (inout SessionRow) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    guard var row = try SessionRow.find(line.id, in: connection) else {
      throw .damage("The row of session \(line.id) is missing.")
    }
    try body(&row)
    try row.update(in: connection)
    prove(row)
  }

  /// - Returns: whether neither the id nor the name was taken.
  func insert(_ session: StoredSession) throws(DatabaseError) -> Bool {
    let row = SessionRow(session)
    do throws(DatabaseError) {
      try row.insert(into: connection)
    } catch {
      if error.isConstraint { return false }
      throw error
    }
    meta.sessions += 1
    try meta.write(to: connection)
    prove(row)
    return true
  }

  /// Frees the name of a session. A row that does not fit its check stays as it is otherwise.
  func delete(_ line: SessionLine) throws(DatabaseError) {
    let statement = try connection.prepare("SELECT \(SessionRow.columns) FROM session WHERE id = ?")
    try statement.bind(1, line.id)
    guard try statement.step() else { throw .damage("The row of session \(line.id) is missing.") }
    var (row, _) = SessionRow.read(statement)
    statement.reset()
    row.isDeleted = true
    row.damage = line.stored.damage
    try row.update(in: connection)
    prove(row)
  }

  func removeRow(_ id: Int64) throws(DatabaseError) {
    let statement = try connection.prepare("DELETE FROM session WHERE id = ?")
    try statement.bind(1, id)
    try statement.run()
    meta.sessions -= 1
    try meta.write(to: connection)
  }

  /// Deletes the log up to a row.
  func trim(through seq: Int64, bytes: Int) throws(DatabaseError) {
    let statement = try connection.prepare("DELETE FROM log WHERE seq <= ?")
    try statement.bind(1, seq)
    try statement.run()
    logBytes -= bytes
    meta.trimmed = seq
    try meta.write(to: connection)
  }

  private func prove(_ row: SessionRow) {
    if case .log = proof { return }
    proof = .session(row.id, check: row.check)
  }

  // MARK: After an error

  /// Opens the file again, reads its end, and syncs all of it.
  func reload() throws(DatabaseError) -> StoreIndex {
    try look()
    connection = try file.connect()
    isSynchronous = true
    log = try LogInsertion(connection)
    let index = try StoreIndex(connection)
    // Another file could have taken the name after the first look.
    try look(at: 1)
    var meta = index.meta
    meta.returns += 1
    try connection.execute("BEGIN IMMEDIATE")
    try meta.write(to: connection)
    try connection.execute("COMMIT")
    guard try connection.checkpoint(truncating: true) else {
      throw DatabaseError(code: 5, message: "another program reads the store")
    }
    self.meta = meta
    noteFiles()
    last = index.last
    lastCheck = index.lastCheck
    synced = index.last
    logBytes = index.logBytes
    places.replaceAll(index)
    writeMark()
    return index
  }

  /// Whether the transaction with this row was committed.
  func holds(_ proof: Proof?) throws(DatabaseError) -> Bool {
    switch proof {
    case .log(let seq, let check): try LogLookup(connection).key(at: seq)?.check == check
    case .session(let id, let check): try SessionRow.find(id, in: connection)?.check == check
    case nil: true
    }
  }

  /// Notes an orderly end.
  ///
  /// - Returns: whether that is stored and synced.
  func end() -> Bool {
    var ending = meta
    ending.ended = true
    do {
      try transaction(synced: true) { () throws(DatabaseError) in try ending.write(to: connection) }
      try connection.checkpoint(truncating: true)
    } catch { return false }
    // The log is deleted when the connection closes. Another file can get its inode.
    writeMark(hasLog: false)
    return file.mark.sync()
  }
}

/// The error of a transaction.
enum LedgerError: Error {
  /// Nothing was stored.
  case refused(DatabaseError)
  /// `COMMIT` failed. The row shows later whether it was done.
  case unknown(DatabaseError, Ledger.Proof?)

  var cause: DatabaseError {
    switch self {
    case .refused(let error), .unknown(let error, _): error
    }
  }
}
