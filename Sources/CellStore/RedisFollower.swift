/// Follows sessions: reads what other nodes append to their logs, and reports it.
final class RedisFollower {
  /// The entries that are read at once: few if the node has missed little, more after a full page.
  /// Few can be read without counting their bytes.
  private static let (few, many) = (16, 64)
  /// The announcement that a session cannot be read.
  static let damaged = "damaged"
  /// The bytes of events that are reported between two calls of ``takeNewEvents()``.
  private static let eventRoom = 4 << 20

  private let keys: RedisKeys
  private let client: RedisClient
  private let lines: RedisLines
  private let names: RedisNames
  private let outcomes: RedisOutcomes
  private let replicas: RedisReplicas
  private let report: @Sendable (StoreReport) -> Void
  private var eventBytes = 0
  /// The last question of the daemon; `nil` if it is answered.
  private var listening: UInt64?
  /// Called with a session whose state fits the server, or that is not followed any more.
  var onChecked: (RedisLine) -> Void = { _ in }
  /// Called with a session whose next records wait for replicas.
  var onHeld: (RedisLine) -> Void = { _ in }
  /// Returns the reason for the refusal of a change that is not in the log.
  var refusal: () -> StoreError = { .afterOutage }

  init(
    _ keys: RedisKeys, _ client: RedisClient, _ lines: RedisLines, _ names: RedisNames,
    _ outcomes: RedisOutcomes, _ replicas: RedisReplicas, report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.keys = keys
    self.client = client
    self.lines = lines
    self.names = names
    self.outcomes = outcomes
    self.replicas = replicas
    self.report = report
  }

  /// Asks for the announcements of a session, then whether its log has grown since it was read.
  func follow(_ line: RedisLine) {
    client.subscribe(keys.head(line.id))
  }

  /// Ends the announcements of a session.
  func unfollow(_ line: RedisLine) {
    line.unfollow()
    client.unsubscribe(keys.head(line.id))
    onChecked(line)
    lines.addAgain(line)
  }

  /// Reads the records of other nodes if nothing of this node is under way. Then the line goes on.
  func goOn(_ line: RedisLine) {
    if line.hasNews, line.isFollowed, line.sentCount == 0, !line.isReading, !line.isFull { read(line) }
    // The daemon has taken them back.
    if !line.isFollowed { for entry in line.takeOutdated() { outcomes.settle(entry, .outdated) } }
    lines.addAgain(line)
  }

  // MARK: Events

  /// Sends an event to the nodes that follow its session, unless the server is busy or away.
  func announce(_ event: StoreEvent) {
    guard client.hasRoom, lines[event.session]?.isFollowed == true else { return }
    var command = RedisCommand("PUBLISH")
    command.add(keys.head(event.session))
    command.add(EventText.bytes(of: event, from: client.number))
    client.ask(command) { _ in }
  }

  /// Reports an event of another node, or that it was lost because too many came.
  private func take(_ text: EventText, _ line: RedisLine) {
    guard text.node != client.number else { return }
    eventBytes += text.json.count
    let isLost = eventBytes > Self.eventRoom
    outcomes.flush()
    report(
      .event(StoreEvent(session: line.id, revision: text.revision, json: isLost ? [] : Array(text.json.utf8)))
    )
  }

  /// Lets further events come, once some time has passed.
  func takeNewEvents() { eventBytes = 0 }

  // MARK: Questions

  /// Reports a question as answered when all announcements until now are taken; after an outage,
  /// when the server is there again.
  func listen(_ number: UInt64) {
    listening = number
    listenAgain()
  }

  /// Asks the question that was not answered yet.
  func listenAgain() {
    if let listening, client.isConnected { client.mark(listening) }
  }

  /// Reports a question as answered when the sessions are read that were announced before.
  private func hear(_ number: UInt64) {
    // An announcement leads to two commands, one after the other.
    client.ask(RedisCommand("PING")) { [self] _ in
      client.ask(RedisCommand("PING")) { [self] _ in
        guard names.held == 0 else { return names.onConfirmed.append { [self] in hear(number) } }
        if listening == number { listening = nil }
        outcomes.flush()
        report(.heard(number))
      }
    }
  }

  // MARK: Reading on

  /// Takes a message of the connection for announcements.
  ///
  /// - Throws: RedisError if the server refused a subscription.
  func take(_ message: RedisReply) throws(RedisError) {
    _ = try RedisLink.check(message)
    guard let words = message.elements else { return }
    if words.count == 2, let number = words[1].text.flatMap({ UInt64($0) }) { return hear(number) }
    guard words.count >= 3 else { return }
    let (kind, channel) = (words[0].text, words[1].text ?? "")
    if kind == "subscribe", let id = keys.session(ofHead: channel) {
      // From now on nothing is missed, so the end of the log can be looked at.
      return checkHead(id)
    }
    guard kind == "message", let text = words[2].text else { return }
    if channel == keys.sessions, let id = Int64(text) {
      if lines[id]?.isFollowed != true || names[id] == nil {
        names.read(id) { [self] isThere in
          // Nobody reads a deleted session again.
          if !isThere, let line = lines[id], !line.isFollowed { unfollow(line) }
        }
      }
      return
    }
    guard let id = keys.session(ofHead: channel), let line = lines[id], line.isFollowed else { return }
    // The answer to a deletion of this node follows.
    guard !line.isAlone else { return }
    // Another node cannot read it. This one may have what is missing.
    if text == Self.damaged { return restart(line, losesState: false) }
    if text.utf8.elementsEqual(LogPosition.tombstone) { return gone(line) }
    if let event = EventText(text) { return take(event, line) }
    guard let position = LogPosition(text) else { return checkHead(id) }
    // Records of this node are announced, too.
    guard position.number > line.end.number else { return }
    line.hasNews = true
    goOn(line)
  }

