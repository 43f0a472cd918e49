/// The place of a part in the table `part`.
struct PartKey: Sendable, Equatable {
  var session: Int64
  var snapshot: Int64
  var part: Int

  /// The check that the part must have.
  ///
  /// - Parameter link: the check of the last record in the snapshot.
  func check(of json: [UInt8], format: Int64, after link: ChainLink) -> Check {
    var text = CheckText()
    text.add(link)
    text.add(session)
    text.add(snapshot)
    text.add(part)
    text.add(format)
    return text.check(with: json)
  }

  func insert(_ json: [UInt8], after link: ChainLink, into connection: Connection) throws(DatabaseError) {
    let statement = try connection.prepare("INSERT INTO part VALUES (?,?,?,?,?,?,?)")
    try statement.bind(1, session)
    try statement.bind(2, snapshot)
    try statement.bind(3, part)
    try statement.bind(4, Schema.recordFormat)
    try statement.bind(5, json.count)
    try statement.bind(6, check(of: json, format: Schema.recordFormat, after: link).digits)
    try statement.run(binding: json, at: 7)
  }
}

/// The parts of the snapshot that counts, in their order.
struct PartCursor {
  private let row: SessionRow
  private let statement: Statement
  private var count = 0

  init(_ row: SessionRow, in connection: Connection) throws(DatabaseError) {
    self.row = row
    statement = try connection.prepare(
      #"SELECT part, format, size, "check", cells FROM part WHERE session = ? AND snapshot = ? ORDER BY part"#
    )
    try statement.bind(1, row.id)
    try statement.bind(2, row.snapshot)
  }

  /// - Returns: `nil` after the last one.
  /// - Throws: DatabaseError.damage if a part is missing, or does not fit its check.
  mutating func next() throws(DatabaseError) -> [UInt8]? {
    guard row.snapshot > 0 else { return nil }
    guard try statement.step() else {
      guard count == row.parts else { throw .damage("Part \(count) of its snapshot is missing.") }
      return nil
    }
    let key = PartKey(session: row.id, snapshot: row.snapshot, part: count)
    let format = statement.integer(1)
    let json = statement.bytes(4)
    guard statement.integer(0) == Int64(count), statement.integer(2) == Int64(json.count),
      statement.bytes(3) == key.check(of: json, format: format, after: row.chain).digits
    else { throw .damage("Part \(count) of its snapshot does not fit its check.") }
    guard Schema.recordFormats.contains(format) else {
      throw .damage("Part \(count) of its snapshot has the unknown format \(format).")
    }
    count += 1
    return json
  }
}
