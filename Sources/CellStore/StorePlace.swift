/// A place where a store can be.
public enum StorePlace: Sendable, CustomStringConvertible {
  /// A SQLite file.
  case file(String)
  case redis(RedisOptions)

  /// The place for messages, without a password.
  public var description: String {
    switch self {
    case .file(let path): path
    case .redis(let options): "\(options.address) (prefix \(options.prefix))"
    }
  }
}

/// A piece of a stored session, in the order of reading.
enum SessionItem {
  /// A part of the snapshot.
  case part([UInt8])
  /// All parts were there, and fit their checks.
  case snapshotEnd
  /// A record of a whole change.
  case record(StoredRecord, part: Int, isLast: Bool)
}

/// A session of a store that is read without a daemon.
struct SourceSession {
  /// The properties of its last change, with the revision and the size of its snapshot.
  var session: StoredSession
  var hasSnapshot: Bool
}

/// A store that is read without a daemon, and not changed.
protocol SessionSource {
  /// Sentences on damage that does not belong to one session.
  var findings: [String] { get }
  /// How often daemons have opened the store.
  var starts: UInt64 { get }
  /// All sessions, the oldest first. A damage means that nothing of it can be read.
  var sessions: [SourceSession] { get }

  /// Reads a session.
  ///
  /// - Throws: ReadError.damaged after all that can be read.
  func read(_ session: SourceSession, _ take: (SessionItem) throws(StoreError) -> Void) throws(ReadError)
}

/// A new store that is written without a daemon.
protocol SessionTarget {
  /// The level of a session of another store in this one.
  func level(for level: Durability) -> Durability

  /// Begins a session with the life, the revision and the size of its snapshot, or of no cells.
  mutating func begin(_ session: StoredSession, hasSnapshot: Bool) throws(StoreError)
  mutating func add(part: [UInt8]) throws(StoreError)
  mutating func add(_ record: StoredRecord, part: Int, isLast: Bool) throws(StoreError)
  mutating func end() throws(StoreError)
  /// Drops the session that was begun.
  mutating func abort() throws(StoreError)

  /// Makes the store count, as a whole.
  ///
  /// - Parameter starts: how often daemons have opened the other store.
  mutating func finish(starts: UInt64) throws(StoreError)
  /// Removes what was written.
  mutating func discard()
}
