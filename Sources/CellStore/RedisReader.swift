import Glibc
import Locks

/// Reads sessions from a Redis server, for all threads.
final class RedisReader: Sendable {
  /// The properties of a session that was read, besides its cells.
  struct State: Sendable {
    var session: StoredSession
    /// The end of what was read.
    var end: LogPosition
    /// The number of the last record in the snapshot, and its bytes.
    var snapshotNumber: Int64
    var snapshotBytes: Int
    var recordBytes: Int
    /// The possible losses of the server up to which its life is valid.
    var losses: Int64
  }

  private struct Idle: @unchecked Sendable {
    var connections: [RedisConnection] = []
  }

  /// The entries that are read at once.
  private static let width = 64
  /// The pages after which it looks whether the log grows faster than it reads.
  private static let look = 4
  /// The nanoseconds for which other nodes wait for a reading, and those in which they go on.
  private static let (turn, pause): (UInt64, UInt64) = (3_000_000_000, 100_000_000)

  private let options: RedisOptions
  private let idle = Mutex(Idle())

  init(_ options: RedisOptions) { self.options = options }

  /// Reads the parts of the snapshot of a session, and the records after it. A session that can
  /// have lost changes gets a new life.
  ///
  /// - Parameters:
  ///   - losses: the possible losses of the server up to now.
  ///   - held: what the daemon has, to be written in the place of what is damaged, lost or older.
  ///   - readable: the session at the end of what was read before an error.
  ///   - note: called with a sentence on a damage that was mended.
  func read(
    _ id: Int64, losses: Int64, held: HeldSession?, readable: inout StoredSession?, note: (String) -> Void,
    part: ([UInt8]) throws -> Void, record: (StoredRecord) throws -> Void
  ) throws(ReadError) -> State {
    let connection: RedisConnection
    do throws(RedisError) {
      connection = try take()
    } catch {
      throw failure(id, error)
    }
    var reading = Reading(options, connection, id)
    defer { readable = reading.readable }
    do throws(ReadError) {
      try reading.check(held)
      let lostLife = held.flatMap { $0.isLost ? $0.session.life : nil }
      let state = try reading.run(losses: losses, lostLife: lostLife, part: part, record: record)
      // Lives add to the upper half of a revision.
      if let held,
        UInt32(truncatingIfNeeded: held.session.revision) > UInt32(truncatingIfNeeded: state.end.revision)
      {
        throw .older
      }
      idle.withLock { if $0.connections.count < 4 { $0.connections.append(connection) } }
      return state
    } catch {
      throw try reading.mend(error, held, losses: losses, note)
    }
  }

  /// Reads a session, and changes nothing in the server.
  ///
  /// - Throws: ReadError.damaged after all that can be read.
  func examine(
    _ id: Int64, _ take: (SessionItem) throws(StoreError) -> Void
  ) throws(ReadError) {
    let connection: RedisConnection
    do throws(RedisError) {
      connection = try self.take()
    } catch {
      throw failure(id, error)
    }
    var reading = Reading(options, connection, id)
    try reading.examine(take)
    idle.withLock { if $0.connections.count < 4 { $0.connections.append(connection) } }
  }

  private func failure(_ id: Int64, _ error: RedisError) -> ReadError {
    .failed("The session \(id) cannot be read. \(options.sentence(error)) Check the server, then try again.")
  }

  private func take() throws(RedisError) -> RedisConnection {
    while let connection = idle.withLock({ $0.connections.popLast() }) {
      if (try? connection.call(RedisCommand("PING"), within: options.patience)) != nil { return connection }
    }
    return try RedisLink.connect(options)
  }

  /// A reading of a session.
  private struct Reading {
    let options: RedisOptions
    let connection: RedisConnection
    let id: Int64
    private var name: String
    private var text = CheckText()
    /// The name of this reading among the nodes that take turns.
    private let reader = "reader-" + Check.random().description
    /// Whether others wait for it, the end of the time in which they do, and the end of the time in
    /// which they do not.
    private var isHolding = false
    /// Whether it is that of a daemon, for which others may have to wait.
    private var isOfDaemon = true
    private var turnEnd: UInt64 = 0
    private var pauseEnd: UInt64 = 0
    /// The replicas that must have the records that were read.
    private var replicas = 0
    /// The head and the start of the log that were read last.
    private var seen = (head: "", start: "")
    /// The session at the end of the whole changes that were read.
    private(set) var readable: StoredSession?

    init(_ options: RedisOptions, _ connection: RedisConnection, _ id: Int64) {
      self.options = options
      self.connection = connection
      self.id = id
      name = "\(id)"
    }

