/// The sessions of a Redis server, read without a node.
struct RedisSource: SessionSource {
  private let options: RedisOptions
  private let reader: RedisReader
  private(set) var findings: [String] = []
  let sessions: [SourceSession]
  let starts: UInt64

  /// - Parameter isUnused: whether no daemon may use the store.
  init(_ options: RedisOptions, isUnused: Bool) throws(StoreError) {
    self.options = options
    reader = RedisReader(options)
    do throws(RedisError) {
      let connection = try RedisLink.connect(options)
      if isUnused { try RedisLink.checkUnused(connection, options) }
      let names = try RedisDirectory.names(connection, options)
      let found = try RedisDirectory.read(connection, options)
      let known = Set(found.map(\.session.id))
      for (id, name) in names.sorted(by: { $0.value < $1.value }) where !known.contains(id) {
        // It can have been deleted in between.
        let now = RedisCommand("HGET", options.keys.names, name)
        guard try RedisLink.check(connection.call(now, within: options.patience)).text == "\(id)" else {
          continue
        }
        findings.append(
          "The session \(name) is missing in the store. Put a backup back, or run redis-cli HDEL "
            + "\(options.keys.names) \(name).")
      }
      sessions = found.map {
        var session = $0.session
        session.revision = $0.start.revision
        session.cells = $0.start.cells
        session.bytes = $0.start.bytes
        return SourceSession(session: session, hasSnapshot: $0.partCount > 0 || $0.start.number > 0)
      }
      let count = RedisCommand("GET", options.keys.starts)
      starts =
        try RedisLink.number(connection.call(count, within: options.patience), options.keys.starts)
        .map { UInt64(clamping: $0) } ?? 0
    } catch {
      throw StoreError("\(options.sentence(error)) Check the address, or the server.")
    }
  }

  func read(_ session: SourceSession, _ take: (SessionItem) throws(StoreError) -> Void) throws(ReadError) {
    try reader.examine(session.session.id, take)
  }
}

/// A new store in a Redis server. It counts when the names of its sessions are written, at the end.
struct RedisTarget: SessionTarget {
  /// The commands and the bytes that are sent together.
  private static let (width, room) = (64, 1 << 20)

  private let options: RedisOptions
  private let connection: RedisConnection
  private let losses: Int64
  private var keys: RedisKeys { options.keys }
  private var commands: [RedisCommand] = []
  private var bytes = 0
  private var text = CheckText()
  /// The names of the sessions that are written, and all keys.
  private var names: [(name: String, id: Int64)] = []
  private var written: [String] = []
  private var present: Present?

  /// The session that was begun.
  private struct Present {
    let session: StoredSession
    let start: LogPosition
    var end: LogPosition
    /// The key of its parts, and what the hash has of them.
    let parts: String
    var count = 0
    var size = 0
    var check: PartsCheck
  }

  init(_ options: RedisOptions) throws(StoreError) {
    self.options = options
    do throws(RedisError) {
      connection = try RedisLink.connect(options)
      _ = try RedisLink.server(connection, options)
      try RedisLink.checkUnused(connection, options)
      guard try RedisDirectory.names(connection, options).isEmpty else {
        throw RedisError(
          message:
            "has sessions with the prefix \(options.prefix) already; choose another prefix for the copy")
      }
      let count = RedisCommand("HGET", options.keys.server, "losses")
      losses =
        try RedisLink.number(connection.call(count, within: options.patience), options.keys.server) ?? 1
    } catch {
      throw StoreError(options.sentence(error))
    }
  }

  func level(for level: Durability) -> Durability { level.and(.written) }

  private mutating func send(_ command: RedisCommand) throws(StoreError) {
    commands.append(command)
    bytes += command.bytes.count
    if commands.count >= Self.width || bytes >= Self.room { try flush() }
  }

