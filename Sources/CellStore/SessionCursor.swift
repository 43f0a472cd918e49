/// The snapshot and the records of a session, read one by one and checked.
struct SessionCursor {
  private let row: SessionRow
  private let seqs: [Int64]
  private var parts: PartCursor?
  private var lookup: LogLookup
  private var index = 0
  private var link: ChainLink
  private var nextPart = 0
  /// Whether the present change has its last record.
  private var isWhole = false

  /// - Parameter seqs: the rows of the log after the snapshot.
  init(_ row: SessionRow, seqs: [Int64], in connection: Connection) throws(DatabaseError) {
    self.row = row
    self.seqs = seqs
    parts = try PartCursor(row, in: connection)
    lookup = try LogLookup(connection)
    link = row.chain
  }

  /// - Returns: `nil` at the end.
  /// - Throws: DatabaseError.damage if something is missing, or does not fit its check.
  mutating func next() throws(DatabaseError) -> SessionItem? {
    if parts != nil {
      if let json = try parts?.next() { return .part(json) }
      parts = nil
      return .snapshotEnd
    }
    while index < seqs.count {
      let number = row.number + Int64(index) + 1
      guard let found = try lookup.record(at: seqs[index], number: number, of: row.id, after: link),
        found.key.part == 0 || found.key.part == nextPart
      else { throw .damage("Record \(number) is missing, or does not fit its check.") }
      guard Schema.recordFormats.contains(found.key.format) else {
        throw .damage("Record \(number) has the unknown format \(found.key.format).")
      }
      link = .check(found.check)
      index += 1
      nextPart = found.key.isLast ? 0 : found.key.part + 1
      if found.key.part == 0 { isWhole = found.key.isLast ? true : try hasLast(from: index) }
      guard isWhole else { continue }
      let record = StoredRecord(
        revision: found.key.revision, cells: found.key.cells, bytes: found.key.bytes, json: found.json)
      return .record(record, part: found.key.part, isLast: found.key.isLast)
    }
    return nil
  }

  /// Whether the change with the record before this index is whole.
  private func hasLast(from start: Int) throws(DatabaseError) -> Bool {
    for seq in seqs[start...] {
      guard let key = try lookup.key(at: seq), key.part > 0 else { return false }
      if key.isLast { return true }
    }
    return false
  }
}
