import Locks

/// The end of a reading without the whole session.
enum ReadError: Error {
  /// A row is missing, or does not fit its check.
  case damaged(name: String, reason: String)
  case failed(String)
  /// The store does not have the session, or an older state than the daemon.
  case deleted, older
  /// The store has replaced what was read. It can be read again at once.
  case overtaken(String)
  /// The one who reads does not go on.
  case stopped(StoreError)

  /// The reason of a damage by somebody else.
  static func foreign(_ key: String) -> String { "its key \(key) has a value that celld never writes" }

  /// The error for the one who asked for the session.
  var storeError: StoreError {
    switch self {
    case .damaged(let name, let reason):
      StoreError(StoredSession.sentence(on: name, reason), cause: .damaged(reason))
    case .deleted, .older: StoreError("The session was deleted.", cause: .deleted)
    case .failed(let reason): StoreError(reason, retryAfter: 1000)
    case .overtaken(let reason): StoreError(reason, retryAfter: 0)
    case .stopped(let error): error
    }
  }
}

/// Reads sessions, for all threads.
final class SessionReader: Sendable {
  /// Connections that nobody uses now.
  private struct Idle: @unchecked Sendable {
    var connections: [Connection] = []
  }

  private let path: String
  private let vfs: String?
  private let places: RecordPlaces
  private let idle = Mutex(Idle())

  init(path: String, vfs: String?, places: RecordPlaces) {
    self.path = path
    self.vfs = vfs
    self.places = places
  }

  /// Reads the parts of the snapshot of a session, and the records after it.
  func read(
    _ session: Int64, part: ([UInt8]) throws -> Void, record: (StoredRecord) throws -> Void
  ) throws(ReadError) {
    var name = "\(session)"
    let connection = try failing(&name) { _ throws(DatabaseError) in try take() }
    defer { end(connection) }
    var cursor = try failing(&name) { name throws(DatabaseError) in try begin(session, connection, &name) }
    while let item = try failing(&name, { _ throws(DatabaseError) in try cursor.next() }) {
      do {
        switch item {
        case .part(let json): try part(json)
        case .snapshotEnd: break
        case .record(let found, _, _): try record(found)
        }
      } catch let error as StoreError {
        throw .stopped(error)
      } catch {
        throw .stopped(StoreError("The session \"\(name)\" cannot be read: \(error)."))
      }
    }
  }

  private func failing<Result>(
    _ name: inout String, _ body: (inout String) throws(DatabaseError) -> Result
  ) throws(ReadError) -> Result {
    do throws(DatabaseError) { return try body(&name) } catch {
      if error.isDamage { throw .damaged(name: name, reason: error.message) }
      throw .failed(
        "The session \"\(name)\" cannot be read: \(error.message). Check the disk, then try again.")
    }
  }

  /// Begins to read one state of the file.
  private func begin(
    _ session: Int64, _ connection: Connection, _ name: inout String
  ) throws(DatabaseError) -> SessionCursor {
    for _ in 0..<1000 {
      // Taken before the state begins: places of a later commit are not in that state.
      let found = places[session] ?? .init(counted: 0, seqs: [])
      try connection.execute("BEGIN")
      guard let row = try SessionRow.find(session, in: connection), !row.isDeleted else {
        throw DatabaseError(code: 0, message: "the store does not have it")
      }
      name = row.name
      if let reason = row.damage { throw .damage(reason) }
      if found.counted == row.number { return try SessionCursor(row, seqs: found.seqs, in: connection) }
      // A snapshot was completed in between.
      try connection.execute("ROLLBACK")
    }
    throw DatabaseError(code: 0, message: "its snapshots change all the time")
  }

  private func take() throws(DatabaseError) -> Connection {
    if let connection = idle.withLock({ $0.connections.popLast() }) { return connection }
    // SQLite would read another file, or make a new log.
    guard places.files.allSatisfy({ FileStatus($0.name)?.inode ?? 0 == $0.inode }) else {
      throw .loss("its file was removed or replaced")
    }
    let connection = try Connection(path: path, access: .read, vfs: vfs)
    try Schema.configure(connection)
    return connection
  }

  /// Ends the transaction, and keeps the connection for the next time.
  private func end(_ connection: Connection) {
    do throws(DatabaseError) { try connection.execute("ROLLBACK") } catch { return }
    idle.withLock { if $0.connections.count < 4 { $0.connections.append(connection) } }
  }
}
