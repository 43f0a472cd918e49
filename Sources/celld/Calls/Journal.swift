import CellStore
import CellWire
import DequeModule
import Locks
import Logging

/// Hands the changes of sessions to the store, and makes them visible when they reach their level.
/// Without a store, every change is visible at once. Belongs to the loop.
final class Journal {
  /// The maximum estimated bytes of changes that wait for the store.
  private static let room = 16 << 20

  /// The nanoseconds of a turn of the loop after which further reports wait for the next one.
  private static let share: UInt64 = 1_000_000

  /// A place for reports, which come from a thread of the store.
  private final class Inbox: Sendable {
    let reports = Mutex<[StoreReport]>([])
    let slot: Mailbox.Slot

    init(_ slot: Mailbox.Slot) { self.slot = slot }

    func add(_ report: StoreReport) {
      reports.withLock { $0.append(report) }
      slot.post(0)
    }
  }

  /// An entry whose outcome is not known.
  private struct Entry {
    let session: Session
    let change: HeldChange
    let bytes: Int
    var isCreation = false
    var isSnapshot = false
  }

  private(set) var store: (any SessionStore)?
  /// The level of new sessions.
  let level: Durability
  /// The milliseconds after which unused sessions are not kept in memory, if the store is shared.
  let idleTime: UInt64
  /// How often the store went away.
  private var outages = 0
  /// Why the store takes nothing at the moment.
  private(set) var away: StoreError?
  /// The reasons that were logged since it was there.
  private var logged: Set<String> = []
  /// The promise that the store does not keep now.
  private var weakness: StoreError?
  /// The state of the store for clients: `ok`, `weakened` or `away`.
  private(set) var state = "ok"
  /// Called when a session may go on with changes that waited.
  var onProgress: (Session) -> Void = { _ in }
  /// Called with a session whose creation was not stored.
  var onDiscard: (Session) -> Void = { _ in }
  /// Called when ``state`` has changed.
  var onState: (String) -> Void = { _ in }
  /// Called with a session whose name another daemon has taken before.
  var onTaken: (Session) -> Void = { _ in }
  /// Called with news of other daemons.
  var onNews: (StoreReport) -> Void = { _ in }
  /// Called with the numbers of stored sessions that need a snapshot.
  var onSnapshotsWanted: ([Int64]) -> Void = { _ in }
  private var onClosed: () -> Void = {}
  /// Whether the store gets no more entries.
  private var isClosing = false

  private let log: Logger
  private var mailbox: Mailbox?
  /// Reports that were not taken yet, and the timer for the next turn of the loop.
  private var reports: Deque<StoreReport> = []
  private var nextTurn: LoopTimer?
  private var entries: [UInt64: Entry] = [:]
  /// The entries of this turn of the loop.
  private var submissions: [StoreSubmission] = []
  /// The sessions whose turns end after these entries.
  private var turnEnds: [Int64] = []
  private var lastTicket: UInt64 = 0
  private var nextSession: Int64 = 1
  /// The estimated bytes of changes that wait for the store, and those in sessions of each user.
  private var waitingBytes = 0
  private var waitingBytesOf: [UInt32: Int] = [:]
  /// Whether only one user, and root, can connect.
  private let isPrivate: Bool
  /// Sessions with changes that wait for room.
  private var blocked: [ObjectIdentifier: Session] = [:]
  /// Sessions whose changes at the level `memory` were dropped.
  private var incomplete: [ObjectIdentifier: Session] = [:]
  /// Sessions of the level `memory` whose creation was not stored. They are in `incomplete`, too.
  private var unstored: [ObjectIdentifier: Session] = [:]

  /// A journal without a store.
  init(log: Logger) {
    level = .memory
    idleTime = .max
    isPrivate = true
    self.log = log
  }