    /// - Parameter mayFail: whether the reply can be the error that a key has another type.
    private func call(_ command: RedisCommand, mayFail: Bool = false) throws(ReadError) -> RedisReply {
      let key: String
      do throws(RedisError) {
        let reply = try connection.call(command, within: options.patience)
        if mayFail, reply.isOfWrongType { return reply }
        guard reply.isOfWrongType, reply.foreignKey != options.keys.changes else {
          return try RedisLink.check(reply)
        }
        key = reply.foreignKey ?? command.key
      } catch {
        throw .failed(
          "The session \"\(name)\" cannot be read. \(options.sentence(error)) Check the server, then try again."
        )
      }
      throw .damaged(name: name, reason: ReadError.foreign(key))
    }

    mutating func run(
      losses: Int64, lostLife: String?, part: ([UInt8]) throws -> Void,
      record: (StoredRecord) throws -> Void
    ) throws(ReadError) -> State {
      let found = try hash()
      try readParts(of: found, part)
      var state = State(
        session: found.session, end: found.start, snapshotNumber: found.start.number,
        snapshotBytes: found.snapshotBytes, recordBytes: 0, losses: losses)
      var known = found
      for _ in 0..<1_000 {
        let head = seen.head
        let last = try readLog(&state) { found, _, _ in try record(found) }
        guard let end = LogPosition(head), last.number > end.number || last == end else {
          throw .damaged(name: name, reason: "the log does not end where its head is")
        }
        // The hash is that of this state if it is the one from before.
        let now = try hash()
        guard now.start == found.start else {
          throw .overtaken("A new snapshot of the session \"\(name)\" was made. Try again.")
        }
        guard now.hasProperties(of: known) else {
          known = now
          continue
        }
        // Nothing was appended meanwhile.
        if now.end == known.end, now.end != last {
          throw .damaged(name: name, reason: "the log does not end where its head is")
        }
        // Lives are numbers, with or without leading zeros.
        let isLost = lostLife.map { UInt64($0, radix: 16) == UInt64(now.session.life, radix: 16) } ?? false
        guard now.losses >= losses, !isLost else {
          try beginLife(after: last, of: state, losses: losses)
          continue
        }
        try awaitReplicas(max(now.session.level.replicas, replicas))
        state.session = now.session
        state.session.revision = state.end.revision
        state.session.cells = state.end.cells
        state.session.bytes = state.end.bytes
        try letOthersGoOn()
        return state
      }
      throw .failed("The session \"\(name)\" changes all the time. Try again.")
    }

    /// Reads all that the session has, and compares the end of its log with its head.
    mutating func examine(_ take: (SessionItem) throws(StoreError) -> Void) throws(ReadError) {
      isOfDaemon = false
      // A daemon can have deleted it since it was listed.
      guard try call(RedisCommand("HGET", options.keys.session(id), "owner")) != .null else { return }
      let found = try hash()
      try readParts(of: found) { try take(.part($0)) }
      try stoppable { try take(.snapshotEnd) }
      var state = State(
        session: found.session, end: found.start, snapshotNumber: found.start.number,
        snapshotBytes: found.snapshotBytes, recordBytes: 0, losses: found.losses)
      var before: LogPosition?
      while true {
        let last = try readLog(&state) { try take(.record($0, part: $1, isLast: $2)) }
        let head = try call(RedisCommand("GET", options.keys.head(id))).text
        guard head != last.text else { return }
        // Daemons append while it is read.
        guard last != before else {
          throw .damaged(name: name, reason: "the log does not end where its head is")
        }
        before = last
      }
    }

    /// Reads the hash of the session.
    private mutating func hash() throws(ReadError) -> RedisSession {
      let keys = options.keys
      let hash = try call(RedisCommand("HGETALL", keys.session(id)))
      let head = try call(RedisCommand("GET", keys.head(id)))
      seen = (head.text ?? "", hash.pairs["start"].map { String(decoding: $0, as: UTF8.self) } ?? "")
      guard head != .bytes(LogPosition.tombstone) else { throw .deleted }
      if hash.pairs.isEmpty, head == .null {
        guard try call(RedisCommand("EXISTS", keys.log(id))) == .integer(1) else { throw .deleted }
      }
      guard let found = RedisSession(id, hash, head: head) else {
        throw .damaged(name: name, reason: "its hash \(keys.session(id)) is not whole")
      }
      name = found.session.name
      if let damage = found.session.damage { throw .damaged(name: name, reason: damage) }
      return found
    }

