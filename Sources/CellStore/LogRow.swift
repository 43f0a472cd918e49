/// A row of the log without its record.
struct LogKey: Sendable, Equatable {
  var seq: Int64
  var session: Int64
  /// The position of the record in its session.
  var number: Int64
  /// The position of the record in its change, and whether it is the last one.
  var part: Int
  var isLast: Bool
  var revision: UInt64
  var cells: Int
  var bytes: Int
  var format: Int64
  /// The length of the record.
  var size: Int
  /// `nil` for a text that is not a check.
  var check: Check?

  static let columns = #"seq, session, number, part, last, revision, cells, bytes, format, size, "check""#

  /// Reads the key of a statement that selects ``columns`` first.
  init(_ statement: Statement) {
    seq = statement.integer(0)
    session = statement.integer(1)
    number = statement.integer(2)
    part = Int(statement.integer(3))
    isLast = statement.integer(4) == 1
    revision = UInt64(bitPattern: statement.integer(5))
    cells = Int(statement.integer(6))
    bytes = Int(statement.integer(7))
    format = statement.integer(8)
    size = Int(statement.integer(9))
    check = Check(statement.bytes(10))
  }

  /// The key of a new record.
  init(seq: Int64, session: Int64, number: Int64, part: Int, isLast: Bool, record: StoredRecord) {
    self.seq = seq
    self.session = session
    self.number = number
    self.part = part
    self.isLast = isLast
    revision = record.revision
    cells = record.cells
    bytes = record.bytes
    format = Schema.recordFormat
    size = record.json.count
  }

  /// The check that the record must have.
  func check(of json: [UInt8], after link: ChainLink, using text: inout CheckText) -> Check {
    text.removeAll()
    text.add(link)
    text.add(number)
    text.add(revision)
    text.add(part)
    text.add(isLast ? 1 : 0)
    text.add(cells)
    text.add(bytes)
    text.add(format)
    return text.check(with: json)
  }
}

/// The statement that appends to the log.
struct LogInsertion {
  private let statement: Statement
  private var text = CheckText()

  init(_ connection: Connection) throws(DatabaseError) {
    statement = try connection.prepare("INSERT INTO log VALUES (?,?,?,?,?,?,?,?,?,?,?,?)")
  }

  /// - Returns: the check of the record.
  mutating func insert(_ key: LogKey, _ json: [UInt8], after link: ChainLink) throws(DatabaseError) -> Check {
    let check = key.check(of: json, after: link, using: &text)
    try statement.bind(1, key.seq)
    try statement.bind(2, key.session)
    try statement.bind(3, key.number)
    try statement.bind(4, key.part)
    try statement.bind(5, key.isLast ? 1 : 0)
    try statement.bind(6, key.revision)
    try statement.bind(7, key.cells)
    try statement.bind(8, key.bytes)
    try statement.bind(9, key.format)
    try statement.bind(10, key.size)
    try statement.bind(11, check.digits)
    try statement.run(binding: json, at: 12)
    return check
  }
}

/// The statement that reads a row of the log by its `seq`.
struct LogLookup {
  private let statement: Statement
  private var text = CheckText()

  init(_ connection: Connection) throws(DatabaseError) {
    statement = try connection.prepare("SELECT \(LogKey.columns), record FROM log WHERE seq = ?")
  }

  func key(at seq: Int64) throws(DatabaseError) -> LogKey? {
    statement.reset()
    try statement.bind(1, seq)
    defer { statement.reset() }
    return try statement.step() ? LogKey(statement) : nil
  }

  /// Reads a record that must be the `number`th of its session and fit its check.
  ///
  /// - Returns: `nil` if the row is missing, or another one.
  mutating func record(
    at seq: Int64, number: Int64, of session: Int64, after link: ChainLink
  ) throws(DatabaseError) -> (key: LogKey, check: Check, json: [UInt8])? {
    statement.reset()
    try statement.bind(1, seq)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let key = LogKey(statement)
    let json = statement.bytes(11)
    let check = key.check(of: json, after: link, using: &text)
    guard key.session == session, key.number == number, key.size == json.count, key.check == check else {
      return nil
    }
    return (key, check, json)
  }
}
