import Glibc

/// The thread of a store in Redis: appends the changes of this daemon, reads those of others.
final class RedisNode {
  /// The entries that are read at once. Only one of them must fit into memory more than before.
  private static let width = 64
  private static let second: UInt64 = 1_000_000_000

  private let options: RedisOptions
  private let inbox: RedisInbox
  private let report: @Sendable (StoreReport) -> Void
  private var keys: RedisKeys { options.keys }

  private let client: RedisClient
  private var server: RedisServer
  private var tickTime: UInt64 = 0
  private var outage: RedisOutage
  /// Followed sessions that must be compared with the server before the store is back.
  private var unchecked: Set<Int64> = []

  private let lines = RedisLines()
  private let names: RedisNames
  private let snapshots: RedisSnapshots
  private let outcomes: RedisOutcomes

  init(
    _ options: RedisOptions, _ link: RedisLink, _ found: [RedisSession], _ inbox: RedisInbox,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.options = options
    self.inbox = inbox
    self.report = report
    server = link.server
    client = RedisClient(options, link)
    outage = RedisOutage(options)
    outcomes = RedisOutcomes(inbox, lines, report: report)
    names = RedisNames(found, options.keys, client, outcomes, report: report)
    snapshots = RedisSnapshots(options, client, report: report)
    client.onMessage = { [unowned self] message throws(RedisError) in try take(announcement: message) }
    snapshots.onEnd = { [unowned self] job, outcome in
      outcomes.counts.snapshots = snapshots.count
      settle(job.entry, outcome)
      lines.addAgain(job.line)
    }
  }

  // MARK: The loop

  /// Works until the store is closed.
  ///
  /// - Returns: whether the end is orderly.
  func run() -> Bool {
    while true {
      let news = inbox.take()
      if news.deadline == Inbox.now { return false }
      for arrival in news.arrivals { take(arrival, time: news.time) }
      if !client.isConnected { connectAgain() }
      if outage.error != nil { refuseAll() }
      attempt { () throws(RedisError) in
        try tick()
        try appendAll()
        try client.flush()
      }
      outcomes.flush()
      if let deadline = news.deadline, isDone || monotonicNanoseconds() >= deadline { return end() }
      wait()
      attempt { () throws(RedisError) in try client.receive() }
    }
  }

  private func attempt(_ body: () throws(RedisError) -> Void) {
    guard client.isConnected else { return }
    do throws(RedisError) { try body() } catch { fail(error) }
  }

  private var isDone: Bool { !client.isConnected || (!lines.isBusy && snapshots.isEmpty) }

  private func end() -> Bool {
    let isOrderly = client.isConnected && isDone
    inbox.stop()
    for arrival in inbox.take().arrivals { take(arrival, time: 0) }
    let closed = StoreError("The store is closed. Start celld again.")
    refuseAll(closed)
    for line in lines.all {
      for entry in line.lostConnection() + line.takeOutdated() { settle(entry, .refused(closed)) }
    }
    outcomes.flush()
    return isOrderly
  }

