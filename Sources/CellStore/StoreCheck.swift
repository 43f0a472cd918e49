/// Reads all of a store, and changes nothing.
public enum StoreCheck {
  /// - Returns: a sentence for each finding, and a summary.
  /// - Throws: StoreError if a file is in use, or the store cannot be opened.
  public static func run(_ place: StorePlace) throws(StoreError) -> (findings: [String], summary: String) {
    let source: any SessionSource
    switch place {
    case .file(let path):
      let file = try ClosedStore(path: path)
      do throws(DatabaseError) { source = try SQLiteSource(checking: file) } catch {
        guard error.isDamage || error.isStatement else { throw file.error(error) }
        return (["The store is damaged: \(error.message)"], "The store cannot be read to its end.")
      }
    case .redis(let options): source = try RedisSource(options, isUnused: false)
    }
    var findings = source.findings
    var records = 0
    var sound = 0
    for session in source.sessions {
      if let finding = try read(session, source, &records) { findings.append(finding) } else { sound += 1 }
    }
    let all = source.sessions.count
    let noun = all == 1 ? "session is" : "sessions are"
    return (findings, "\(sound) of \(all) \(noun) whole, with \(records) records after the snapshots.")
  }

  /// Reads a session.
  ///
  /// - Returns: a sentence on its damage.
  private static func read(
    _ found: SourceSession, _ source: any SessionSource, _ records: inout Int
  ) throws(StoreError) -> String? {
    let session = found.session
    if let reason = session.damage { return StoredSession.sentence(on: session.name, reason) }
    // Daemons that use the store can replace a snapshot that is being read.
    for _ in 0..<100 {
      var count = 0
      do throws(ReadError) {
        try source.read(found) { item throws(StoreError) in
          if case .record = item { count += 1 }
        }
        records += count
        return nil
      } catch {
        switch error {
        case .damaged(_, let reason): return StoredSession.sentence(on: session.name, reason)
        case .failed(let reason): throw StoreError(reason)
        case .stopped(let error): throw error
        case .overtaken, .deleted, .older: continue
        }
      }
    }
    throw StoreError("The session \"\(session.name)\" changes all the time. Stop the daemons, and try again.")
  }
}
