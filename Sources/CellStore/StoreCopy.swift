import Glibc

/// Copies the sessions of a store into a new one. All get new lives.
public enum StoreCopy {
  /// - Returns: a sentence for each session that is not copied as a whole, and a summary.
  /// - Throws: StoreError if the first store cannot be read, or the second one exists.
  public static func run(from: String, to: String) throws(StoreError) -> [String] {
    let source = try ClosedStore(path: from)
    guard access(to, F_OK) != 0 else {
      throw StoreError("The file \(to) exists. Remove it, or choose another path.")
    }
    let new = to + ".new"
    for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
    Glibc.close(Glibc.open(new, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    var notes: [String] = []
    do throws(DatabaseError) {
      let old = try source.connect()
      let index = try StoreIndex(old)
      notes += index.notes.filter { !$0.hasPrefix("The session") }
      var copy = try CopyTarget(path: new, index.meta)
      for id in index.sessions.keys.sorted() {
        guard let keys = index.sessions[id], !keys.row.isDeleted else { continue }
        if let note = try copy.add(keys, from: old) { notes.append(note) }
      }
      try copy.end()
      notes.append(
        "\(copy.count) of \(index.sessions.values.count { !$0.row.isDeleted }) sessions were copied.")
    } catch {
      for suffix in ["", "-wal", "-shm"] { unlink(new + suffix) }
      throw StoreError(
        "The store \(from) cannot be copied to \(to): \(error.message). Check the disk, and try again.")
    }
    for suffix in ["-wal", "-shm"] { unlink(new + suffix) }
    guard rename(new, to) == 0 else {
      throw StoreError("The copy \(new) cannot be renamed to \(to): \(systemError()). Rename it.")
    }
    syncFolder(of: to)
    return notes
  }
}

/// The store that a copy goes to.
private struct CopyTarget {
  private let connection: Connection
  private var log: LogInsertion
  private var meta: Meta
  private var seq: Int64 = 0
  private(set) var count = 0

  init(path: String, _ old: Meta) throws(DatabaseError) {
    connection = try Connection(path: path, access: .write)
    try Schema.configure(connection)
    meta = Meta(celld: old.celld)
    meta.starts = old.starts
    try Schema.create(meta, in: connection)
    log = try LogInsertion(connection)
  }

  /// Copies a session up to its damage.
  ///
  /// - Returns: a sentence if that is not all of it.
  mutating func add(_ keys: SessionKeys, from old: Connection) throws(DatabaseError) -> String? {
    guard keys.isWhole else {
      return "The session \"\(keys.row.name)\" is not copied: its row does not fit its check."
    }
    try connection.execute("BEGIN")
    var row = keys.row
    row.damage = nil
    row.snapshot = 0
    row.parts = 0
    row.number = 0
    row.life = Check.random().description
    row.chain = .life(row.life)
    do throws(DatabaseError) {
      let note = try copy(keys, to: &row, from: old)
      try connection.execute("COMMIT")
      count += 1
      meta.sessions += 1
      return note
    } catch {
      guard error.isDamage else { throw error }
      try connection.execute("ROLLBACK")
      return "The session \"\(keys.row.name)\" is not copied. \(error.message)"
    }
  }

  /// - Throws: DatabaseError.damage if its snapshot is damaged, so that no state can be copied.
  private mutating func copy(
    _ keys: SessionKeys, to row: inout SessionRow, from old: Connection
  ) throws(DatabaseError) -> String? {
    var cursor = try SessionCursor(keys.row, seqs: keys.seqs, in: old)
    var end = (number: Int64(0), link: row.chain, revision: row.revision, cells: row.cells, bytes: row.bytes)
    var note: String?
    var hasRecord = false
    reading: while true {
      let item: SessionCursor.Item?
      do throws(DatabaseError) { item = try cursor.next() } catch {
        guard error.isDamage, cursor.isAfterParts else { throw error }
        note = "The session \"\(row.name)\" is copied up to its damage. \(error.message)"
        item = nil
      }
      switch item {
      case .part(let json):
        try PartKey(session: row.id, snapshot: 1, part: row.parts).insert(
          json, after: row.chain, into: connection)
        row.snapshot = 1
        row.parts += 1
      case .record(let record, let part, let isLast):
        hasRecord = true
        try append(record, part: part, isLast: isLast, to: row.id, &end)
      case nil: break reading
      }
    }
    if keys.row.snapshot > 0 { row.snapshot = 1 }
    // A change that the damage cut off stays without its last record, and does not count.
    if hasRecord || row.revision > 0 {
      end.revision += 1 << 32
      let life = StoredRecord(
        revision: end.revision, cells: end.cells, bytes: end.bytes,
        json: Array(#"{"life":"\#(row.life)"}"#.utf8))
      try append(life, part: 0, isLast: true, to: row.id, &end)
    }
    try row.insert(into: connection)
    return note
  }

  private mutating func append(
    _ record: StoredRecord, part: Int, isLast: Bool, to session: Int64,
    _ end: inout (number: Int64, link: ChainLink, revision: UInt64, cells: Int, bytes: Int)
  ) throws(DatabaseError) {
    seq += 1
    end.number += 1
    let key = LogKey(
      seq: seq, session: session, number: end.number, part: part, isLast: isLast, record: record)
    end.link = .check(try log.insert(key, record.json, after: end.link))
    if isLast {
      end.revision = record.revision
      end.cells = record.cells
      end.bytes = record.bytes
    }
  }

  /// Makes the copy safe from a power cut.
  mutating func end() throws(DatabaseError) {
    try meta.write(to: connection)
    try connection.checkpoint(truncating: true)
  }
}
