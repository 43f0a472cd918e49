/// An entry that waits for a node.
struct RedisEntry {
  let submission: StoreSubmission
  /// The time of ``monotonicNanoseconds()`` at which it arrived.
  let time: UInt64

  var ticket: UInt64 { submission.ticket }
}

/// A session as a node knows it: its entries in their order, and the end of its log.
final class RedisLine: ScheduledLine {
  /// A record that was sent and not answered.
  struct Sent {
    let position: LogPosition
    let bytes: Int
    /// The entry that ends with it; `nil` if more records of it follow.
    let entry: RedisEntry?
  }

  /// The bytes of records that the daemon has not applied from which on no more are read.
  private static let room = 16 << 20
  /// The maximum number of records that are sent without an answer. Other nodes come between them.
  private static let depth = 64
  /// The nanoseconds that another node has for the next record of a change.
  static let patience: UInt64 = 1_000_000_000
  /// The nanoseconds before a node asks again for a short turn, and before it tries again to append
  /// during a long turn of another one.
  static let (rest, longRest): (UInt64, UInt64) = (5_000_000, 100_000_000)
  /// The nanoseconds of the longest turn.
  private static let longestTurn: UInt64 = 30_000_000_000

  let id: Int64
  var entries = Ring<RedisEntry>()
  var isScheduled = false
  /// A creation or a deletion that was sent, and one whose answer was lost.
  private var alone: RedisEntry?
  private var unknownAlone: RedisEntry?
  /// The beginning of the log in that creation.
  private var start: LogPosition?
  /// The comparison with the server after a lost connection or a loss. Changes wait for it.
  enum Comparison { case none, due, asked }
  var comparison = Comparison.none
  /// Whether the session must be read again then, and whether the server is not the one from
  /// before.
  enum Doubt: Int { case none, lost, otherServer }
  var doubt = Doubt.none
  /// Whether the next change waits until the server has rewritten its file.
  var waitsForFile = false

  /// Whether the session is followed: the positions are valid.
  private(set) var isFollowed = false
  /// How often it was followed. An answer to an earlier reading is not used.
  private(set) var follows = 0
  /// Whether the daemon has a report that the session is not followed any more.
  private(set) var isEnded = false
  /// The last record in the log that the node knows.
  private(set) var last = LogPosition(life: "")
  /// The end of the log if all records that were sent are stored.
  private(set) var end = LogPosition(life: "")
  private(set) var sent = Ring<Sent>()
  private(set) var sentCount = 0
  /// Entries that the log has, and replicas may not have yet.
  var unconfirmed = RedisUnconfirmed()
  /// The replicas that must have entries of others before they are taken; 0 if there are none.
  var heldReplicas = 0
  /// Whether the daemon must take back its changes, which depend on one that was refused. It must
  /// know the outcomes of ``unconfirmed`` first.
  var owesReport = false
  /// The large change that was begun.
  var progress: ChangeProgress?
  /// Entries that were not stored, because another node was faster.
  private(set) var outdated: [RedisEntry] = []
  /// Entries whose answer was lost, by the tags of their last records.
  private(set) var unknown: [(tag: Check, entry: RedisEntry)] = []
  /// The records of a change of another node that is not whole.
  private var incoming = IncomingChange()
  /// The changes of others that were reported, as ``StoreSubmission/arrivals`` counts them.
  private(set) var arrivals = 0
  /// The bytes of the records of reports that the daemon has not applied, by their number.
  private var unapplied = Ring<(arrival: Int, bytes: Int)>()
  private var unappliedBytes = 0
  var isReading = false
  /// Whether the log may have records that the node does not know.
  var hasNews = false
  /// The end of the log that the server has, when it was looked at.
  var announced: String?
  /// Whether pages that were read since the last one that was not full had entries.
  private var hasRead = false
  /// Whether the last page was full.
  var isBehind: Bool { hasRead }
  /// The time until which other nodes may append.
  private(set) var restEnd: UInt64 = 0

  /// The time before which this node does not ask others to rest again.
  private var turnTime: UInt64 = 0
  /// The beginning of a long turn of this node, and whether it ends with the last entry.
  private var turnStart: UInt64 = 0
  private var isTurnEnding = false
  /// The time before which this node takes no long turn.
  private var nextTurn: UInt64 = 0
  /// Whether another node has the turn, so nothing may have come before what was sent.
  private(set) var wasDeferred = false

