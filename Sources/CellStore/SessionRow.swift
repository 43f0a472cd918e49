/// A row of the table `session`.
struct SessionRow: Sendable, Equatable {
  var id: Int64
  var owner: UInt32
  var name: String
  var isDeleted = false
  var damage: String?
  var life: String
  var level: Durability
  /// The snapshot that counts, and its parts; 0 for none.
  var snapshot: Int64 = 0
  var parts = 0
  /// The last record in that snapshot, and its check.
  var number: Int64 = 0
  var chain: ChainLink
  var revision: UInt64
  var cells: Int
  var bytes: Int
  var settings: [UInt8]
  var views: [UInt8]

  init(_ session: StoredSession) {
    id = session.id
    owner = session.owner
    name = session.name
    damage = session.damage
    life = session.life
    level = session.level
    chain = .life(session.life)
    revision = session.revision
    cells = session.cells
    bytes = session.bytes
    settings = session.settings
    views = session.views
  }

  static let columns = """
    id, owner, name, deleted, damage, life, level, snapshot, parts, number, chain, revision, cells, bytes, \
    settings, views, "check"
    """

  /// Reads the row of a statement that selects ``columns``.
  ///
  /// - Returns: the row, and whether it fits its check.
  static func read(_ statement: Statement) -> (row: SessionRow, isWhole: Bool) {
    var session = StoredSession(
      id: statement.integer(0), owner: UInt32(truncatingIfNeeded: statement.integer(1)),
      name: statement.text(2),
      life: statement.text(5), revision: UInt64(bitPattern: statement.integer(11)),
      cells: Int(statement.integer(12)), bytes: Int(statement.integer(13)), settings: statement.bytes(14),
      views: statement.bytes(15), level: Durability(statement.text(6)) ?? .memory)
    session.damage = statement.isNull(4) ? nil : statement.text(4)
    var row = SessionRow(session)
    row.isDeleted = statement.integer(3) != 0
    row.snapshot = statement.integer(7)
    row.parts = Int(statement.integer(8))
    row.number = statement.integer(9)
    let chain = statement.bytes(10)
    if row.number > 0, let check = Check(chain) {
      row.chain = .check(check)
    } else {
      row.chain = .life(String(decoding: chain, as: UTF8.self))
    }
    return (row, statement.bytes(16) == row.check.digits)
  }

  /// - Returns: `nil` if there is none.
  /// - Throws: DatabaseError.damage if it does not fit its check.
  static func find(_ id: Int64, in connection: Connection) throws(DatabaseError) -> SessionRow? {
    let statement = try connection.prepare("SELECT \(columns) FROM session WHERE id = ?")
    try statement.bind(1, id)
    guard try statement.step() else { return nil }
    let (row, isWhole) = read(statement)
    guard isWhole else { throw .damage("The row of session \(id) does not fit its check.") }
    return row
  }

  func insert(into connection: Connection) throws(DatabaseError) {
    try write(
      connection.prepare(
        "INSERT INTO session (\(Self.columns)) VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)"
      ))
  }

  func update(in connection: Connection) throws(DatabaseError) {
    try write(
      connection.prepare(
        """
        UPDATE session SET owner = ?2, name = ?3, deleted = ?4, damage = ?5, life = ?6, level = ?7, snapshot = ?8,
        parts = ?9, number = ?10, chain = ?11, revision = ?12, cells = ?13, bytes = ?14, settings = ?15, views = ?16,
        "check" = ?17 WHERE id = ?1
        """))
  }

  private func write(_ statement: Statement) throws(DatabaseError) {
    try statement.bind(1, id)
    try statement.bind(2, Int64(owner))
    try statement.bind(3, name)
    try statement.bind(4, isDeleted ? 1 : 0)
    if let damage { try statement.bind(5, damage) } else { try statement.bindNull(5) }
    try statement.bind(6, life)
    try statement.bind(7, level.description)
    try statement.bind(8, snapshot)
    try statement.bind(9, parts)
    try statement.bind(10, number)
    try statement.bind(11, chain.text)
    try statement.bind(12, revision)
    try statement.bind(13, cells)
    try statement.bind(14, bytes)
    try statement.bind(15, settings)
    try statement.bind(16, views)
    try statement.bind(17, check.digits)
    try statement.run()
  }

  /// The check of all columns, in their order.
  var check: Check {
    var text = CheckText()
    text.add(id)
    text.add(owner)
    text.add(name)
    text.add(isDeleted ? 1 : 0)
    text.add(damage ?? "")
    text.add(life)
    text.add(level.description)
    text.add(snapshot)
    text.add(parts)
    text.add(number)
    text.add(chain.text)
    text.add(revision)
    text.add(cells)
    text.add(bytes)
    text.add(settings)
    text.add(views)
    return text.check
  }
}