  /// A journal with the store that `open` opens.
  ///
  /// - Parameter isPrivate: whether only one user, and root, can connect.
  /// - Throws: StoreError, SystemError.
  init(
    _ loop: EventLoop, level: Durability, idleTime: UInt64 = .max, isPrivate: Bool, log: Logger,
    open: (@escaping @Sendable (StoreReport) -> Void) throws -> (store: any SessionStore, nextSession: Int64)
  ) throws {
    self.level = level
    self.idleTime = idleTime
    self.isPrivate = isPrivate
    self.log = log
    var receive: () -> Void = {}
    let mailbox = try Mailbox(loop) { _ in receive() }
    let inbox = Inbox(mailbox.slot)
    self.mailbox = mailbox
    (store, nextSession) = try open { inbox.add($0) }
    nextTurn = try LoopTimer(loop) { [unowned self] in takeReports() }
    receive = { [unowned self] in
      reports += inbox.reports.withLock { reports in
        defer { reports = [] }
        return reports
      }
      takeReports()
    }
  }

  /// Whether further changes of a session wait before they are applied, because too many of its
  /// owner wait for the store. As with all limits, a user may hold half of what others leave.
  func isFull(for session: Session) -> Bool {
    let own = waitingBytesOf[session.owner] ?? 0
    let rest = max(0, Self.room - (waitingBytes - own))
    return own > (isPrivate || session.owner == 0 ? rest : rest / 2)
  }

  /// The levels that changes can reach.
  var levels: [Durability] { store?.levels ?? [.memory] }

  /// Why changes cannot reach a level, and the cure; `nil` if they can.
  func obstacle(to level: Durability) -> String? {
    if let store { return store.obstacle(to: level) }
    return level == .memory ? nil : "Sessions end with this daemon. Start celld with --store."
  }

  /// Whether other daemons change the sessions of the store, too.
  var isShared: Bool { store?.isShared ?? false }

  /// Throws if a change of the session cannot be stored at the moment.
  ///
  /// - Throws: storageFailed.
  func check(_ level: Durability) throws(RPCError) {
    if level.storage > .memory, let away { throw .storageFailed(away, applied: .no) }
  }

  /// Whether the store is away, and takes no change of the session until it is back.
  func refusesChanges(of session: Session) -> Bool {
    away != nil && session.settings.durability.storage > .memory
  }

  /// Whether a change at `level` is visible as soon as it is applied.
  func isImmediate(_ session: Session, _ level: Durability) -> Bool {
    (store == nil || level == .memory) && session.held.isEmpty
  }

  // MARK: Entries

  /// Hands the creation of a session to the store. `change` becomes visible when it is stored.
  func create(_ session: Session, _ change: HeldChange) {
    guard store != nil else { return }
    // Other daemons choose numbers, too.
    let id = isShared ? Int64.random(in: 1 ... .max) : nextSession
    nextSession += 1
    session.storedID = id
    submitCreation(of: session, id, change)
  }

  private func submitCreation(of session: Session, _ id: Int64, _ change: HeldChange) {
    let stored = StoredSession(
      id: id, owner: session.owner, name: session.name, life: session.lifeText,
      settings: session.settings.json, views: StoredView.json(of: session.storedViews),
      level: session.settings.durability)
    submit(.create(stored), of: session, session.settings.durability, change)
    entries[lastTicket]?.isCreation = true
  }

  /// Hands an entry of a session to the store. `change` is ready when it is stored, or at once at
  /// the level `memory`.
  func submit(
    _ entry: StoreEntry, of session: Session, _ level: Durability, _ change: HeldChange, bytes: Int = 0
  ) {
    guard store != nil else { return change.isReady = true }
    if level == .memory { change.isReady = true }
    lastTicket += 1
    entries[lastTicket] = Entry(session: session, change: change, bytes: bytes + 1_024)
    count(bytes + 1_024, of: session.owner)
    submissions.append(
      StoreSubmission(
        entry, ticket: lastTicket, level: level, user: session.owner, outages: outages,
        arrivals: session.arrivals))
  }

  /// Hands the entries of a turn of the loop to the store, which can store all of them in one
  /// commit.
  func endTurn() {
    if !submissions.isEmpty {
      store?.submit(submissions)
      submissions.removeAll(keepingCapacity: true)
    }
    for session in turnEnds { store?.endTurn(session) }
    turnEnds = []
  }

  /// Has other daemons wait with their changes of a session.
  func holdOthers(_ session: Session) {
    guard let id = session.storedID else { return }
    session.holdsOthers = true
    store?.takeTurn(id)
  }

