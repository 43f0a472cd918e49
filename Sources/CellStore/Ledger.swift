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
  private let inode: UInt64
  private var logInode: UInt64?
  /// Rows of the log that are not committed yet.
  private var newRows: [(session: Int64, seq: Int64)] = []
  /// A row that shows whether the transaction was committed.
  private var proof: Proof?

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
    inode = file.inode
    logInode = file.logInode
    places.replaceAll(index)
  }

  // MARK: Transactions

  /// Runs a transaction.
  ///
  /// - Throws: LedgerError.refused if nothing was stored, LedgerError.unknown if `COMMIT` failed.
  func transaction(synced isSynced: Bool, _ body: () throws(DatabaseError) -> Void) throws(LedgerError) {
    newRows.removeAll(keepingCapacity: true)
    proof = nil
    do throws(DatabaseError) {
      if isSynced != isSynchronous {
        try connection.execute(isSynced ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        isSynchronous = isSynced
      }
      try connection.execute("BEGIN IMMEDIATE")
      try body()
    } catch {
      try? connection.execute("ROLLBACK")
      throw .refused(error)
    }
    do throws(DatabaseError) { try connection.execute("COMMIT") } catch {
      try? connection.execute("ROLLBACK")
      // The frame that commits is written last, so it is not complete.
      throw error.isFull ? .refused(error) : .unknown(error, proof)
    }
    if isSynced { synced = last }
    places.append(newRows)
    writeMark()
  }

  /// Copies the write-ahead log into the file if it is long.
  func checkpoint() throws(DatabaseError) {
    if connection.walFrames >= Schema.checkpointFrames { try connection.checkpoint() }
  }

  func writeMark() {
    file.write(
      Mark(
        store: meta.store, inode: inode, logInode: logInode, last: last,
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
    connection = try file.connect()
    isSynchronous = true
    log = try LogInsertion(connection)
    let index = try StoreIndex(connection)
    var meta = index.meta
    meta.returns += 1
    try connection.execute("BEGIN IMMEDIATE")
    try meta.write(to: connection)
    try connection.execute("COMMIT")
    guard try connection.checkpoint(truncating: true) else {
      throw DatabaseError(code: 5, message: "another program reads the store")
    }
    self.meta = meta
    logInode = file.logInode
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
    logInode = nil
    writeMark()
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