  /// Compares the end of the log of a session with what is known.
  private func checkHead(_ id: Int64) {
    guard let line = lines[id], line.isFollowed else { return }
    client.ask(RedisCommand("GET", keys.head(id))) { [self] reply throws(RedisError) in
      if line.isFollowed, !line.isReading {
        if reply.isOfWrongType { return stop(line, "the end of its log was replaced") }
        let head = try RedisLink.check(reply).text
        if head == nil { return missing(id) }
        if reply == .bytes(LogPosition.tombstone) {
          gone(line)
        } else if line.sentCount == 0, head != line.last.text || !line.unknown.isEmpty {
          line.hasNews = true
          line.announced = head
        }
        goOn(line)
      }
      if !line.isReading { onChecked(line) }
    }
  }

  /// Looks what is left of a session that misses a key. docs/cluster.md has the table of what
  /// follows.
  func missing(_ id: Int64) {
    guard let name = names[id] else {
      if let line = lines[id], line.isFollowed { gone(line) }
      return
    }
    var hasRest = false
    client.ask(RedisCommand("EXISTS", keys.session(id), keys.log(id))) { hasRest = $0 != .integer(0) }
    client.ask(RedisCommand("HGET", keys.names, name)) { [self] named in
      // The name of what is left is free. Another node can have given it back.
      if hasRest, named == .null { client.ask(RedisCommand("HSETNX", keys.names, name, "\(id)")) { _ in } }
      client.ask(RedisCommand("GET", keys.head(id))) { [self] head in
        guard names[id] != nil else { return }
        let isDeleted = head == .bytes(LogPosition.tombstone)
        let isGone = isDeleted || !hasRest && (head == .null || named.text != "\(id)")
        guard let line = lines[id], line.isFollowed else {
          // The daemon reads one that was restarted.
          if isGone, lines[id]?.isEnded != true { forget(id) }
          return
        }
        if isGone, isDeleted || line.doubt != .otherServer { return gone(line) }
        restart(line, losesState: isGone, isGone: isGone)
      }
    }
  }

  private func forget(_ id: Int64) {
    names[id] = nil
    outcomes.flush()
    report(.deleted(session: id))
  }

  /// Reads the entries after the last one that is known.
  private func read(_ line: RedisLine) {
    line.hasNews = false
    line.isReading = true
    let follows = line.follows
    let few = line.isBehind ? nil : Self.few
    let command =
      few.map { RedisCommand.range(line.id, after: line.last, count: $0, keys) }
      ?? .read(line.id, after: line.last, count: Self.many, keys)
    client.ask(command) { [self] reply throws(RedisError) in
      if reply.isOfWrongType {
        if endReading(line, follows) { stop(line, "its log was replaced") }
        return
      }
      let page = LogPage(try RedisLink.check(reply), few: few)
      line.heldReplicas =
        page.entries.isEmpty ? 0 : max(LogEntry.replicas(of: page.entries), line.unconfirmed.replicas)
      guard line.heldReplicas > 0 else { return takeAll(page, line, follows) }
      // Nobody sees them before replicas have them. That can take long, and the server is there.
      replicas.hold(line) { [self] in takeAll(page, line, follows) }
      onHeld(line)
    }
  }

  /// Takes the entries of a page, and reads on.
  ///
  /// - Parameter follows: the ``RedisLine/follows`` of the question.
  private func takeAll(_ page: LogPage, _ line: RedisLine, _ follows: Int) {
    guard endReading(line, follows) else { return }
    let weight = line.recordBytes
    take(page, line)
    if page.hasMore, line.isFollowed, !line.isReading {
      skip(line, weight: (line.recordBytes - weight) / max(1, page.entries.count))
    } else {
      goOn(line)
    }
    if !line.isReading { onChecked(line) }
  }

  /// Notes that an answer for a line has come.
  ///
  /// - Parameter follows: the ``RedisLine/follows`` of the question.
  /// - Returns: whether the answer is for the state that the line has.
  private func endReading(_ line: RedisLine, _ follows: Int) -> Bool {
    line.isReading = false
    line.heldReplicas = 0
    guard line.isFollowed else {
      goOn(line)
      onChecked(line)
      return false
    }
    // The session was read again in the meantime.
    if line.follows != follows { checkHead(line.id) }
    return line.follows == follows
  }

