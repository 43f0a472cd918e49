import Glibc

/// The thread of a store in Redis: appends the changes of this daemon, reads those of others.
final class RedisNode {
  private static let second: UInt64 = 1_000_000_000

  private let options: RedisOptions
  private let inbox: RedisInbox
  private let report: @Sendable (StoreReport) -> Void
  private var keys: RedisKeys { options.keys }

  private let client: RedisClient
  private var tickTime: UInt64 = 0
  private var outage: RedisOutage
  /// The sessions that must be compared with the server before they take changes, and the number of
  /// those that are asked for. Some are at a time, so that one with a change can go first.
  private var due: [RedisLine] = []
  private var asked = 0
  private static let width = 64
  /// The number of changes of the store that this node knows of.
  private var changes: Int64
  /// Whether the server had fewer names than this node at the last look.
  private var missesNames = false

  private let lines = RedisLines()
  /// The sessions of which this node has a long turn.
  private var turns: [Int64: RedisLine] = [:]
  private let names: RedisNames
  private let snapshots: RedisSnapshots
  private let outcomes: RedisOutcomes
  private let follower: RedisFollower
  private let replicas: RedisReplicas
  private let watch: RedisServerWatch
  private var server: RedisServer { watch.server }
  /// Whether the server has promised to sync, and the promise that it does not keep now.
  private var hasSynced = false
  private var weakness: StoreError?