  /// The weights of the records since the last snapshot, and the bytes of the snapshot.
  var recordBytes = 0
  var snapshotBytes = 0
  /// The number of the last record in that snapshot.
  var snapshotNumber: Int64 = 0
  /// The time of the last record, and that before which no snapshot is asked for.
  private(set) var changeTime: UInt64 = 0
  var nextSnapshot: UInt64 = 0

  private var text = CheckText()

  init(_ id: Int64) { self.id = id }

  var nextUser: UInt32? { entries.first?.submission.user }

  /// Whether the log can have no news that the node must read first.
  var isSettled: Bool {
    !isReading && sentCount == 0 && outdated.isEmpty && alone == nil && unknown.isEmpty
      && unknownAlone == nil && unconfirmed.isEmpty
  }

  /// Whether another node was faster than what was sent.
  var wasOvertaken: Bool { !outdated.isEmpty }

  var isReady: Bool {
    guard let first = entries.first, !isScheduled, alone == nil, !isReading, outdated.isEmpty, !owesReport,
      comparison == .none, !waitsForFile
    else {
      return false
    }
    switch first.submission.entry {
    case .change:
      // Before the next record is sent, all answers come, and the records of others are read.
      let mustRead = hasNews && (sentCount > 0 || isFull)
      return isOutdated(first) || hasRoom && wakeTime == nil && !mustRead
    case .create, .delete, .snapshot: return sentCount == 0
    }
  }

  /// Whether a snapshot is of the state at the end of the log, and not of the middle of a change.
  func canEnd(_ snapshot: StoredSnapshot) -> Bool {
    incoming.isEmpty && unconfirmed.isEmpty && snapshot.revision == last.revision
      && snapshot.cells == last.cells
  }

  /// The time until which the line waits for others; `nil` if it does not.
  var wakeTime: UInt64? {
    let time = max(restEnd, incoming.isEmpty ? 0 : incoming.time + Self.patience)
    return time > monotonicNanoseconds() ? time : nil
  }

  var oldest: UInt64? {
    [
      unconfirmed.oldest, alone?.time, outdated.first?.time, unknown.first?.entry.time,
      sent.first?.entry?.time,
      entries.first?.time,
    ]
    .compactMap(\.self).min()
  }

  /// Whether to have other nodes rest now, since changes of this one are outdated before they are
  /// sent.
  func asksForTurn() -> Bool {
    let now = monotonicNanoseconds()
    guard now >= turnTime else { return false }
    turnTime = now + Self.rest
    return true
  }

  /// Removes the first entry, which can have been begun.
  func dropFirst() {
    progress = nil
    _ = entries.popFirst()
  }

  /// Whether this node has a long turn, in which only it may append.
  var hasTurn: Bool { turnStart > 0 }

  /// Whether this node may take a long turn, or take it again.
  var mayTakeTurn: Bool {
    let now = monotonicNanoseconds()
    return isFollowed && (hasTurn ? now < turnStart + Self.longestTurn : now >= nextTurn)
  }

  /// Notes that this node has a long turn.
  func beginTurn() {
    if !hasTurn { turnStart = monotonicNanoseconds() }
  }

  /// Ends a long turn. The others get as much time before the next one.
  func endTurn() {
    guard hasTurn else { return }
    let now = monotonicNanoseconds()
    nextTurn = now + (now - turnStart)
    turnStart = 0
    isTurnEnding = false
  }

  /// Notes that there is a reason for a long turn.
  func noteTurnBeginning() { isTurnEnding = false }

  /// Notes that a long turn ends when all entries are sent.
  func noteTurnEnding() { isTurnEnding = true }

  /// Whether the reason for the long turn has passed.
  var isTurnOver: Bool { hasTurn && isTurnEnding && entries.isEmpty }

  /// Whether a change was made without the last change of another node.
  func isOutdated(_ entry: RedisEntry) -> Bool { !isFollowed || entry.submission.arrivals < arrivals }

  // MARK: Following

  /// Goes on after a state that was read.
  func follow(_ position: LogPosition, arrivals: Int) {
    isFollowed = true
    follows += 1
    isEnded = false
    doubt = .none
    (last, end) = (position, position)
    self.arrivals = arrivals
    forgetRecords()
    changeTime = monotonicNanoseconds()
  }

