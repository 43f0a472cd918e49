/// The facts about a store as a whole.
struct Meta: Sendable, Equatable {
  /// A random text that identifies the store.
  var store: String
  /// The version of celld that opened it last.
  var celld: String
  /// How often it was opened.
  var starts: UInt64
  /// The boot of the machine at the last start; empty if it is unknown.
  var boot: String
  var ended: Bool
  /// The last `seq` that was deleted from the log.
  var trimmed: Int64
  /// The rows of `session`.
  var sessions: Int
  /// How often the store came back after an error of the disk.
  var returns: Int

  init(celld: String) {
    store = Check.random().description
    self.celld = celld
    starts = 0
    boot = ""
    ended = true
    trimmed = 0
    sessions = 0
    returns = 0
  }

  /// - Throws: DatabaseError.damage if a value is missing, or does not fit the check.
  init(from connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("SELECT key, value FROM meta")
    var found: [String: String] = [:]
    while try statement.step() { found[statement.text(0)] = statement.text(1) }
    guard let store = found["store"], let celld = found["celld"], let boot = found["boot"],
      let starts = found["starts"].flatMap(UInt64.init), let trimmed = found["trimmed"].flatMap(Int64.init),
      let sessions = found["sessions"].flatMap(Int.init), let returns = found["returns"].flatMap(Int.init)
    else { throw .damage("A value of the table meta is missing.") }
    self.store = store
    self.celld = celld
    self.starts = starts
    self.boot = boot
    ended = found["ended"] == "1"
    self.trimmed = trimmed
    self.sessions = sessions
    self.returns = returns
    guard found["check"] == check.description else { throw .damage("The table meta does not fit its check.") }
  }

  func write(to connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
    for (key, value) in values + [("check", check.description)] {
      try statement.bind(1, key)
      try statement.bind(2, value)
      try statement.run()
    }
  }

  private var values: [(key: String, value: String)] {
    [
      ("store", store), ("celld", celld), ("starts", "\(starts)"), ("boot", boot),
      ("ended", ended ? "1" : "0"),
      ("trimmed", "\(trimmed)"), ("sessions", "\(sessions)"), ("returns", "\(returns)"),
    ]
  }

  private var check: Check {
    var text = CheckText()
    for (_, value) in values { text.add(value) }
    return text.check
  }
}
