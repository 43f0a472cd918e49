/// Copies the sessions of a store into a new one. All get new lives.
public enum StoreCopy {
  /// - Returns: a sentence for each session that is not copied as it was, and a summary.
  /// - Throws: StoreError if the first store cannot be read, or the second one exists.
  public static func run(from: StorePlace, to: StorePlace) throws(StoreError) -> [String] {
    let source = try source(of: from)
    var target = try target(at: to)
    var notes = source.findings
    var count = 0
    do throws(StoreError) {
      for session in source.sessions {
        let (isCopied, found) = try copy(session, from: source, to: &target)
        count += isCopied ? 1 : 0
        notes += found
      }
      try target.finish(starts: source.starts)
    } catch {
      target.discard()
      throw StoreError("The store \(from) cannot be copied to \(to). \(error.description)")
    }
    let all = source.sessions.count
    return notes + ["\(count) of \(all) \(all == 1 ? "session was" : "sessions were") copied."]
  }

  private static func source(of place: StorePlace) throws(StoreError) -> any SessionSource {
    switch place {
    case .file(let path): try SQLiteSource(ClosedStore(path: path))
    case .redis(let options): try RedisSource(options, isUnused: true)
    }
  }

  private static func target(at place: StorePlace) throws(StoreError) -> any SessionTarget {
    switch place {
    case .file(let path): try SQLiteTarget(path: path)
    case .redis(let options): try RedisTarget(options)
    }
  }

  /// Copies a session up to its damage.
  ///
  /// - Returns: whether it is in the copy, and sentences on what is different there.
  private static func copy(
    _ found: SourceSession, from source: any SessionSource, to target: inout any SessionTarget
  ) throws(StoreError) -> (isCopied: Bool, notes: [String]) {
    var session = found.session
    let title = "The session \"\(session.name)\""
    if let damage = session.damage { return (false, ["\(title) is not copied. \(damage.asSentence)"]) }
    var notes: [String] = []
    session.life = Check.random().description
    session.level = target.level(for: session.level)
    if session.level != found.session.level {
      notes.append("\(title) has the durability \(session.level) instead of \(found.session.level).")
    }
    try target.begin(session, hasSnapshot: found.hasSnapshot)
    var end = (revision: session.revision, cells: session.cells, bytes: session.bytes)
    var isAfterParts = !found.hasSnapshot
    var hasRecord = false
    do throws(ReadError) {
      try source.read(found) { item throws(StoreError) in
        switch item {
        case .part(let json): try target.add(part: json)
        case .snapshotEnd: isAfterParts = true
        case .record(let record, let part, let isLast):
          hasRecord = true
          try target.add(record, part: part, isLast: isLast)
          if isLast { end = (record.revision, record.cells, record.bytes) }
        }
      }
    } catch {
      switch error {
      case .damaged(_, let reason):
        guard isAfterParts else {
          try target.abort()
          return (false, ["\(title) is not copied. \(reason.asSentence)"])
        }
        notes.append("\(title) is copied up to its damage. \(reason.asSentence)")
      case .failed(let reason), .overtaken(let reason): throw StoreError(reason)
      case .deleted, .older, .stopped: throw error.storeError
      }
    }
    // A change that the damage cut off stays without its last record, and does not count.
    if hasRecord || end.revision > 0 {
      let life = StoredRecord(
        revision: end.revision + 1 << 32, cells: end.cells, bytes: end.bytes,
        json: Array(#"{"life":"\#(session.life)"}"#.utf8))
      try target.add(life, part: 0, isLast: true)
    }
    try target.end()
    return (true, notes)
  }
}

extension String {
  /// A reason as a sentence of its own.
  var asSentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
