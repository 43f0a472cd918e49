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
  /// All sessions in the server, with the names under which they are listed.
  private var names: [Int64: String]
  private let snapshots: RedisSnapshots
  private var outcomes: [(ticket: UInt64, outcome: StoreOutcome)] = []
  private var counts = StoreStatistics()
  private var settled = 0

  init(
    _ options: RedisOptions, _ link: RedisLink, names: [Int64: String], _ inbox: RedisInbox,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.options = options
    self.inbox = inbox
    self.report = report
    self.names = names
    server = link.server
    client = RedisClient(options, link)
    snapshots = RedisSnapshots(options, client, report: report)
    outage = RedisOutage(options)
    client.onMessage = { [unowned self] in take(announcement: $0) }
    snapshots.onEnd = { [unowned self] job, outcome in
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
      flush()
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
    flush()
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
      follow(line)
    }
  }

  /// Asks for the announcements of a session, then whether its log has grown since it was read.
  private func follow(_ line: RedisLine) {
    counts.followed = lines.all.count(where: \.isFollowed)
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
        line.progress = nil
        _ = line.entries.popFirst()
        counts.retries += 1
        if line.isFollowed, line.asksForTurn() { client.ask(.rest(line.id, keys)) { _ in } }
        guard names[line.id] != nil else { return settle(entry, .refused(.unknownSession)) }
        // The daemon makes it again only after a report.
        if !line.isFollowed, !line.isEnded { restart(line, losesState: false) }
        return settle(entry, .outdated)
      }
      guard entry.submission.outages == outage.count else {
        line.progress = nil
        _ = line.entries.popFirst()
        return settle(entry, .refused(.afterOutage))
      }
      if entry.submission.level == .synced, !server.isSynced {
        _ = line.entries.popFirst()
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
      line.progress = nil
      _ = line.entries.popFirst()
      return retry([entry], line, isReported: false)
    }
    line.progress = next.isLast ? nil : progress
    if next.isLast { _ = line.entries.popFirst() }
    let command = line.append(
      next.record, part: next.part, isLast: next.isLast, entry, options, losses: server.losses)
    client.ask(command) { [self] reply throws(RedisError) in
      switch reply {
      case .integer(let othersWait):
        counts.records += 1
        counts.commits += next.isLast ? 1 : 0
        counts.recordBytes += next.record.json.count
        outage.resetDelay()
        if let entry = line.stored(othersWait: othersWait != 0) { settle(entry, .stored) }
      case .error(let text): throw refused(text, line)
      case .null, .bytes(Self.tombstone):
        line.overtaken()
        return gone(line)
      default: line.overtaken()
      }
      goOn(line)
    }
  }

  private static let tombstone = Array("deleted".utf8)

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
    lines.addAgain(line)
  }

  private func create(_ session: StoredSession, _ entry: RedisEntry, _ line: RedisLine) {
    let start = LogPosition(life: session.life)
    let name = RedisKeys.name(session.name, of: session.owner)
    if session.level == .synced, !server.isSynced { return settle(entry, .refused(.notSynced)) }
    line.sendAlone(entry)
    client.ask(.create(session, start, keys, losses: server.losses)) { [self] reply throws(RedisError) in
      line.answeredAlone()
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
          readHash(id) { [self] in
            settle(entry, .outdated)
            goOn(line)
          }
          return
        }
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
      goOn(line)
    }
  }

  // MARK: Reading on

  /// Takes a message of the connection for announcements.
  private func take(announcement message: RedisReply) {
    guard let words = message.elements, words.count >= 3 else { return }
    let (kind, channel) = (words[0].text, words[1].text ?? "")
    if kind == "subscribe", let id = keys.session(ofHead: channel) {
      // From now on nothing is missed, so the end of the log can be looked at.
      return checkHead(id)
    }
    guard kind == "message", let text = words[2].text else { return }
    if channel == keys.sessions, let id = Int64(text) {
      if lines[id]?.isFollowed != true || names[id] == nil { readHash(id) }
      return
    }
    guard let id = keys.session(ofHead: channel), let line = lines[id], line.isFollowed else { return }
    guard let position = LogPosition(text) else {
      // The answer to a deletion of this node follows.
      return line.isAlone ? () : gone(line)
    }
    // Records of this node are announced, too.
    guard position.number > line.end.number else { return }
    line.hasNews = true
    goOn(line)
  }

  /// Compares the end of the log of a session with what is known.
  private func checkHead(_ id: Int64) {
    guard let line = lines[id], line.isFollowed else { return }
    client.ask(RedisCommand("GET", keys.head(id))) { [self] reply throws(RedisError) in
      let head = try RedisLink.check(reply).text
      if line.isFollowed, !line.isReading {
        if head == nil || reply == .bytes(Self.tombstone) {
          gone(line)
        } else if line.sentCount == 0, head != line.last.text || !line.unknown.isEmpty {
          line.hasNews = true
        }
        goOn(line)
      }
      if !line.isReading { checked(line) }
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
      let entries = try RedisLink.check(reply).elements ?? []
      if line.isFollowed { take(entries, line) }
      if entries.count == Self.width, line.isFollowed {
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
      counts.arrived += records.count
      flush()
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
        case .damaged(let reason): stop(line, reason)
        }
        return
      }
    }
    tell()
    guard entries.count < Self.width else { return }
    // A node that is faster has appended something, unless the log is of another history.
    if entries.isEmpty, line.wasOvertaken { return restart(line, losesState: true) }
    for entry in line.takeUnknown() { settle(entry, .refused(refusal)) }
    let outdated = line.takeOutdated()
    if line.progress != nil, !entries.isEmpty {
      line.progress = nil
      if let entry = line.entries.popFirst() { retry([entry], line, isReported: isReported) }
    }
    if !outdated.isEmpty { retry(outdated, line, isReported: isReported) }
  }

  /// Has the daemon make changes again.
  private func retry(_ entries: [RedisEntry], _ line: RedisLine, isReported: Bool) {
    counts.retries += entries.count
    if !isReported {
      flush()
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
    flush()
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
    counts.damaged += 1
    flush()
    report(.damaged(session: line.id, reason))
    checked(line)
    goOn(line)
  }

  /// A session that another node deleted.
  private func gone(_ line: RedisLine) {
    names[line.id] = nil
    for entry in line.takeUnknown() + line.takeOutdated() { settle(entry, .refused(.unknownSession)) }
    line.unfollow()
    flush()
    report(.deleted(session: line.id))
    client.unsubscribe(keys.head(line.id))
    checked(line)
    goOn(line)
  }

  /// Reads the hash of a session that another node made, configured or deleted.
  private func readHash(_ id: Int64, then: @escaping () -> Void = {}) {
    let hash = RedisCommand("HGETALL", keys.session(id))
    client.ask(hash) { [self] hash throws(RedisError) in
      _ = try RedisLink.check(hash)
      client.ask(RedisCommand("GET", keys.head(id))) { [self] head throws(RedisError) in
        if let found = RedisSession(id, hash, head: try RedisLink.check(head)) {
          names[id] = RedisKeys.name(found.session.name, of: found.session.owner)
          flush()
          report(.sessions([found.session]))
        } else if names.removeValue(forKey: id) != nil {
          flush()
          report(.deleted(session: id))
        }
        then()
      }
    }
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

  private func settle(_ entry: RedisEntry, _ outcome: StoreOutcome) {
    outcomes.append((entry.ticket, outcome))
    settled += 1
  }

  private func flush() {
    counts.isAway = outage.error != nil
    counts.snapshots = snapshots.count
    inbox.publish(counts, settled: settled, oldest: lines.oldest)
    settled = 0
    if !outcomes.isEmpty { report(.outcomes(outcomes)) }
    outcomes = []
  }

  private func refuseAll(_ reason: StoreError? = nil) {
    guard let error = reason ?? outage.error else { return }
    for entry in lines.removeEntries() { settle(entry, .refused(error)) }
    flush()
  }

  // MARK: The server is away

  private func fail(_ error: RedisError) {
    let isNew = outage.error == nil
    let away = outage.begin(error)
    counts.lastError = away
    client.disconnect()
    unchecked = []
    for line in lines.all {
      let alone = line.lostAlone()
      for entry in alone + line.lostConnection() { outcomes.append((entry.ticket, .unknown(away))) }
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
      counts.lastError = outage.begin(error)
      return
    }
    let mayHaveLost = link.server.losses != server.losses
    server = link.server
    inbox.server = server
    counts.reconnects += 1
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
    let known = names
    names = [:]
    for one in found { names[one.session.id] = RedisKeys.name(one.session.name, of: one.session.owner) }
    for line in lines.all {
      // Whether a creation or a deletion was done is in the directory.
      guard let entry = line.takeUnknownAlone() else { continue }
      if case .create(let session) = entry.submission.entry {
        let isStored = names[line.id] != nil
        if isStored { line.follow(LogPosition(life: session.life), arrivals: 0) }
        settle(entry, isStored ? .stored : .refused(refusal))
      } else {
        settle(entry, names[line.id] == nil ? .stored : .refused(refusal))
      }
    }
    flush()
    report(.sessions(found.map(\.session)))
    for id in known.keys where names[id] == nil {
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
    flush()
    report(.back)
  }
}