  /// Forgets the state of the session. What was sent stays.
  func unfollow() {
    isFollowed = false
    isEnded = false
    forgetRecords()
    progress = nil
    hasNews = false
    owesReport = false
    announced = nil
    hasRead = false
    restEnd = 0
  }

  private func forgetRecords() {
    incoming = IncomingChange()
    unapplied = Ring()
    unappliedBytes = 0
  }

  /// Notes that the daemon gets a report on changes of others.
  ///
  /// - Parameter bytes: the bytes of its records.
  func noteArrival(bytes: Int = 0) {
    arrivals += 1
    guard bytes > 0 else { return }
    unapplied.append((arrivals, bytes))
    unappliedBytes += bytes
  }

  /// Notes that the daemon has applied the records of reports.
  func noteApplied(_ arrivals: Int) {
    while let first = unapplied.first, first.arrival <= arrivals {
      unappliedBytes -= first.bytes
      _ = unapplied.popFirst()
    }
  }

  /// Whether no more records are read before the daemon has applied some.
  var isFull: Bool { unappliedBytes > Self.room }

  /// Forgets the state of the session, and notes that the daemon gets a report on that.
  func endFollowing() {
    unfollow()
    noteArrival()
    isEnded = true
  }

  // MARK: Appending

  /// Whether more records can be sent before the others are answered.
  var hasRoom: Bool { sentCount < Self.depth }

  /// Adds a record of the first entry to those that are sent next.
  func add(
    _ record: StoredRecord, part: Int, isLast: Bool, _ entry: RedisEntry, to group: inout RedisGroup
  ) {
    let next = group.add(
      record, part: part, isLast: isLast, replicas: entry.submission.level.replicas, using: &text)
    if isLast, case .change(let change) = entry.submission.entry {
      if let settings = change.settings { group.set("settings", settings) }
      if let views = change.views { group.set("views", views) }
      if let level = change.level { group.set("level", Array(level.description.utf8)) }
    }
    end = next
    sent.append(Sent(position: next, bytes: record.weight, entry: isLast ? entry : nil))
    sentCount += 1
  }

  /// Takes the answer to the first records that were sent.
  ///
  /// - Parameter rest: the milliseconds that another node needs for its turn.
  /// - Returns: the entries that are stored with them.
  func stored(_ count: Int, rest: Int64) -> [RedisEntry] {
    changeTime = monotonicNanoseconds()
    restEnd = changeTime + UInt64(min(max(0, rest), 1_000)) * 1_000_000
    incoming = IncomingChange()
    var entries: [RedisEntry] = []
    for _ in 0..<count {
      guard let first = sent.popFirst() else { break }
      sentCount -= 1
      last = first.position
      recordBytes += first.bytes
      if let entry = first.entry { entries.append(entry) }
    }
    return entries
  }

  /// Takes the answer to the first records that were sent: another node was faster.
  func overtaken(_ count: Int) {
    for _ in 0..<count {
      guard let first = sent.popFirst() else { break }
      sentCount -= 1
      if let entry = first.entry { outdated.append(entry) }
    }
    hasNews = true
    progress = nil
    if sentCount == 0 { end = last }
  }

  /// Takes the answer to the first records that were sent: another node has the turn.
  func deferred(_ count: Int) {
    overtaken(count)
    wasDeferred = true
    restEnd = monotonicNanoseconds() + Self.longRest
  }

  /// Notes that a page was read.
  ///
  /// - Returns: whether it, or one of the full ones before it, had entries.
  func noteRead(_ page: LogPage) -> Bool {
    let found = hasRead || !page.entries.isEmpty
    hasRead = page.hasMore && found
    return found
  }

  func takeAnnounced() -> String? {
    defer { announced = nil }
    return announced
  }

  /// Keeps entries until the daemon has the report that it is owed.
  func owe(_ entries: [RedisEntry]) {
    outdated += entries
    owesReport = true
  }

  func takeOutdated() -> [RedisEntry] {
    wasDeferred = false
    defer { outdated = [] }
    return outdated
  }

  /// Notes the end of the connection.
  ///
  /// - Returns: the entries that can be stored, and nobody knows.
  func lostConnection() -> [RedisEntry] {
    var entries = unconfirmed.late(before: .max)
    heldReplicas = 0
    for one in sent.removeAll() {
      guard let entry = one.entry else { continue }
      entries.append(entry)
      unknown.append((one.position.tag, entry))
    }
    sentCount = 0
    isReading = false
    comparison = .none
    hasRead = false
    progress = nil
    end = last
    hasNews = isFollowed
    restEnd = 0
    owesReport = false
    endTurn()
    return entries
  }