  private mutating func flush() throws(StoreError) {
    let sent = commands
    (commands, bytes) = ([], 0)
    guard !sent.isEmpty else { return }
    do throws(RedisError) {
      for reply in try connection.call(sent, within: options.patience) { _ = try RedisLink.check(reply) }
    } catch { throw StoreError("\(options.sentence(error)) Check the server, and try again.") }
  }

  mutating func begin(_ session: StoredSession, hasSnapshot: Bool) throws(StoreError) {
    var session = session
    // Daemons choose the numbers of new sessions like this, too.
    session.id = .random(in: 1 ... .max)
    var start = LogPosition(life: session.life)
    start.revision = session.revision
    start.cells = session.cells
    start.bytes = session.bytes
    let parts = keys.parts(session.id, Check.random().description)
    present = Present(
      session: session, start: start, end: start, parts: parts, check: PartsCheck(after: start))
    written += [keys.session(session.id), keys.head(session.id), keys.log(session.id), parts]
  }

  mutating func add(part: [UInt8]) throws(StoreError) {
    guard let parts = present?.parts else { return }
    present?.check.add(part)
    present?.count += 1
    present?.size += part.count
    var command = RedisCommand("RPUSH")
    command.add(parts)
    command.add(part)
    try send(command)
  }

  mutating func add(_ record: StoredRecord, part: Int, isLast: Bool) throws(StoreError) {
    guard let (session, end) = present.map({ ($0.session, $0.end) }) else { return }
    let next = end.following(record, part: part, isLast: isLast, using: &text)
    var command = RedisCommand("XADD")
    command.add(keys.log(session.id))
    command.add(next.id)
    LogEntry.addFields(
      record, at: next, after: end.tag, part: part, isLast: isLast, replicas: 0, to: &command)
    present?.end = next
    try send(command)
  }

  mutating func end() throws(StoreError) {
    guard let done = present else { return }
    present = nil
    names.append((RedisKeys.name(done.session.name, of: done.session.owner), done.session.id))
    var values = RedisSession.values(of: done.session, done.start, losses: losses)
    values += ["order", "\(names.count)"]
    if done.count > 0 {
      values += [
        "parts", done.parts, "count", "\(done.count)", "size", "\(done.size)", "check",
        done.check.value.description,
      ]
    }
    var hash = RedisCommand("HSET")
    hash.add(keys.session(done.session.id))
    for value in values { hash.add(value) }
    try send(hash)
    try send(RedisCommand("SET", keys.head(done.session.id), done.end.text))
  }

  mutating func abort() throws(StoreError) {
    present = nil
    for key in written.suffix(4) { try send(RedisCommand("UNLINK", key)) }
    written.removeLast(4)
  }

  mutating func finish(starts: UInt64) throws(StoreError) {
    try send(RedisCommand("SET", keys.order, "\(names.count)"))
    try send(RedisCommand("SET", keys.starts, "\(starts)"))
    try flush()
    guard !names.isEmpty else { return }
    var command = RedisCommand("HSET")
    command.add(keys.names)
    for (name, id) in names {
      command.add(name)
      command.add(id)
    }
    try send(command)
    try flush()
  }

  mutating func discard() {
    commands = []
    let all = written
    do throws(StoreError) {
      for key in all { try send(RedisCommand("UNLINK", key)) }
      try flush()
    } catch { return }
  }
}

extension RedisLink {
  /// Throws if daemons use the store.
  fileprivate static func checkUnused(
    _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) {
    let followers = RedisCommand("PUBSUB", "NUMSUB", options.keys.sessions)
    let reply = try check(connection.call(followers, within: options.patience))
    let count = reply.elements?.last?.integer ?? 0
    guard count == 0 else {
      throw RedisError(
        message: "has \(count) daemon\(count == 1 ? "" : "s") that use\(count == 1 ? "s" : "") the prefix "
          + "\(options.prefix); stop \(count == 1 ? "it" : "them")")
    }
  }
}