  /// Lets other daemons go on, after the entries of this turn of the loop.
  func letOthersGoOn(_ session: Session) {
    guard session.holdsOthers, let id = session.storedID else { return }
    session.holdsOthers = false
    turnEnds.append(id)
  }

  private func count(_ difference: Int, of owner: UInt32) {
    waitingBytes += difference
    let bytes = (waitingBytesOf[owner] ?? 0) + difference
    waitingBytesOf[owner] = bytes > 0 ? bytes : nil
  }

  /// Lets a session go on when there is room.
  func wait(_ session: Session) { blocked[ObjectIdentifier(session)] = session }

  /// Hands the whole state of a session to the store.
  func snapshot(_ session: Session) {
    guard let id = session.storedID, session.isLoaded, !session.isDeleted, !isClosing,
      session.damage == nil
    else { return }
    // The head does not have the changes of others that the store counts as known.
    guard !session.isCatchingUp, session.arrived.isEmpty else {
      return session.waiting.append(Session.WaitingChange { [self] in self.snapshot(session) })
    }
    let (list, revision) = session.head
    let snapshot = StoredSnapshot(
      session: id, revision: revision, cells: list.count, bytes: list.summary.bytes,
      parts: SnapshotParts(of: list))
    submit(.snapshot(snapshot), of: session, .memory, HeldChange(isReady: true) { _ in })
    entries[lastTicket]?.isSnapshot = true
  }

  // MARK: Reports

  private func takeReports() {
    let start = EventLoop.clock
    while let report = reports.popFirst() {
      take(report)
      if !reports.isEmpty, EventLoop.clock - start > Self.share {
        nextTurn?.start(after: 0)
        return
      }
    }
  }

  private func take(_ report: StoreReport) {
    switch report {
    case .outcomes(let outcomes):
      take(outcomes)
      for (key, session) in blocked where !isFull(for: session) {
        blocked[key] = nil
        onProgress(session)
      }
    case .away(let error):
      if away == nil { outages += 1 }
      away = error
      if logged.insert(error.description).inserted { log.error("the store takes no changes: \(error)") }
      noteState()
    case .back:
      (away, logged) = (nil, [])
      log.notice("the store takes changes again")
      noteState()
      storeAgain()
    case .weakened(let error):
      weakness = error
      if let error { log.error("\(error)") } else { log.notice("the store promises all levels again") }
      noteState()
    case .snapshotsWanted(let ids): onSnapshotsWanted(ids)
    case .records, .restarted, .damaged, .sessions, .deleted, .created, .released, .event, .heard:
      onNews(report)
    case .noted(let sentence): log.error("\(sentence)")
    case .closed(let isOrderly):
      if !isOrderly { log.warning("the store was not closed in order; the next start checks it") }
      let then = onClosed
      onClosed = {}
      then()
    }
  }

  private func noteState() {
    let now = away != nil ? "away" : weakness != nil ? "weakened" : "ok"
    guard now != state else { return }
    state = now
    onState(now)
  }

  /// Stores sessions of the level `memory` whose creation or changes were dropped.
  private func storeAgain() {
    let (created, changed) = (unstored.values, incomplete.values)
    (unstored, incomplete) = ([:], [:])
    for session in created where !session.isDeleted {
      if let id = session.storedID { submitCreation(of: session, id, HeldChange(isReady: true) { _ in }) }
    }
    for session in changed { snapshot(session) }
  }

  /// Takes the outcomes of a commit. Changes of a session that were stored together are shown
  /// together.
  private func take(_ outcomes: [(ticket: UInt64, outcome: StoreOutcome)]) {
    var sessions: [Session] = []
    for (ticket, outcome) in outcomes {
      if case .stored = outcome, let entry = entries[ticket] {
        end(entry, ticket)
        entry.change.isReady = true
        if sessions.last !== entry.session { sessions.append(entry.session) }
      } else {
        // It can depend on what is shown.
        for session in sessions { showReady(session) }
        sessions = []
        take(outcome, of: ticket)
      }
    }
    for session in sessions { showReady(session) }
  }

  private func end(_ entry: Entry, _ ticket: UInt64) {
    entries[ticket] = nil
    count(-entry.bytes, of: entry.session.owner)
  }

