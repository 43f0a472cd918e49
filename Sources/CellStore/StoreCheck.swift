import Glibc

/// Reads all of a store, and changes nothing.
public enum StoreCheck {
  /// - Returns: a sentence for each finding, and a summary.
  /// - Throws: StoreError if the store is in use, or cannot be opened.
  public static func run(path: String) throws(StoreError) -> (findings: [String], summary: String) {
    let file = try ClosedStore(path: path)
    var findings: [String] = []
    do throws(DatabaseError) {
      let connection = try file.connect()
      try findings += integrity(connection)
      let index = try StoreIndex(connection)
      findings += index.notes
      var sound = 0
      var records = 0
      for id in index.sessions.keys.sorted() {
        guard let keys = index.sessions[id], !keys.row.isDeleted else { continue }
        records += keys.seqs.count
        if let reason = keys.row.damage {
          findings.append(StoredSession.sentence(on: keys.row.name, reason))
        } else if keys.damage == nil {
          if let finding = try read(keys, connection) { findings.append(finding) } else { sound += 1 }
        }
      }
      if let mark = file.mark, mark.store != index.meta.store || mark.last > index.last {
        findings.append("The end of the store does not fit its mark.")
      }
      let all = index.sessions.values.count { !$0.row.isDeleted }
      let noun = all == 1 ? "session is" : "sessions are"
      return (findings, "\(sound) of \(all) \(noun) whole, with \(records) records after the snapshots.")
    } catch {
      guard error.isDamage || error.isStatement else { throw file.error(error) }
      return (findings + ["The store is damaged: \(error.message)"], "The store cannot be read to its end.")
    }
  }

  /// The findings of SQLite.
  private static func integrity(_ connection: Connection) throws(DatabaseError) -> [String] {
    let statement = try connection.prepare("PRAGMA integrity_check")
    var findings: [String] = []
    while try statement.step() {
      let text = statement.text(0)
      if text != "ok" { findings.append("SQLite: \(text).") }
    }
    return findings
  }

  /// Reads a session.
  ///
  /// - Returns: a sentence on its damage.
  private static func read(_ keys: SessionKeys, _ connection: Connection) throws(DatabaseError) -> String? {
    do throws(DatabaseError) {
      var cursor = try SessionCursor(keys.row, seqs: keys.seqs, in: connection)
      while try cursor.next() != nil {}
      return nil
    } catch {
      guard error.isDamage else { throw error }
      return StoredSession.sentence(on: keys.row.name, error.message)
    }
  }
}

/// A store that no daemon has open, to be read.
struct ClosedStore {
  let path: String
  let mark: Mark?
  private let lock: MarkFile?

  /// - Throws: StoreError if the file is missing, another program's, of another format, or in use.
  init(path: String) throws(StoreError) {
    self.path = path
    guard access(path, R_OK) == 0 else {
      throw StoreError("The store \(path) cannot be read: \(systemError()). Check its path.")
    }
    // Without a mark, as for a backup, no daemon has it.
    lock = access(path + "-mark", F_OK) == 0 ? try MarkFile(store: path) : nil
    mark = lock?.read()
    do throws(DatabaseError) {
      let connection = try connect()
      guard try Schema.integer("PRAGMA application_id", of: connection) == Schema.application else {
        throw DatabaseError(code: 0, message: "it is not a store of celld")
      }
      let format = try Schema.integer("PRAGMA user_version", of: connection)
      guard format <= Schema.format else {
        throw DatabaseError(
          code: 0, message: "it has format \(format), and this celld reads format \(Schema.format)")
      }
    } catch { throw self.error(error) }
  }

  func connect() throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path, access: .read)
    try Schema.configure(connection)
    return connection
  }

  func error(_ error: DatabaseError) -> StoreError {
    StoreError("The store \(path) cannot be read: \(error.message). Check its path, or put a backup back.")
  }
}
