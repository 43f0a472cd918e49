import Glibc

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

extension StorePlace {
  /// The ends of the names of all files that a store has: SQLite's, and its own.
  private static let endings = ["", "-wal", "-shm", "-journal", "-mark", "-damaged"]

  /// Returns the absolute path of a store's file, without links. So all paths that lead to a file
  /// lead to the same files beside it.
  ///
  /// They are regular files with one name. They and their folder belong to the user or to root, and
  /// nobody else can write them.
  ///
  /// - Throws: StoreError with the file that breaks a rule, and the cure.
  static func realPath(_ text: String) throws(StoreError) -> String {
    // SQLite would take these for a temporary database, one in memory, or a path with options.
    guard !text.isEmpty, text.utf8.first != UInt8(ascii: ":"), !text.utf8.starts(with: "file:".utf8) else {
      throw StoreError(
        #"A store is kept in a file, and "\#(text)" is another database of SQLite. Use a path, such as ./store.db."#
      )
    }
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == text.startIndex ? "/" : String(text[..<$0]) } ?? "."
    guard let found = realpath(folder, nil) else {
      throw StoreError(
        "The folder \(folder) of the store cannot be used: \(systemError()). Make it, or choose another --store."
      )
    }
    defer { free(found) }
    guard let real = String(validatingCString: found), let status = FileStatus(real) else {
      throw StoreError("The path of the folder \(folder) is not UTF-8 text. Choose another --store.")
    }
    if let stranger = status.stranger(to: geteuid()) {
      throw StoreError(
        "\(stranger) can change files in the folder \(real). Run celld as its owner, or choose a folder that only you can write."
      )
    }
    let name = slash.map { text[text.utf8.index(after: $0)...] } ?? text[...]
    let path = real == "/" ? "/\(name)" : "\(real)/\(name)"
    let mark = Mark.read(beside: path)
    for file in endings.map({ path + $0 }) {
      guard let status = FileStatus(file) else { continue }
      guard !status.isLink else {
        throw StoreError("\(file) is a symbolic link. Use the path of the file itself, or remove the link.")
      }
      guard status.isFile else { throw StoreError("\(file) is not a file. Choose another --store.") }
      // The name that celld has used goes on. Another one has no log, and no mark.
      guard status.names == 1 || [mark?.inode, mark?.logInode].contains(status.inode) else {
        throw StoreError(
          "\(file) is a hard link to a file with other names. Use the path where it was made, or a copy.")
      }
      if let stranger = status.stranger(to: geteuid()) {
        throw StoreError(
          "\(stranger) can change the file \(file). Run celld as its owner, or chown and chmod 600 on it, if you trust it."
        )
      }
    }
    return path
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