    private mutating func readParts(of found: RedisSession, _ part: ([UInt8]) throws -> Void)
      throws(ReadError)
    {
      var check = PartsCheck(after: found.start)
      for index in 0..<found.partCount {
        let reply = try call(RedisCommand("LINDEX", found.parts, String(index)))
        guard let json = reply.bytes else {
          let hash = try call(RedisCommand("HGET", options.keys.session(id), "parts"))
          guard hash.text != found.parts else {
            throw .damaged(name: name, reason: "the part \(index) of its snapshot \(found.parts) is missing")
          }
          throw .overtaken("A new snapshot of the session \"\(name)\" was made. Try again.")
        }
        check.add(json)
        try stoppable { try part(json) }
      }
      guard found.partCount == 0 || found.partsCheck == check.value else {
        throw .damaged(name: name, reason: "a part of its snapshot \(found.parts) does not fit its check")
      }
      readable = found.session
      note(found.start)
    }

    /// Notes the end of what was read.
    private mutating func note(_ end: LogPosition) {
      readable?.revision = end.revision
      readable?.cells = end.cells
      readable?.bytes = end.bytes
    }

    /// Reads the whole changes after `state`.
    ///
    /// - Returns: the end of the log, also in the middle of a change.
    private mutating func readLog(
      _ state: inout State, _ take: (StoredRecord, _ part: Int, _ isLast: Bool) throws -> Void
    ) throws(ReadError) -> LogPosition {
      var last = state.end
      var change = IncomingChange()
      var pages = 0
      var left = try missing(after: last)
      while true {
        let page = try page(after: last)
        replicas = max(replicas, LogEntry.replicas(of: page.entries))
        for reply in page.entries {
          let entry: LogEntry
          do throws(LogEntry.Misfit) {
            entry = try LogEntry(reply, after: last, using: &text)
          } catch {
            switch error {
            case .damaged(let reason): throw .damaged(name: name, reason: reason)
            case .otherHistory, .gap: try checkSnapshot(state)
            }
          }
          last = entry.position
          let records: [StoredRecord]?
          do throws(LogEntry.Misfit) { records = try change.add(entry, at: 0) } catch {
            throw .damaged(name: name, reason: "a change in its log is not whole")
          }
          guard let records else { continue }
          for (part, record) in records.enumerated() {
            state.recordBytes += record.weight
            try stoppable { try take(record, part, part == records.count - 1) }
          }
          state.end = last
          note(last)
        }
        if !page.hasMore { return last }
        pages += 1
        if isHolding {
          try holdOthers()
        } else if isOfDaemon, pages % RedisReader.look == 0 {
          let now = try missing(after: last)
          // They append faster than this node reads, so they wait for the rest of the reading.
          if now >= left { try holdOthers() }
          left = now
        }
      }
    }

    /// The next entries. Before the first daemon, a server does not have the functions of celld.
    private func page(after last: LogPosition) throws(ReadError) -> LogPage {
      if isOfDaemon {
        return LogPage(try call(.read(id, after: last, count: RedisReader.width, options.keys)))
      }
      let range = RedisCommand("XRANGE", options.keys.log(id), "(\(last.id)", "+", "COUNT", "4")
      let entries = try call(range).elements ?? []
      return LogPage(entries, hasMore: entries.count == 4)
    }

    /// The number of records in the log after a position.
    private func missing(after position: LogPosition) throws(ReadError) -> Int64 {
      let head = try call(RedisCommand("GET", options.keys.head(id))).text.flatMap(LogPosition.init)
      return (head?.number ?? 0) - position.number
    }

    /// Has all nodes wait with their changes for a moment. From time to time, they may make some.
    private mutating func holdOthers() throws(ReadError) {
      let now = monotonicNanoseconds()
      isHolding = true
      if now > pauseEnd {
        (turnEnd, pauseEnd) = (now + RedisReader.turn, now + RedisReader.turn + RedisReader.pause)
      }
      let milliseconds = now < turnEnd ? 500 : 0
      _ = try call(.turn(id, options.keys, of: reader, milliseconds: milliseconds))
    }

    /// Lets other nodes go on.
    private func letOthersGoOn() throws(ReadError) {
      guard isHolding else { return }
      _ = try call(.turn(id, options.keys, of: reader, milliseconds: 0))
    }

    /// Waits until replicas have what was read. After a second, the state is that of the server:
    /// otherwise nobody could read it while replicas are missing. If it is lost, a new life begins.
    private func awaitReplicas(_ count: Int) throws(ReadError) {
      guard count > 0 else { return }
      _ = try call(RedisCommand("PUBLISH", options.keys.waits, ""))
      _ = try call(RedisCommand("WAIT", String(count), "1000"))
    }

    /// Throws, since the log does not go on after the snapshot that was read.
    private func checkSnapshot(_ state: State) throws(ReadError) -> Never {
      let number = try call(RedisCommand("HGET", options.keys.session(id), "number")).text.flatMap {
        Int64($0)
      }
      guard number == state.snapshotNumber else {
        throw .overtaken("A new snapshot of the session \"\(name)\" was made. Try again.")
      }
      throw .damaged(name: name, reason: "the record after number \(state.end.number) is missing in its log")
    }