  /// Notes that a creation or a deletion was sent.
  ///
  /// - Parameter start: the beginning of the log of a new session.
  func sendAlone(_ entry: RedisEntry, _ start: LogPosition? = nil) {
    alone = entry
    self.start = start
  }

  func answeredAlone() { alone = nil }

  /// Whether a creation or a deletion was sent and not answered.
  var isAlone: Bool { alone != nil }
  /// Whether nobody knows whether a creation or a deletion was done.
  var hasUnknownAlone: Bool { unknownAlone != nil }

  /// Notes the end of the connection for a creation or a deletion.
  ///
  /// - Returns: the one that can be done, and nobody knows.
  func lostAlone() -> [RedisEntry] {
    guard let alone else { return [] }
    unknownAlone = alone
    self.alone = nil
    return [alone]
  }

  /// Takes the creation or the deletion whose answer was lost.
  ///
  /// - Parameter isThere: whether the session is in the server.
  func takeUnknownAlone(isThere: Bool) -> (entry: RedisEntry, isDone: Bool)? {
    guard let entry = unknownAlone else { return nil }
    unknownAlone = nil
    guard case .create = entry.submission.entry else { return (entry, !isThere) }
    if isThere, let start { follow(start, arrivals: 0) }
    return (entry, isThere)
  }

  func takeUnknown() -> [RedisEntry] {
    defer { unknown = [] }
    return unknown.map(\.entry)
  }

  // MARK: Reading on

  /// The meaning of an entry of the log for the daemon.
  enum Arrival {
    /// A change of another node.
    case change([StoredRecord])
    /// A change of this node whose answer was lost.
    case own(RedisEntry)
    /// A record of a change that is not whole yet.
    case piece
  }

  /// Takes the next entry of the log.
  func take(_ reply: RedisReply) throws(LogEntry.Misfit) -> Arrival {
    let entry = try LogEntry(reply, after: last, using: &text)
    last = entry.position
    end = last
    recordBytes += entry.record.weight
    changeTime = monotonicNanoseconds()
    restEnd = 0
    let own = entry.isLast ? unknown.firstIndex(where: { $0.tag == entry.position.tag }) : nil
    if let own {
      incoming = IncomingChange()
      return .own(unknown.remove(at: own).entry)
    }
    guard let records = try incoming.add(entry, at: changeTime) else { return .piece }
    return .change(records)
  }
}

/// The records of a change of another node, until all of them are there.
struct IncomingChange {
  private var records: [StoredRecord] = []
  private var bytes = 0
  /// The part of the first one. It is above 0 after records of this node.
  private var start = 0
  /// The time of the last one.
  private(set) var time: UInt64 = 0

  var isEmpty: Bool { records.isEmpty }

  /// The maximum number of bytes of the records of a change after which a session takes `bytes`.
  /// JSON takes up to six bytes for one.
  private static func limit(_ bytes: Int) -> Int { 64 << 20 + 6 * min(bytes, 1 << 40) }

  /// Adds the next one.
  ///
  /// - Returns: the records of the change if it is the last one, else `nil`.
  /// - Throws: LogEntry.Misfit if it is not the next part of the change, or too much.
  mutating func add(_ entry: LogEntry, at time: UInt64) throws(LogEntry.Misfit) -> [StoredRecord]? {
    if entry.part == 0 { self = IncomingChange() }
    if isEmpty { start = entry.part }
    guard entry.part == start + records.count else {
      throw .damaged("the part \(entry.part) of a change comes after \(start + records.count) of them")
    }
    bytes += entry.record.json.count
    guard bytes <= Self.limit(entry.record.bytes) else {
      throw .damaged("a change has more than \(Self.limit(entry.record.bytes)) bytes")
    }
    records.append(entry.record)
    self.time = time
    guard entry.isLast else { return nil }
    guard start == 0 else { throw .damaged("the first \(start) parts of a change are missing") }
    defer { self = IncomingChange() }
    for index in records.indices { records[index].revision = entry.record.revision }
    return records
  }
}

extension StoredRecord {
  /// The bytes of a record, and those whose reading takes as long as to apply it.
  var weight: Int { json.count + 1_024 }
}