  /// Reads the next page, or has the daemon read the session again if its snapshot is shorter than
  /// the records that it replaces.
  ///
  /// - Parameter weight: the weight of a record.
  private func skip(_ line: RedisLine, weight: Int) {
    line.hasNews = true
    line.isReading = true
    let follows = line.follows
    let values = RedisCommand("HMGET", keys.session(line.id), "number", "size")
    client.ask(values) { [self] reply throws(RedisError) in
      guard endReading(line, follows) else { return }
      let values = (reply.elements ?? []).compactMap { $0.text.flatMap { Int($0) } }
      if values.count == 2, LogPosition.counts.contains(values[0]),
        (values[0] - Int(line.last.number)) > values[1] / max(1, weight)
      {
        return restart(line, losesState: false)
      }
      goOn(line)
      if !line.isReading, !line.hasNews { onChecked(line) }
    }
  }

  private func take(_ page: LogPage, _ line: RedisLine) {
    var records: [StoredRecord] = []
    var isReported = false
    func tell() {
      guard !records.isEmpty else { return }
      outcomes.tell(records, of: line)
      isReported = true
      records = []
    }
    let hasRead = line.noteRead(page)
    for reply in page.entries {
      do throws(LogEntry.Misfit) {
        let arrival = try line.take(reply)
        // Replicas have all before it. Otherwise it would not have been taken.
        replicas.settleConfirmed(line)
        switch arrival {
        case .change(let change): records += change
        case .own(let entry):
          tell()
          outcomes.settle(entry, .stored)
        case .piece: break
        }
      } catch {
        tell()
        switch error {
        case .otherHistory: restart(line, losesState: true)
        case .gap: readAgainAfterTrim(line)
        case .damaged(let reason): stop(line, reason)
        }
        return
      }
    }
    tell()
    guard !page.hasMore else { return }
    // A node that is faster has appended something, unless the log is of another history.
    let announced = line.takeAnnounced()
    if !hasRead,
      line.wasOvertaken && !line.wasDeferred || announced != nil && announced != line.last.text
    {
      return restart(line, losesState: true)
    }
    for entry in line.takeUnknown() { outcomes.settle(entry, .refused(refusal())) }
    let outdated = line.takeOutdated()
    if line.progress != nil, hasRead {
      line.progress = nil
      if let entry = line.entries.popFirst() { outcomes.retry([entry], line, isReported: isReported) }
    }
    if !outdated.isEmpty { outcomes.retry(outdated, line, isReported: isReported) }
  }

  /// Has the daemon read a session again whose next entry is not in the log.
  private func readAgainAfterTrim(_ line: RedisLine) {
    line.isReading = true
    let follows = line.follows
    client.ask(RedisCommand("HGET", keys.session(line.id), "number")) { [self] reply throws(RedisError) in
      guard endReading(line, follows) else { return }
      if reply.isOfWrongType { return stop(line, "its hash was replaced") }
      // Nothing is lost if a later snapshot has the entry.
      let number = try RedisLink.check(reply).text.flatMap { Int64($0) } ?? 0
      restart(line, losesState: number <= line.last.number)
    }
  }

  /// Has the daemon read a session again.
  ///
  /// - Parameters:
  ///   - losesState: whether the state that was shown is not in its history any more.
  ///   - isGone: whether the server has lost all of it.
  ///   - damage: why it cannot be read, if that is known.
  func restart(_ line: RedisLine, losesState: Bool, isGone: Bool = false, damage: String? = nil) {
    replicas.refuseUnconfirmed(line, refusal())
    for entry in line.takeUnknown() { outcomes.settle(entry, .refused(refusal())) }
    let outdated = line.takeOutdated()
    line.endFollowing()
    line.doubt = .none
    client.unsubscribe(keys.head(line.id))
    outcomes.flush()
    report(
      damage.map { .damaged(session: line.id, $0) }
        ?? .restarted(session: line.id, losesState: losesState, isGone: isGone))
    for entry in outdated { outcomes.settle(entry, .outdated) }
    onChecked(line)
    goOn(line)
  }

  /// Has the daemon write a session again that cannot be read, or stop it.
  func stop(_ line: RedisLine, _ reason: String) {
    outcomes.counts.damaged += 1
    restart(line, losesState: false, damage: reason)
  }

  /// A session that another node deleted.
  func gone(_ line: RedisLine) {
    replicas.refuseUnconfirmed(line, .unknownSession)
    for entry in line.takeUnknown() + line.takeOutdated() {
      outcomes.settle(entry, .refused(.unknownSession))
    }
    forget(line.id)
    unfollow(line)
  }
}

/// An event as it is announced: `event NODE REVISION JSON`.
struct EventText {
  /// The number of the connection of the node that sent it.
  let node: Int64
  let revision: UInt64
  let json: Substring

  static func bytes(of event: StoreEvent, from node: Int64) -> [UInt8] {
    Array("event \(node) \(event.revision) ".utf8) + event.json
  }

  /// - Returns: `nil` for a text that is not an event.
  init?(_ text: String) {
    guard text.utf8.count <= StoreEvent.limit + 64 else { return nil }
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, words[0] == "event", let node = Int64(words[1]), let revision = UInt64(words[2])
    else { return nil }
    self.node = node
    self.revision = revision
    json = words[3]
  }
}