    /// Appends a record with a new life, unless another node is faster.
    private mutating func beginLife(after head: LogPosition, of state: State, losses: Int64) throws(ReadError)
    {
      let life = Check.random().description
      let record = StoredRecord(
        revision: state.end.revision + 1 << 32, cells: state.end.cells, bytes: state.end.bytes,
        json: Array(#"{"life":"\#(life)"}"#.utf8))
      var group = RedisGroup(after: head)
      _ = group.add(record, part: 0, isLast: true, replicas: 0, using: &text)
      group.set("life", Array(life.utf8))
      group.set("losses", Array("\(losses)".utf8))
      _ = try call(group.command(id, options.keys, node: nil))
    }

    // MARK: Mending

    /// Throws if a daemon has found that its session cannot be read.
    mutating func check(_ held: HeldSession?) throws(ReadError) {
      guard let damage = held?.session.damage else { return }
      name = held?.session.name ?? name
      seen.head = try call(RedisCommand("GET", options.keys.head(id)), mayFail: true).text ?? ""
      seen.start = try call(RedisCommand("HGET", options.keys.session(id), "start"), mayFail: true).text ?? ""
      throw .damaged(name: name, reason: damage)
    }

    /// Writes what the daemon has, or has another one write it, if that mends an error.
    ///
    /// - Returns: the error for the one who reads.
    mutating func mend(
      _ error: ReadError, _ held: HeldSession?, losses: Int64, _ note: (String) -> Void
    ) throws(ReadError) -> ReadError {
      var damage: String?
      switch error {
      case .damaged(_, let reason): damage = reason
      case .older: break
      case .deleted where held?.isGone == true && !seen.head.utf8.elementsEqual(LogPosition.tombstone): break
      default: return error
      }
      let again = ReadError.overtaken("The session \"\(name)\" was written again. Try again.")
      guard let held else { return try askOthers() ? again : error }
      guard let isDone = try restore(held, losses: losses) else { return error }
      if isDone, let damage {
        note(
          "The session \"\(name)\" could not be read. \(damage.asSentence) This daemon has written what it has of it, with "
            + "a new life.")
      }
      return again
    }

    /// Announces to the nodes that follow the session that it cannot be read, and waits up to a
    /// second.
    ///
    /// - Returns: whether one has written it again.
    private mutating func askOthers() throws(ReadError) -> Bool {
      guard isOfDaemon else { return false }
      let before = seen
      let tell = RedisCommand("PUBLISH", options.keys.head(id), RedisFollower.damaged)
      guard try call(tell).integer ?? 0 > 0 else { return false }
      for _ in 0..<20 {
        usleep(50_000)
        let start = try call(RedisCommand("HGET", options.keys.session(id), "start")).text ?? ""
        if start != before.start { return true }
      }
      return false
    }

    /// Writes what the daemon has of the session, with a new life.
    ///
    /// - Returns: whether nobody has changed it before; `nil` if another session has its name, or a
    ///   key has another type.
    private mutating func restore(_ held: HeldSession, losses: Int64) throws(ReadError) -> Bool? {
      let keys = options.keys
      var session = held.session
      session.life = Check.random().description
      var start = LogPosition(life: session.life)
      start.revision = session.revision + 1 << 32
      (start.cells, start.bytes) = (session.cells, session.bytes)
      let list = keys.parts(id, Check.random().description)
      var (check, count, size) = (PartsCheck(after: start), 0, 0)
      var parts = held.parts
      while let json = parts.next() {
        check.add(json)
        (count, size) = (count + 1, size + json.count)
        var command = RedisCommand(calling: "part", keys: [list])
        command.add(json)
        _ = try call(command)
      }
      var values = RedisSession.values(of: session, start, losses: losses)
      values += [
        "parts", count == 0 ? "" : list, "count", "\(count)", "size", "\(size)", "check",
        check.value.description,
      ]
      let name = RedisKeys.name(session.name, of: session.owner)
      var command = RedisCommand(
        calling: "restore",
        keys: [keys.names, keys.session(id), keys.head(id), keys.log(id), list, keys.order, keys.changes])
      for text in [name, "\(id)", start.text, keys.sessions, seen.head, seen.start, "\(count)"] + values {
        command.add(text)
      }
      let reply = try call(command, mayFail: true)
      return reply.integer.flatMap { $0 < 0 ? nil : $0 == 1 }
    }

    private func stoppable(_ body: () throws -> Void) throws(ReadError) {
      do { try body() } catch let error as StoreError { throw .stopped(error) } catch {
        throw .damaged(name: name, reason: "\(error)")
      }
    }
  }
}
