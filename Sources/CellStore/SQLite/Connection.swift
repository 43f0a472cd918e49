import CSQLite

/// An error of SQLite, or of a row that SQLite returned.
struct DatabaseError: Error, Sendable {
  /// The primary code, such as `SQLITE_FULL`.
  let code: Int32
  let message: String
  /// SQLite did not notice the error.
  private let isOfRow: Bool

  init(code: Int32, message: String, isOfRow: Bool = false) {
    self.code = code & 0xff
    self.message = message
    self.isOfRow = isOfRow
  }

  /// An error for content that cannot be right.
  static func damage(_ message: String) -> DatabaseError {
    DatabaseError(code: SQLITE_CORRUPT, message: message, isOfRow: true)
  }

  /// An error for files that are not those of the store any more, or that another program writes.
  static func loss(_ message: String) -> DatabaseError { DatabaseError(code: lossCode, message: message) }
  /// A code that SQLite does not have.
  private static let lossCode: Int32 = 0xff

  var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
  /// Damage that SQLite reports. It concerns the whole file.
  var isFileDamage: Bool { isDamage && !isOfRow }
  /// Whether the next start may not find what is written now.
  var isLoss: Bool { code == Self.lossCode }
  var isFull: Bool { code == SQLITE_FULL }
  var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
  var isConstraint: Bool { code == SQLITE_CONSTRAINT }
  /// An error of the statement, such as an unknown column.
  var isStatement: Bool { code == SQLITE_ERROR || code == SQLITE_MISMATCH || code == SQLITE_SCHEMA }
}

/// A connection to a database. Only one thread at a time may use it and its statements.
final class Connection {
  enum Access {
    case read, write
  }

  private let handle: OpaquePointer
  /// The frames in the write-ahead log after the last commit.
  private let frames: UnsafeMutablePointer<Int32>

  /// - Parameter vfs: the name of a file system layer of SQLite; `nil` for the default one.
  init(path: String, access: Access, vfs: String? = nil) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = (access == .read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message)
    }
    handle = opened
    frames = .allocate(capacity: 1)
    frames.pointee = 0
    sqlite3_busy_timeout(handle, 1000)
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, frames)
  }

  deinit {
    // The handle lives on until its last statement is gone.
    sqlite3_close_v2(handle)
    frames.deallocate()
  }

  var walFrames: Int { Int(frames.pointee) }

  /// The minimum sizes of the file and of the write-ahead log after the last commit. They count
  /// what other programs did, too, such as checkpoints.
  var extent: (file: Int, log: Int) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    var start: UnsafeMutableRawPointer?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      file.pointee.pMethods?.pointee.xShmMap?(file, 0, 32 << 10, 0, &start) == SQLITE_OK, let start
    else { return (0, 0) }
    // https://www.sqlite.org/walformat.html, 2.1: the index of the log, in memory that all share.
    let size = Int(start.load(fromByteOffset: 14, as: UInt16.self))
    let page = size == 1 ? 1 << 16 : size
    let frames = Int(start.load(fromByteOffset: 16, as: UInt32.self))
    let pages = Int(start.load(fromByteOffset: 20, as: UInt32.self))
    return (pages * page, frames == 0 ? 0 : 32 + frames * (24 + page))
  }

  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return Statement(statement, of: self)
  }

  /// Copies the write-ahead log into the file, as far as readers permit.
  ///
  /// - Returns: whether all of it was copied and, with `truncating`, the log is empty.
  @discardableResult
  func checkpoint(truncating: Bool = false) throws(DatabaseError) -> Bool {
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    var all: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &all, &copied)
    if code == SQLITE_BUSY { return false }
    guard code == SQLITE_OK else { throw error(code) }
    if truncating || all == copied { frames.pointee = 0 }
    return all == copied
  }

  fileprivate func error(_ code: Int32) -> DatabaseError {
    DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A prepared statement. Parameters count from 1, columns from 0.
final class Statement {
  private let handle: OpaquePointer
  private let connection: Connection

  fileprivate init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ index: Int32, _ value: Int64) throws(DatabaseError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ index: Int32, _ value: Int) throws(DatabaseError) { try bind(index, Int64(value)) }

  func bind(_ index: Int32, _ value: UInt64) throws(DatabaseError) {
    try bind(index, Int64(bitPattern: value))
  }

  func bind(_ index: Int32, _ value: String) throws(DatabaseError) {
    try bind(index, Array(value.utf8))
  }

  /// Binds text.
  func bind(_ index: Int32, _ value: [UInt8]) throws(DatabaseError) {
    let code = value.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text64(
          handle, index, characters.baseAddress ?? emptyText, UInt64(characters.count), copied,
          UInt8(SQLITE_UTF8))
      }
    }
    try check(code)
  }

  /// Binds a value of a row with its type.
  func bind(_ index: Int32, copying column: Int32, of row: Statement) throws(DatabaseError) {
    try check(sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column)))
  }

  func bindNull(_ index: Int32) throws(DatabaseError) { try check(sqlite3_bind_null(handle, index)) }

  /// Goes to the next row.
  ///
  /// - Returns: whether there is one.
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = connection.error(code)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement without rows, and makes it ready for the next time.
  func run() throws(DatabaseError) {
    _ = try step()
    sqlite3_reset(handle)
  }

  /// Runs a statement like ``run()`` with one more text, which is not copied.
  func run(binding value: [UInt8], at index: Int32) throws(DatabaseError) {
    try value.withUnsafeBufferPointer { (bytes) throws(DatabaseError) in
      // The text is only read in here.
      defer { sqlite3_bind_null(handle, index) }
      let text = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      try check(
        sqlite3_bind_text64(
          handle, index, text ?? emptyText, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
      try run()
    }
  }

  func reset() { sqlite3_reset(handle) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw connection.error(code) }
  }
}

/// The mark for text that SQLite copies while it is bound: `SQLITE_TRANSIENT`.
private nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
private nonisolated(unsafe) let emptyText = UnsafePointer(UnsafeMutablePointer<CChar>.allocate(capacity: 1))