  private func take(_ outcome: StoreOutcome, of ticket: UInt64) {
    guard let entry = entries[ticket] else { return }
    if case .unknown(let error) = outcome {
      // The store reports the ticket again when it knows.
      entry.change.isUnknown = true
      entry.change.answer(.storageFailed(error, applied: .unknown))
      if isShared { answerLater(entry, error) }
      return
    }
    end(entry, ticket)
    switch outcome {
    case .refused(let error): refuse(entry, error)
    case .outdated: if entry.isCreation { onTaken(entry.session) }
    case .dropped: incomplete[ObjectIdentifier(entry.session)] = entry.session
    case .stored, .unknown: break
    }
  }

  /// Answers requests that changed nothing, but depend on a change with an unknown outcome. Another
  /// machine can be away for long.
  private func answerLater(_ entry: Entry, _ error: StoreError) {
    let held = entry.session.held
    guard let index = held.firstIndex(where: { $0 === entry.change }) else { return }
    for change in held[(index + 1)...] where change.isReady {
      change.answer(.storageFailed(error, applied: .no))
    }
  }

  /// Makes the changes of a session visible, up to the first that has not reached its level.
  func showReady(_ session: Session) {
    while let first = session.held.first, first.isReady {
      let count = first.showsList ? session.held.prefix { $0.isReady && $0.showsList }.count : 1
      let changes = session.held[..<count]
      session.held.removeFirst(count)
      changes.last?.show()
      for change in changes { change.answer(nil) }
    }
    guard session.held.isEmpty else { return }
    // Later changes were dropped while the outcome of these was unknown.
    if session.isAhead { _ = session.fallBack() }
    onProgress(session)
  }

  /// Drops a change that was not stored, and all later ones, which were applied to it.
  private func refuse(_ entry: Entry, _ error: StoreError) {
    let session = entry.session
    if entry.isCreation, entry.change.isReady {
      // It was answered at once, so the session stays. It is stored when the store is back.
      unstored[ObjectIdentifier(session)] = session
      incomplete[ObjectIdentifier(session)] = session
      return
    }
    // Changes that were dropped are in no record, so they need it.
    if entry.isSnapshot, session.settings.durability == .memory, error.retryAfter != nil {
      if away == nil { snapshot(session) } else { incomplete[ObjectIdentifier(session)] = session }
    }
    // A change that was dropped with an earlier one, or a snapshot.
    guard let index = session.held.firstIndex(where: { $0 === entry.change }) else { return }
    // An earlier change can still be stored. Then the head falls back to it.
    if session.held[..<index].contains(where: { !$0.isReady || $0.isUnknown }) {
      for change in session.drop(from: index) { change.refuse(.storageFailed(error, applied: .no)) }
      return
    }
    for change in session.fallBack() { change.refuse(.storageFailed(error, applied: .no)) }
    if !session.isVisible { onDiscard(session) }
    onProgress(session)
  }

  // MARK: The end

  /// Stores what waits, closes the store, and calls `then`.
  func close(within milliseconds: UInt64, then: @escaping () -> Void) {
    guard let store else { return then() }
    onClosed = { [self] in
      closeHandles()
      self.store = nil
      then()
    }
    storeAgain()
    endTurn()
    isClosing = true
    store.close(within: milliseconds)
  }

  /// Closes the handles of the journal, and drops what waits.
  func close() {
    closeHandles()
    onClosed = {}
    submissions = []
    entries = [:]
    blocked = [:]
    incomplete = [:]
    unstored = [:]
  }

  private func closeHandles() {
    mailbox?.close()
    mailbox = nil
    nextTurn?.close()
    nextTurn = nil
    reports = []
  }
}

/// Whether a change that failed was done.
enum Applied: String {
  case no, unknown
}

extension RPCError {
  /// A change could not be stored.
  static func storageFailed(_ error: StoreError, applied: Applied) -> RPCError {
    let outcome =
      switch applied {
      case .no: "Nothing was changed."
      case .unknown: "The change may have been done; read the session before you repeat it."
      }
    var details = [JSON.Member("applied", applied == .no ? .bool(false) : .string(applied.rawValue))]
    if let retryAfter = error.retryAfter { details.append(JSON.Member("retryAfter", JSON(retryAfter))) }
    return RPCError(.storageFailed, "\(error.description) \(outcome)", details: details)
  }
}