  /// Waits for a reply, for an announcement, for arrivals, or for time to pass.
  private func wait() {
    var descriptors = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)] + client.descriptors
    var time = monotonicNanoseconds() + Self.second / 2
    if let away = outage.current, !client.isConnected { time = away.next }
    time = min(time, lines.wakeTime ?? time)
    let now = monotonicNanoseconds()
    poll(&descriptors, UInt(descriptors.count), time > now ? Int32((time - now) / 1_000_000) + 1 : 0)
    lines.wake()
  }

  // MARK: What arrives

  private func take(_ arrival: RedisInbox.Arrival, time: UInt64) {
    switch arrival {
    case .entry(let submission):
      let id = submission.entry.session
      let line = lines.line(id)
      line.entries.append(RedisEntry(submission: submission, time: time))
      lines.add(line)
    case .turn(let id):
      guard let line = lines[id], line.isFollowed, client.isConnected else { return }
      line.beginTurn()
      client.ask(.turn(id, keys, milliseconds: 1_000)) { _ in }
    case .following(let following):
      let line = lines.line(following.session)
      guard let state = following.state else {
        line.unfollow()
        client.unsubscribe(keys.head(line.id))
        lines.removeIfIdle(line)
        return checked(line)
      }
      line.follow(state.end, arrivals: following.arrivals)
      line.recordBytes = state.recordBytes
      line.snapshotBytes = state.snapshotBytes
      line.snapshotNumber = state.snapshotNumber
      // It was read before the server was known to have lost something.
      guard state.losses == server.losses else { return restart(line, losesState: false) }
      follow(line)
    }
  }

  /// Asks for the announcements of a session, then whether its log has grown since it was read.
  private func follow(_ line: RedisLine) {
    outcomes.counts.followed = lines.all.count(where: \.isFollowed)
    client.subscribe(keys.head(line.id))
  }

  // MARK: Appending

  private func appendAll() throws(RedisError) {
    snapshots.write()
    while client.hasRoom, let line = lines.next() {
      // A line that waits for its turn can have begun to read.
      if line.isReady { plan(line) }
      lines.addAgain(line)
    }
  }

  /// Takes the next record or entry of a session.
  private func plan(_ line: RedisLine) {
    guard let entry = line.entries.first else { return }
    switch entry.submission.entry {
    case .change(let change):
      guard !line.isOutdated(entry) else {
        line.dropFirst()
        outcomes.counts.retries += 1
        if line.isFollowed, line.asksForTurn() { client.ask(.rest(line.id, keys)) { _ in } }
        guard names[line.id] != nil else { return settle(entry, .refused(.unknownSession)) }
        // The daemon makes it again only after a report.
        if !line.isFollowed, !line.isEnded { restart(line, losesState: false) }
        return settle(entry, .outdated)
      }
      guard entry.submission.outages == outage.count else {
        line.dropFirst()
        return settle(entry, .refused(.afterOutage))
      }
      guard entry.submission.level < .synced || server.isSynced else {
        line.dropFirst()
        return settle(entry, .refused(.notSynced))
      }
      append(change, entry, line)
    case .create(let session):
      _ = line.entries.popFirst()
      create(session, entry, line)
    case .delete:
      _ = line.entries.popFirst()
      delete(entry, line)
    case .snapshot(let snapshot):
      _ = line.entries.popFirst()
      guard !line.isOutdated(entry), entry.submission.outages == outage.count, line.canEnd(snapshot) else {
        // Another attempt follows, on this node or on another one.
        client.ask(RedisCommand("DEL", keys.lock(line.id))) { _ in }
        return settle(entry, .refused(.afterOutage))
      }
      snapshots.add(RedisSnapshot(line, entry, snapshot, keys))
      lines.add(line)
    }
  }

  private func append(_ change: StoredChange, _ entry: RedisEntry, _ line: RedisLine) {
    var progress = line.progress ?? ChangeProgress(change)
    guard let next = progress.next() else {
      // Every change of this store has a record.
      _ = line.entries.popFirst()
      return settle(entry, .stored)
    }
    // Its records would be applied to a list that they were not made for.
    guard next.record.revision >= line.end.revision else {
      line.dropFirst()
      return retry([entry], line, isReported: false)
    }
    line.progress = next.isLast ? nil : progress
    if next.isLast { _ = line.entries.popFirst() }
    let command = line.append(
      next.record, part: next.part, isLast: next.isLast, entry, options, losses: server.losses)
    client.ask(command) { [self] reply throws(RedisError) in
      switch reply {
      case .integer(let rest):
        outcomes.counts.records += 1
        outcomes.counts.commits += next.isLast ? 1 : 0
        outcomes.counts.recordBytes += next.record.json.count
        outage.resetDelay()
        if let entry = line.stored(rest: rest) { settle(entry, .stored) }
      case .error(let text):
        guard reply.isOfWrongType || text.contains("equal or smaller") else { throw refused(text, line) }
        // Somebody else has written into its keys.
        line.overtaken()
        return stop(line, "its log does not take the next record: \(text)")
      case .null:
        line.overtaken()
        return missing(line)
      case .bytes(LogPosition.tombstone):
        line.overtaken()
        return gone(line)
      default: line.overtaken()
      }
      goOn(line)
    }
    if next.isLast, line.endTurn() { client.ask(RedisCommand("DEL", keys.turn(line.id))) { _ in } }
  }

  /// Refuses the first record that was sent, which the server did not take.
  private func refused(_ text: String, _ line: RedisLine) -> RedisError {
    line.overtaken()
    let error = RedisError(message: "refuses a change: \(text)")
    for entry in line.takeOutdated() { settle(entry, .refused(StoreError(options.sentence(error)))) }
    return error
  }

  /// Reads the records of other nodes if nothing of this node is under way. Then the line goes on.
  private func goOn(_ line: RedisLine) {
    if line.hasNews, line.isFollowed, line.sentCount == 0, !line.isReading { read(line) }
    // The daemon has taken them back.
    if !line.isFollowed { for entry in line.takeOutdated() { settle(entry, .outdated) } }
    lines.addAgain(line)
  }

  private func create(_ session: StoredSession, _ entry: RedisEntry, _ line: RedisLine) {
    let start = LogPosition(life: session.life)
    let name = RedisKeys.name(session.name, of: session.owner)
    if session.level == .synced, !server.isSynced { return settle(entry, .refused(.notSynced)) }
    line.sendAlone(entry, start)
    client.ask(.create(session, start, keys, losses: server.losses)) { [self] reply throws(RedisError) in
      if reply.bytes == nil { line.answeredAlone() }
      switch reply {
      case .integer:
        names[line.id] = name
        line.follow(start, arrivals: 0)
        follow(line)
        settle(entry, .stored)
      case .bytes:
        // Another node was faster. The daemon must know of its session first.
        if let id = reply.text.flatMap({ Int64($0) }) {
          names[id] = name
          names.read(id) { [self] in
            line.answeredAlone()
            settle(entry, .outdated)
            goOn(line)
          }
          return
        }
        line.answeredAlone()
        settle(entry, .refused(.unknownSession))
      case .error(let text):
        let error = RedisError(message: "refuses a session: \(text)")
        settle(entry, .refused(StoreError(options.sentence(error))))
        throw error
      default: settle(entry, .refused(.unknownSession))
      }
      goOn(line)
    }
  }

  private func delete(_ entry: RedisEntry, _ line: RedisLine) {
    guard let name = names[line.id] else { return settle(entry, .refused(.unknownSession)) }
    line.sendAlone(entry)
    client.ask(.delete(line.id, name, keys)) { [self] reply throws(RedisError) in
      line.answeredAlone()
      if case .error(let text) = reply {
        let error = RedisError(message: "refuses a deletion: \(text)")
        settle(entry, .refused(StoreError(options.sentence(error))))
        throw error
      }
      // It is gone in any case.
      names[line.id] = nil
      line.unfollow()
      client.unsubscribe(keys.head(line.id))
      settle(entry, .stored)
      lines.end(line)
    }
  }

  // MARK: Reading on

  /// Takes a message of the connection for announcements.
  ///
  /// - Throws: RedisError if the server refused a subscription.
  private func take(announcement message: RedisReply) throws(RedisError) {
    _ = try RedisLink.check(message)
    guard let words = message.elements, words.count >= 3 else { return }
    let (kind, channel) = (words[0].text, words[1].text ?? "")
    if kind == "subscribe", let id = keys.session(ofHead: channel) {
      // From now on nothing is missed, so the end of the log can be looked at.
      return checkHead(id)
    }
    guard kind == "message", let text = words[2].text else { return }
    if channel == keys.sessions, let id = Int64(text) {
      if lines[id]?.isFollowed != true || names[id] == nil { names.read(id) }
      return
    }
    guard let id = keys.session(ofHead: channel), let line = lines[id], line.isFollowed else { return }
    // The answer to a deletion of this node follows.
    guard !line.isAlone else { return }
    if text.utf8.elementsEqual(LogPosition.tombstone) { return gone(line) }
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
        if head == nil { return missing(line) }
        if reply == .bytes(LogPosition.tombstone) {
          gone(line)
        } else if line.sentCount == 0, head != line.last.text || !line.unknown.isEmpty {
          line.hasNews = true
          line.announced = head
        }
        goOn(line)
      }
      if !line.isReading { checked(line) }
    }
  }

  /// Ends a session without a head: it is deleted, or cannot be read.
  private func missing(_ line: RedisLine) {
    client.ask(RedisCommand("HGET", keys.session(line.id), "owner")) { [self] owner throws(RedisError) in
      guard line.isFollowed else { return goOn(line) }
      if owner == .null { gone(line) } else { stop(line, "the end of its log is missing") }
    }
  }

  /// Reads the entries after the last one that is known.
  private func read(_ line: RedisLine) {
    line.hasNews = false
    line.isReading = true
    let range = RedisCommand(
      "XRANGE", keys.log(line.id), "(\(line.last.id)", "+", "COUNT", String(Self.width))
    client.ask(range) { [self] reply throws(RedisError) in
      line.isReading = false
      if reply.isOfWrongType, line.isFollowed { return stop(line, "its log was replaced") }
      let entries = try RedisLink.check(reply).elements ?? []
      if line.isFollowed { take(entries, line) }
      if entries.count == Self.width, line.isFollowed, !line.isReading {
        read(line)
      } else {
        goOn(line)
      }
      if !line.isReading { checked(line) }
    }
  }

  private func take(_ entries: [RedisReply], _ line: RedisLine) {
    var records: [StoredRecord] = []
    var isReported = false
    func tell() {
      guard !records.isEmpty else { return }
      outcomes.counts.arrived += records.count
      outcomes.flush()
      line.noteArrival()
      report(.records(session: line.id, records))
      isReported = true
      records = []
    }
    for reply in entries {
      do throws(LogEntry.Misfit) {
        switch try line.take(reply) {
        case .change(let change): records += change
        case .own(let entry):
          tell()
          settle(entry, .stored)
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
    guard entries.count < Self.width else { return }
    // A node that is faster has appended something, unless the log is of another history.
    let announced = line.takeAnnounced()
    if entries.isEmpty, line.wasOvertaken || announced != nil && announced != line.last.text {
      return restart(line, losesState: true)
    }
    for entry in line.takeUnknown() { settle(entry, .refused(refusal)) }
    let outdated = line.takeOutdated()
    if line.progress != nil, !entries.isEmpty {
      line.progress = nil
      if let entry = line.entries.popFirst() { retry([entry], line, isReported: isReported) }
    }
    if !outdated.isEmpty { retry(outdated, line, isReported: isReported) }
  }

  /// Has the daemon read a session again whose next entry is not in the log.
  private func readAgainAfterTrim(_ line: RedisLine) {
    line.isReading = true
    client.ask(RedisCommand("HGET", keys.session(line.id), "number")) { [self] reply throws(RedisError) in
      line.isReading = false
      guard line.isFollowed else { return goOn(line) }
      // Nothing is lost if a later snapshot has the entry.
      let number = try RedisLink.check(reply).text.flatMap { Int64($0) } ?? 0
      restart(line, losesState: number <= line.last.number)
    }
  }

  /// Has the daemon make changes again.
  private func retry(_ entries: [RedisEntry], _ line: RedisLine, isReported: Bool) {
    outcomes.counts.retries += entries.count
    if !isReported {
      outcomes.flush()
      line.noteArrival()
      report(.records(session: line.id, []))
    }
    for entry in entries { settle(entry, .outdated) }
  }

  /// Has the daemon read a session again.
  ///
  /// - Parameter losesState: whether the state that was shown is not in its history any more.
  private func restart(_ line: RedisLine, losesState: Bool) {
    for entry in line.takeUnknown() { settle(entry, .refused(refusal)) }
    let outdated = line.takeOutdated()
    line.endFollowing()
    client.unsubscribe(keys.head(line.id))
    outcomes.flush()
    report(.restarted(session: line.id, losesState: losesState))
    for entry in outdated { settle(entry, .outdated) }
    checked(line)
    goOn(line)
  }

  private func stop(_ line: RedisLine, _ reason: String) {
    for entry in line.takeUnknown() + line.takeOutdated() {
      settle(entry, .refused(StoreError("The session cannot be read: \(reason).")))
    }
    line.endFollowing()
    client.unsubscribe(keys.head(line.id))
    outcomes.counts.damaged += 1
    outcomes.flush()
    report(.damaged(session: line.id, reason))
    checked(line)
    goOn(line)
  }

  /// A session that another node deleted.
  private func gone(_ line: RedisLine) {
    names[line.id] = nil
    for entry in line.takeUnknown() + line.takeOutdated() { settle(entry, .refused(.unknownSession)) }
    line.unfollow()
    outcomes.flush()
    report(.deleted(session: line.id))
    client.unsubscribe(keys.head(line.id))
    checked(line)
    lines.end(line)
  }

  // MARK: Time

  /// Looks at deadlines and at the settings of the server, twice a second.
  private func tick() throws(RedisError) {
    let now = monotonicNanoseconds()
    guard client.isConnected, now >= tickTime else { return }
    tickTime = now + Self.second / 2
    try client.checkDeadlines(now)
    client.ask(RedisLink.syncSettings) { [self] reply throws(RedisError) in
      let isSynced = RedisLink.isSynced(try RedisLink.check(reply))
      guard isSynced != server.isSynced else { return }
      server.isSynced = isSynced
      inbox.server = server
      // What is written with another setting can be lost.
      throw RedisError(message: "has other settings for syncs")
    }
    snapshots.ask(for: lines.all, now)
  }

  // MARK: Outcomes

  /// The reason for the refusal of a change that is not in the log.
  private var refusal: StoreError { outage.error ?? .afterOutage }

  private func settle(_ entry: RedisEntry, _ outcome: StoreOutcome) { outcomes.settle(entry, outcome) }

  private func refuseAll(_ reason: StoreError? = nil) {
    guard let error = reason ?? outage.error else { return }
    for entry in lines.removeEntries() { settle(entry, .refused(error)) }
    outcomes.flush()
  }

  // MARK: The server is away

  private func fail(_ error: RedisError) {
    let isNew = outage.error == nil
    let away = outage.begin(error)
    outcomes.counts.lastError = away
    outcomes.counts.isAway = true
    client.disconnect()
    unchecked = []
    for line in lines.all {
      let alone = line.lostAlone()
      for entry in alone + line.lostConnection() { outcomes.add(unknown: entry, away) }
      for entry in line.takeOutdated() { settle(entry, .refused(away)) }
    }
    for job in snapshots.removeAll() { settle(job.entry, .refused(away)) }
    if isNew { outage.countOne() }
    refuseAll()
    if isNew { report(.away(away)) }
  }

  /// Connects again if it is time, and compares what is known with the server.
  private func connectAgain() {
    guard outage.isDue else { return }
    let link: RedisLink
    do throws(RedisError) {
      link = try RedisLink(options, instead: (client.number, server))
      let found = try RedisDirectory.read(link.commands, options)
      client.connect(link)
      takeDirectory(found)
    } catch {
      outcomes.counts.lastError = outage.begin(error)
      return
    }
    let mayHaveLost = link.server.losses != server.losses
    server = link.server
    inbox.server = server
    outcomes.counts.reconnects += 1
    // When the server has confirmed a subscription, the end of the log is looked at.
    for line in lines.all where line.isFollowed {
      // Their new lives come with the next reading.
      if mayHaveLost { line.mustRestart = true }
      unchecked.insert(line.id)
      follow(line)
    }
    returnIfChecked()
  }

  /// Compares the sessions of the server with those that were known.
  private func takeDirectory(_ found: [RedisSession]) {
    let missing = names.replace(with: found)
    for line in lines.all {
      // Whether a creation or a deletion was done is in the directory.
      guard let known = line.takeUnknownAlone(isThere: names[line.id] != nil) else { continue }
      settle(known.entry, known.isDone ? .stored : .refused(refusal))
    }
    outcomes.flush()
    report(.sessions(found.map(\.session)))
    for id in missing {
      if let line = lines[id], line.isFollowed { gone(line) } else { report(.deleted(session: id)) }
    }
  }

  /// Notes that what is known of a session fits the server.
  private func checked(_ line: RedisLine) {
    guard unchecked.remove(line.id) != nil else { return }
    returnIfChecked()
  }

  /// The store takes changes again, if all followed sessions are compared with the server.
  private func returnIfChecked() {
    guard outage.error != nil, client.isConnected, unchecked.isEmpty else { return }
    for line in lines.all where line.mustRestart {
      line.mustRestart = false
      if line.isFollowed { restart(line, losesState: false) }
    }
    outage.end()
    outcomes.counts.isAway = false
    outcomes.flush()
    report(.back)
  }
}
