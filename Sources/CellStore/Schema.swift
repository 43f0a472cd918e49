/// The tables of a store. docs/store.md explains the columns.
enum Schema {
  /// The letters `celd`.
  static let application: Int64 = 1_667_591_268
  /// The format of the tables.
  static let format: Int64 = 1
  /// The format of new records and parts.
  static let recordFormat: Int64 = 2
  /// The formats that can be read. Format 2 added members to cells and settings.
  static let recordFormats: ClosedRange<Int64> = 1...recordFormat
  /// The bytes of a page in new files. SQLite writes each page with two calls, so larger pages cost
  /// less.
  static let pageSize = 16 << 10
  /// The pages in the write-ahead log from which on it is copied into the file.
  static let checkpointFrames = 500

  static let tables = [
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL, name TEXT NOT NULL,
      deleted INTEGER NOT NULL, damage TEXT, life TEXT NOT NULL, level TEXT NOT NULL,
      snapshot INTEGER NOT NULL, parts INTEGER NOT NULL, number INTEGER NOT NULL, chain TEXT NOT NULL,
      revision INTEGER NOT NULL, cells INTEGER NOT NULL, bytes INTEGER NOT NULL,
      settings TEXT NOT NULL, views TEXT NOT NULL, "check" TEXT NOT NULL)
    """,
    "CREATE UNIQUE INDEX session_name ON session (owner, name) WHERE deleted = 0",
    """
    CREATE TABLE log (
      seq INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL,
      part INTEGER NOT NULL, last INTEGER NOT NULL,
      revision INTEGER NOT NULL, cells INTEGER NOT NULL, bytes INTEGER NOT NULL,
      format INTEGER NOT NULL, size INTEGER NOT NULL, "check" TEXT NOT NULL, record TEXT NOT NULL)
    """,
    """
    CREATE TABLE part (
      session INTEGER NOT NULL, snapshot INTEGER NOT NULL, part INTEGER NOT NULL,
      format INTEGER NOT NULL, size INTEGER NOT NULL, "check" TEXT NOT NULL, cells TEXT NOT NULL,
      PRIMARY KEY (session, snapshot, part))
    """,
    "CREATE TABLE kept (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL, row TEXT NOT NULL)",
  ]

  /// Sets what SQLite does not keep in the file.
  static func configure(_ connection: Connection) throws(DatabaseError) {
    try connection.execute(
      """
      PRAGMA journal_size_limit = 67108864; PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;
      PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL
      """)
  }

  /// Creates the tables, if the file is empty.
  static func create(_ meta: Meta, in connection: Connection) throws(DatabaseError) {
    try connection.execute("PRAGMA page_size = \(pageSize)")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute("PRAGMA application_id = \(application); PRAGMA user_version = \(format)")
    for table in tables { try connection.execute(table) }
    try meta.write(to: connection)
    try connection.execute("COMMIT")
  }

  /// Checks that the tables are the ones of this format.
  static func verify(_ connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    var found: Set<String> = []
    while try statement.step() { found.insert(statement.text(0)) }
    guard found.isSuperset(of: tables) else {
      throw .damage("The tables of the store are not those of its format.")
    }
  }

  static func integer(_ pragma: String, of connection: Connection) throws(DatabaseError) -> Int64 {
    let statement = try connection.prepare(pragma)
    return try statement.step() ? statement.integer(0) : 0
  }
}