  init(
    _ options: RedisOptions, _ link: RedisLink, _ found: [RedisSession], _ inbox: RedisInbox,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.options = options
    self.inbox = inbox
    self.report = report
    client = RedisClient(options, link)
    outage = RedisOutage(options)
    changes = link.server.changes
    outcomes = RedisOutcomes(inbox, lines, report: report)
    names = RedisNames(found, options.keys, client, outcomes, report: report)
    replicas = RedisReplicas(options, client, lines, names, outcomes, connected: link.server.replicas)
    watch = RedisServerWatch(link.server, options.keys, client, inbox, replicas)
    snapshots = RedisSnapshots(options, client, report: report)
    follower = RedisFollower(options.keys, client, lines, names, outcomes, replicas, report: report)
    follower.onChecked = { [unowned self] in checked($0) }
    follower.onHeld = { [unowned self] in endComparison($0) }
    follower.refusal = { [unowned self] in refusal }
    names.onMissing = { [unowned self] in follower.missing($0) }
    watch.onRewritten = { [unowned self] in
      for line in lines.busyLines {
        line.waitsForFile = false
        lines.addAgain(line)
      }
    }
    client.onMessage = { [unowned self] message throws(RedisError) in try follower.take(message) }
    watch.onChange = { [unowned self] in noteWeakness() }
    noteWeakness()
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
      if let error = outage.error {
        outcomes.refuseAll(error)
      } else {
        replicas.refuseMissing(isRewriting: server.rewrite == .running)
      }
      attempt { () throws(RedisError) in
        try tick()
        compareNext()
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
    outcomes.end()
    return isOrderly
  }

  /// Waits for a reply, for an announcement, for arrivals, or for time to pass.
  private func wait() {
    var descriptors = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)] + client.descriptors
    var time = monotonicNanoseconds() + Self.second / 2
    if let away = outage.current, !client.isConnected { time = away.next }
    time = min(time, lines.wakeTime ?? time, watch.wakeTime ?? time)
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
      compare(line)
      replicas.note(submission)
      lines.add(line)
    case .turn(let id):
      guard let line = lines[id] else { return }
      line.noteTurnBeginning()
      takeTurn(line)
    case .turnEnd(let id):
      guard let line = lines[id] else { return }
      line.noteTurnEnding()
      endTurnIfOver(line)
    case .listen(let number): follower.listen(number)
    case .event(let event): follower.announce(event)
    case .release(let id):
      guard let line = lines[id], line.isFollowed, line.entries.isEmpty, line.isSettled, !line.hasNews,
        outage.error == nil
      else { return }
      follower.unfollow(line)
      report(.released(session: id))
    case .applied(let id, let arrivals):
      guard let line = lines[id] else { return }
      line.noteApplied(arrivals)
      if client.isConnected { follower.goOn(line) }
    case .following(let following):
      let line = lines.line(following.session)
      guard let state = following.state else { return follower.unfollow(line) }
      line.follow(state.end, arrivals: following.arrivals)
      line.recordBytes = state.recordBytes
      line.snapshotBytes = state.snapshotBytes
      line.snapshotNumber = state.snapshotNumber
      // It was read before the server was known to have lost something.
      guard state.losses == server.losses else { return follower.restart(line, losesState: false) }
      follower.follow(line)
    }
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

  /// Takes the next records or the next entry of a session.
  private func plan(_ line: RedisLine) {
    guard let entry = line.entries.first, mayBeSynced(entry, line) else { return }
    if case .change = entry.submission.entry { return append(line) }
    if let reason = options.refusal(of: entry.submission.level, by: server) {
      return replicas.refuse(line, reason)
    }
    switch entry.submission.entry {
    case .change: break
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

  /// Appends the next changes of a session together, as far as they fit into one call. Of a large
  /// one, appends the next record.
  private func append(_ line: RedisLine) {
    var group = RedisGroup(after: line.end)
    while line.hasRoom, let entry = line.entries.first,
      case .change(let change) = entry.submission.entry,
      group.takes(replicas: entry.submission.level.replicas), mayBeSynced(entry, line), mayAppend(entry, line)
    {
      guard add(change, entry, line, to: &group) else { break }
    }
    if group.count > 0 { send(group, line) }
    endTurnIfOver(line)
  }

  /// Whether a change is for the end of the log, and can be stored. Otherwise it is settled.
  private func mayAppend(_ entry: RedisEntry, _ line: RedisLine) -> Bool {
    guard !line.isOutdated(entry) else {
      line.dropFirst()
      outcomes.counts.retries += 1
      if line.isFollowed, line.asksForTurn() { client.ask(.rest(line.id, keys)) { _ in } }
      guard names[line.id] != nil else {
        settle(entry, .refused(.unknownSession))
        return false
      }
      // The daemon makes it again only after a report.
      if !line.isFollowed, !line.isEnded { follower.restart(line, losesState: false) }
      settle(entry, .outdated)
      return false
    }
    guard entry.submission.outages == outage.count else {
      line.dropFirst()
      settle(entry, .refused(.afterOutage))
      return false
    }
    guard let reason = options.refusal(of: entry.submission.level, by: server) else { return true }
    replicas.refuse(line, reason)
    return false
  }

  /// Whether the server has rewritten its file, if the entry needs it. If not, the line waits for
  /// that.
  private func mayBeSynced(_ entry: RedisEntry, _ line: RedisLine) -> Bool {
    line.waitsForFile = entry.submission.level.storage == .synced && server.rewrite == .running
    return !line.waitsForFile
  }

  /// Adds the next record of the first change of a session. Returns whether others may follow.
  private func add(
    _ change: StoredChange, _ entry: RedisEntry, _ line: RedisLine, to group: inout RedisGroup
  ) -> Bool {
    var progress = line.progress ?? ChangeProgress(change)
    guard let next = progress.next() else {
      // Every change of this store has a record.
      _ = line.entries.popFirst()
      settle(entry, .stored)
      return true
    }
    // Its records would be applied to a list that they were not made for.
    guard next.record.revision >= line.end.revision else {
      line.dropFirst()
      outcomes.retry([entry], line, isReported: false)
      return false
    }
    line.progress = next.isLast ? nil : progress
    if next.isLast { _ = line.entries.popFirst() }
    line.add(next.record, part: next.part, isLast: next.isLast, entry, to: &group)
    return true
  }

  private func send(_ group: RedisGroup, _ line: RedisLine) {
    let (count, bytes) = (group.count, group.bytes)
    client.ask(group.command(line.id, keys, node: node)) { [self] reply throws(RedisError) in
      switch reply {
      case .integer(-1): line.deferred(count)
      case .array(let values):
        let rest = values.first?.integer ?? 0
        changes = max(changes, values.last?.integer ?? 0)
        outcomes.counts.records += count
        outcomes.counts.commits += 1
        outcomes.counts.recordBytes += bytes
        outage.resetDelay()
        for entry in line.stored(count, rest: rest) { confirm(entry, line) }
        replicas.reportOwed(line)
      case .error(let text):
        line.overtaken(count)
        let isForeign = reply.isOfWrongType && reply.foreignKey != keys.changes
        guard isForeign || text.contains("equal or smaller") else {
          throw refuse(line.takeOutdated(), "change", text)
        }
        // Somebody else has written into its keys.
        let reason = "its log does not take the next record: \(text)"
        return follower.stop(
          line, isForeign ? ReadError.foreign(reply.foreignKey ?? keys.log(line.id)) : reason)
      case .null:
        line.overtaken(count)
        return follower.missing(line.id)
      case .bytes(LogPosition.tombstone):
        line.overtaken(count)
        return follower.gone(line)
      default: line.overtaken(count)
      }
      follower.goOn(line)
    }
  }

  // MARK: Turns

  /// The name of this node among those that take turns.
  private var node: String { "\(client.number)" }

  /// Takes the long turn of a session, or takes it again.
  private func takeTurn(_ line: RedisLine) {
    guard client.isConnected, line.mayTakeTurn else { return }
    client.ask(.turn(line.id, keys, of: node, milliseconds: 2_000)) { [self] reply throws(RedisError) in
      guard try RedisLink.check(reply).integer == 1 else { return line.endTurn() }
      line.beginTurn()
      turns[line.id] = line
      endTurnIfOver(line)
    }
  }

  private func endTurnIfOver(_ line: RedisLine) {
    if line.isTurnOver { endTurn(line) }
  }

  private func endTurn(_ line: RedisLine) {
    line.endTurn()
    turns[line.id] = nil
    client.ask(.turn(line.id, keys, of: node, milliseconds: 0)) { _ in }
  }

  /// Takes the turns again that go on.
  private func renewTurns() {
    for line in turns.values {
      if line.hasTurn, line.mayTakeTurn { takeTurn(line) } else { endTurn(line) }
    }
  }

  // MARK: Sessions

  /// Refuses entries that the server did not take.
  private func refuse(_ entries: [RedisEntry], _ what: String, _ text: String) -> RedisError {
    let error =
      RedisReply.error(text).foreignKey.map(RedisError.foreign)
      ?? RedisError(message: "refuses a \(what): \(text)")
    for entry in entries { settle(entry, .refused(StoreError(options.sentence(error)))) }
    return error
  }

  private func create(_ session: StoredSession, _ entry: RedisEntry, _ line: RedisLine) {
    let start = LogPosition(life: session.life)
    let name = RedisKeys.name(session.name, of: session.owner)
    line.sendAlone(entry, start)
    client.ask(.create(session, start, keys, losses: server.losses)) { [self] reply throws(RedisError) in
      if reply.bytes == nil { line.answeredAlone() }
      switch reply {
      case .integer(let order):
        names[line.id] = name
        outcomes.flush()
        report(.created(session: line.id, order: order))
        line.follow(start, arrivals: 0)
        follower.follow(line)
        confirm(entry, line)
      case .bytes:
        // Another node was faster. The daemon must know of its session first.
        if let id = reply.text.flatMap({ Int64($0) }) {
          names[id] = names[id] ?? name
          names.read(id, isConfirmed: true) { [self] _ in
            line.answeredAlone()
            let isKnown = (names[id] ?? name).utf8.elementsEqual(name.utf8)
            settle(entry, isKnown ? .outdated : .refused(.doubleName(name, keys)))
            follower.goOn(line)
          }
          return
        }
        line.answeredAlone()
        settle(entry, .refused(.unknownSession))
      case .error(let text):
        let error = refuse([entry], "session", text)
        if reply.foreignKey == nil { throw error }
      default: settle(entry, .refused(.unknownSession))
      }
      follower.goOn(line)
    }
  }

  private func delete(_ entry: RedisEntry, _ line: RedisLine) {
    guard let name = names[line.id] else { return settle(entry, .refused(.unknownSession)) }
    line.sendAlone(entry)
    client.ask(.delete(line.id, name, keys)) { [self] reply throws(RedisError) in
      line.answeredAlone()
      if case .error(let text) = reply { throw refuse([entry], "deletion", text) }
      // It is gone in any case.
      names[line.id] = nil
      replicas.confirm(entry, line)
      follower.unfollow(line)
    }
  }

  // MARK: Time

  /// Looks at deadlines and at the settings of the server, twice a second.
  private func tick() throws(RedisError) {
    let now = monotonicNanoseconds()
    guard client.isConnected else { return }
    watch.lookAtRewrite(now)
    guard now >= tickTime else { return }
    tickTime = now + Self.second / 2
    try client.checkDeadlines()
    watch.look()
    watchLosses()
    replicas.reportLate(now)
    renewTurns()
    follower.takeNewEvents()
    names.readFresh()
    outcomes.counts.followed = lines.all.count(where: \.isFollowed)
    snapshots.ask(for: lines.all, now)
  }

  /// Looks whether the server has lost changes, or another node knows that it has.
  private func watchLosses() {
    var found: Int64 = 0
    client.ask(RedisCommand("GET", keys.changes)) { [self] reply throws(RedisError) in
      found = try RedisLink.number(reply, keys.changes) ?? 0
    }
    client.ask(RedisCommand("HMGET", keys.server, "run", "losses")) { [self] reply throws(RedisError) in
      let values = try RedisLink.check(reply, keys.server).elements?.map(\.text) ?? []
      guard found < changes || values != [server.run, "\(server.losses)"] else { return changes = found }
      var seen = server
      seen.changes = seenChanges
      client.ask(.open(seen, keys)) { [self] reply throws(RedisError) in
        var new = server
        try new.take(opened: reply)
        compareAll(with: new)
      }
    }
    client.ask(RedisCommand("HLEN", keys.names)) { [self] reply throws(RedisError) in
      // A deletion can be announced after the answer, so it looks twice.
      let misses = try RedisLink.check(reply, keys.names).integer ?? 0 < names.count
      if misses, missesNames { names.readAll { _ in } }
      missesNames = misses && !missesNames
    }
    client.ask(RedisCommand("HGET", keys.names, "")) { [self] reply throws(RedisError) in
      _ = try RedisLink.check(reply, keys.names)
    }
  }

  // MARK: Outcomes

  /// The reason for the refusal of a change that is not in the log.
  private var refusal: StoreError { outage.error ?? .afterOutage }

  private func settle(_ entry: RedisEntry, _ outcome: StoreOutcome) { outcomes.settle(entry, outcome) }

  /// Settles an entry that the log has, when it has its level.
  private func confirm(_ entry: RedisEntry, _ line: RedisLine) {
    // The server got it with settings that do not keep it.
    if let reason = options.refusal(of: entry.submission.level, by: server) {
      outcomes.add(unknown: entry, reason)
    }
    replicas.confirm(entry, line)
  }

  /// Reports whether the server promises less than it did.
  private func noteWeakness() {
    hasSynced = hasSynced || server.isSynced
    let found = options.refusal(of: hasSynced ? .synced : .written, by: server)
    guard found != weakness else { return }
    weakness = found
    outcomes.counts.lastError = found ?? outcomes.counts.lastError
    outcomes.flush()
    report(.weakened(found))
  }

  // MARK: The server is away

  private func fail(_ error: RedisError) {
    let isNew = outage.error == nil
    let (away, isOther) = outage.begin(error)
    outcomes.counts.lastError = away
    outcomes.counts.isAway = true
    client.disconnect()
    names.endConfirming()
    (due, asked) = ([], 0)
    turns = [:]
    for line in lines.all {
      let alone = line.lostAlone()
      for entry in alone + line.lostConnection() { outcomes.add(unknown: entry, away) }
      for entry in line.takeOutdated() { settle(entry, .refused(away)) }
    }
    for job in snapshots.removeAll() { settle(job.entry, .refused(away)) }
    if isNew { outage.countOne() }
    outcomes.refuseAll(away)
    if isOther { report(.away(away)) }
  }

  /// Connects again if it is time.
  private func connectAgain() {
    guard outage.isDue else { return }
    let link: RedisLink
    var before = server
    before.changes = seenChanges
    do throws(RedisError) { link = try RedisLink(options, instead: (client.number, before)) } catch {
      let (away, isOther) = outage.begin(error)
      outcomes.counts.lastError = away
      if isOther { report(.away(away)) }
      return
    }
    client.connect(link)
    outcomes.counts.reconnects += 1
    compareAll(with: link.server)
    outage.end()
    outcomes.counts.isAway = false
    outcomes.counts.lastError = weakness ?? outcomes.counts.lastError
    outcomes.flush()
    report(.back)
  }

  // MARK: Comparing

  /// The number of changes that the store had at least. Each session was made by one.
  private var seenChanges: Int64 { max(changes, Int64(names.count)) }

  /// Compares all that is known with the server. Each session takes changes again as soon as it is
  /// compared.
  private func compareAll(with new: RedisServer) {
    let isOther = new.run != server.run || new.history != server.history
    let hasLost = new.losses != server.losses
    let known = names.count
    watch.server = new
    (due, asked) = ([], 0)
    for line in lines.all {
      line.comparison = .due
      let doubt: RedisLine.Doubt = isOther ? .otherServer : hasLost ? .lost : .none
      if doubt.rawValue > line.doubt.rawValue { line.doubt = doubt }
      due.append(line)
    }
    names.readAll { [self] missing in
      follower.listenAgain()
      guard hasLost, new.lost > 0 else { return }
      let error = RedisError(
        message: "has lost changes. Sessions: \(known), missing: \(missing), lost changes: \(new.lost). "
          + (isOther
            ? "Nodes write the lists that they have again, with new lives"
            : "Sessions that are missing are deleted"))
      report(.noted(options.sentence(error)))
    }
  }

  private func compareNext() {
    while asked < Self.width, let line = due.popLast() { compare(line) }
  }

  /// Compares a session with the server, if it must be.
  private func compare(_ line: RedisLine) {
    guard line.comparison == .due, client.isConnected else { return }
    line.comparison = .asked
    asked += 1
    // When the server has confirmed the subscription, the end of the log is looked at.
    if line.isFollowed, !line.hasUnknownAlone { return follower.follow(line) }
    names.read(line.id, isConfirmed: true) { [self] isThere in
      if let known = line.takeUnknownAlone(isThere: isThere) {
        if known.isDone {
          replicas.confirm(known.entry, line)
        } else {
          settle(known.entry, .refused(refusal))
        }
      } else if isThere {
        // A deletion.
        replicas.refuseUnconfirmed(line, refusal)
      } else {
        replicas.confirmAll(line)
      }
      if line.isFollowed { follower.follow(line) } else { endComparison(line) }
    }
  }

  /// Notes that what is known of a session fits the server.
  private func checked(_ line: RedisLine) {
    guard line.comparison == .asked else { return }
    replicas.confirmAll(line)
    endComparison(line)
  }

  private func endComparison(_ line: RedisLine) {
    if line.comparison == .asked { asked -= 1 }
    line.comparison = .none
    lines.addAgain(line)
    // It gets a new life, or is read for the first time from the file of this run.
    if line.isFollowed, line.doubt != .none { follower.restart(line, losesState: false) }
  }
}
