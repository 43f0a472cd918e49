import Glibc

/// Copies what can be read of a damaged store into a new file, and sets the damaged one aside.
struct Salvage {
  let path: String
  let version: String

  /// - Returns: sentences for the log.
  func run(_ reason: String) throws(StoreError) -> [String] {
    let aside = Self.freeName("\(path).damaged")
    let copy = path + ".new"
    for file in [copy, copy + "-wal", copy + "-shm"] { unlink(file) }
    let sentence = reason.hasSuffix(".") ? reason : reason + "."
    var notes = ["The store \(path) is damaged: \(sentence) The damaged file is kept as \(aside)."]
    do throws(DatabaseError) { notes += try copyRows(to: copy) } catch {
      throw StoreError(
        "The damaged store \(path) cannot be copied: \(error.message). Free some space, or choose another --store."
      )
    }
    // Until the last step, the damaged file stays at its path, so that a crash loses nothing.
    guard link(path, aside) == 0 else {
      throw StoreError(
        "The damaged store \(path) cannot be renamed to \(aside): \(systemError()). Rename it.")
    }
    guard access(path + "-wal", F_OK) != 0 || link(path + "-wal", aside + "-wal") == 0 else {
      throw StoreError(
        "The write-ahead log of \(path) cannot be kept as \(aside)-wal: \(systemError()). Start again.")
    }
    for file in ["-wal", "-shm"] { unlink(path + file) }
    guard rename(copy, path) == 0 else {
      throw StoreError("The copy \(copy) cannot be renamed to \(path): \(systemError()). Rename it.")
    }
    syncFolder(of: path)
    DamageNote.remove(beside: path)
    return notes
  }

  /// Returns `NAME-1`, or with the first number that neither a file nor its write-ahead log has.
  static func freeName(_ name: String) -> String {
    var number = 1
    while ["", "-wal"].contains(where: { access("\(name)-\(number)\($0)", F_OK) == 0 }) { number += 1 }
    return "\(name)-\(number)"
  }

  private func copyRows(to copy: String) throws(DatabaseError) -> [String] {
    Glibc.close(Glibc.open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    let new = try Connection(path: copy, access: .write)
    try Schema.configure(new)
    var meta = Meta(celld: version)
    try Schema.create(meta, in: new)
    var notes: [String] = []
    do throws(DatabaseError) {
      let old = try Connection(path: path, access: .read)
      if let found = Meta(readable: old, celld: version) { meta = found }
      try new.execute("BEGIN")
      for table in ["session", "part", "log", "kept"] {
        let copier = TableCopy(table: table, old: old, new: new)
        if try copier.run() == false { notes.append("Not all rows of the table \(table) could be read.") }
      }
      try new.execute("COMMIT")
    } catch {
      // Nothing can be read, if the damage is at the beginning of the old file.
      guard error.isDamage || error.isStatement else { throw error }
      try? new.execute("ROLLBACK")
      notes.append("Nothing of the damaged file could be read.")
    }
    let first = try Schema.integer("SELECT ifnull(min(seq), 1) FROM log", of: new)
    meta.trimmed = min(max(meta.trimmed, 0), first - 1)
    if meta.trimmed == 0 { meta.trimmed = first - 1 }
    meta.sessions = max(meta.sessions, Int(try Schema.integer("SELECT count(*) FROM session", of: new)))
    meta.ended = false
    try meta.write(to: new)
    try new.checkpoint(truncating: true)
    return notes
  }
}

/// Copies the rows of a table that can be read, from both of its ends.
private struct TableCopy {
  let table: String
  let old: Connection
  let new: Connection

  /// - Returns: whether all rows could be read.
  func run() throws(DatabaseError) -> Bool {
    let columns = try names()
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let insertion = try new.prepare("INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(marks))")
    for order in ["ASC", "DESC"] {
      let query: Statement
      do throws(DatabaseError) {
        query = try old.prepare("SELECT \(list) FROM \(table) NOT INDEXED ORDER BY rowid \(order)")
        while try query.step() {
          for column in 0..<Int32(columns.count) {
            try insertion.bind(column + 1, copying: column, of: query)
          }
          do throws(DatabaseError) { try insertion.run() } catch { if !error.isConstraint { throw error } }
        }
        return true
      } catch {
        guard error.isDamage || error.isStatement else { throw error }
      }
    }
    return false
  }

  private func names() throws(DatabaseError) -> [String] {
    let statement = try new.prepare("SELECT name FROM pragma_table_info('\(table)')")
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }
}

extension Meta {
  /// The values of a damaged store, if they fit their check.
  init?(readable connection: Connection, celld: String) {
    do throws(DatabaseError) {
      try self.init(from: connection)
      self.celld = celld
    } catch { return nil }
  }
}
