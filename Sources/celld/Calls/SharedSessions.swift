import CellEngine
import CellStore
import CellWire
import DequeModule
import Logging

/// Brings the changes of other daemons into the sessions of this one. Belongs to the loop.
///
/// A worker reads records, and finds the list after them. Until then, the changes of this daemon
/// wait in ``Session/waiting``.
final class SharedSessions {
  /// The milliseconds before a session is read again that could not be read.
  private static let patience: UInt64 = 1_000

  private unowned let context: MethodContext
  private let log: Logger
  /// Sessions that could not be read again, and why they must be.
  private var failed: [(session: Session, reason: Reason)] = []
  private var asked: UInt64 = 0
  private(set) var heard: UInt64 = 0
  private var timer: LoopTimer?
  private var idleTimer: LoopTimer?
  /// Events of other daemons, until the state after them is visible.
  private var events: [ObjectIdentifier: WaitingEvents] = [:]

  init(_ context: MethodContext, _ loop: EventLoop, log: Logger) throws(SystemError) {
    self.context = context
    self.log = log
    timer = try LoopTimer(loop) { [unowned self] in readFailed() }
    context.journal.onNews = { [unowned self] in take($0) }
    context.loader.onDeleted = { [unowned self] in end($0) }
    let idleTime = context.journal.idleTime
    guard idleTime < .max else { return }
    let idleTimer = try LoopTimer(loop) { [unowned self] in releaseUnused(since: idleTime, loop.now) }
    idleTimer.start(after: idleTime / 2, repeat: max(1, idleTime / 2))
    self.idleTimer = idleTimer
  }

  func close() {
    timer?.close()
    timer = nil
    idleTimer?.close()
    idleTimer = nil
    failed = []
    events = [:]
  }

  private func session(_ id: Int64) -> Session? { context.sessions.session(stored: id) }

  private func take(_ report: StoreReport) {
    switch report {
    case .records(let id, let records):
      guard let session = session(id) else { return }
      session.arrivals += 1
      context.edits.takeBack(session)
      session.arrived += records
      readNext(session)
    case .restarted(let id, let losesState, let isGone):
      if let session = session(id) { restart(session, Reason(losesState: losesState, isGone: isGone)) }
    case .damaged(let id, let reason):
      if let session = session(id) { restart(session, Reason(damage: reason)) }
    case .sessions(let found): for one in found { take(one) }
    case .deleted(let id): if let session = session(id) { end(session) }
    case .event(let event): if let session = session(event.session) { take(event, session) }
    case .created(let id, let order):
      if let session = session(id) { context.sessions.set(order: order, of: session) }
    case .heard(let number): heard = max(heard, number)
    case .released(let id): if let session = session(id) { takeRelease(session) }
    case .outcomes, .away, .back, .weakened, .snapshotsWanted, .noted, .closed: break
    }
  }

  /// Asks the store what others have done until now.
  ///
  /// - Returns: the number that ``heard`` reaches when that is known here.
  func listen() -> UInt64 {
    asked += 1
    context.journal.store?.listen(asked)
    return asked
  }

  /// Takes the properties of a session whose cells other daemons have changed.
  private func take(_ stored: StoredSession) {
    guard let session = session(stored.id) else { return context.loader.add([stored]) }
    context.sessions.set(order: stored.order, of: session)
    // A session that is loaded has them in its log.
    if !session.isLoaded { session.take(stored, SessionSettings(stored)) }
    // A daemon that has all of it may have written it again.
    if session.damage != nil, UInt64(stored.life, radix: 16) != session.life { readAgain(session, Reason()) }
  }

  /// Ends a session that the store does not have any more.
  private func end(_ session: Session) {
    context.edits.end(session)
    events[ObjectIdentifier(session)] = nil
  }

  // MARK: Unused sessions

  /// Has the store end the reports on sessions that nobody uses.
  private func releaseUnused(since time: UInt64, _ now: UInt64) {
    for session in context.sessions.all where session.isUnused {
      guard let since = session.unusedSince, let id = session.storedID else {
        session.unusedSince = now
        continue
      }
      if since + time <= now { context.journal.store?.release(id) }
    }
  }

  /// Forgets the cells of a session on which no more reports follow. If it is used again, reads it
  /// again.
  private func takeRelease(_ session: Session) {
    guard session.isLoaded else { return }
    if session.isUnused, session.unusedSince != nil {
      context.sessions.unload(session)
      events[ObjectIdentifier(session)] = nil
      return Workers.release(session.takeList())
    }
    session.arrived = []
    context.edits.takeBack(session)
    readAgain(session, Reason())
  }

  // MARK: Events

  /// Sends an event to the watches of other daemons.
  func announce(_ session: Session, _ json: () -> [UInt8]) {
    guard let id = session.storedID, let store = context.journal.store else { return }
    let json = json()
    guard json.count <= StoreEvent.limit else { return }
    store.announce(StoreEvent(session: id, revision: session.revision, json: json))
  }

  /// Takes an event of another daemon. It is sent when the state right after it is visible.
  private func take(_ event: StoreEvent, _ session: Session) {
    guard session.isLoaded, !session.watches.isEmpty else { return }
    guard let body = Self.body(of: event, session) else { return context.watches.loseEvent(of: session) }
    let key = ObjectIdentifier(session)
    if !events[key, default: WaitingEvents()].add(body, at: event.revision) {
      context.watches.loseEvent(of: session)
    }
    sendEvents(session)
  }

  private func sendEvents(_ session: Session) {
    let key = ObjectIdentifier(session)
    while let body = events[key]?.next(upTo: session.revision) {
      _ = context.watches.tell(session) { body }
    }
    if events[key]?.isEmpty == true { events[key] = nil }
  }

  /// The members of an event; `nil` if it was lost, or is not of this session.
  private static func body(of event: StoreEvent, _ session: Session) -> MessageBody? {
    guard let json = try? JSON(parsing: event.json), case .object(let members) = json,
      json["session"]?.string?.hasBytes(of: session.name) == true
    else { return nil }
    let known = members.filter { ["session", "id", "ids", "action", "value", "by"].contains($0.name) }
    return MessageBody(membersOf: Array(JSON.object(known).text.utf8))
  }

  // MARK: Records

  /// A state of a session that a worker has read. The members are `nil` if they have not changed.
  private struct Reading: Sendable {
    let list: CellList
    let revision: UInt64
    var life: String?
    var settings: SessionSettings?
    var views: [StoredView]?
  }

  /// Reads the records that have arrived, or lets the changes of this daemon go on.
  private func readNext(_ session: Session) {
    guard !session.isDeleted, !session.isCatchingUp else { return }
    guard !session.arrived.isEmpty else { return context.edits.goOn(session) }
    let (records, arrivals) = (session.arrived, session.arrivals)
    session.arrived = []
    session.isCatchingUp = true
    let (list, settings) = (session.list, session.settings)
    let restarts = session.restarts
    let size = records.reduce(0) { $0 + $1.json.count }
    let lane: WorkLane = size < 1 << 17 ? .light : .heavy
    context.workers.submit(WorkClaim(owner: .daemon, lane: lane), isLarge: true) {
      Result {
        let list = try ListLoader.list(after: list, records)
        var members = RecordMembers()
        for record in records { members.add(try RecordMembers(record.json)) }
        return Reading(
          list: list, revision: records[records.count - 1].revision, life: members.life,
          settings: members.settings.flatMap { Self.read($0, changing: settings) },
          views: members.views.map { StoredView.read($0).views })
      }
    } then: { [self] (reading: Result<Reading, any Error>) in
      guard !session.isDeleted, session.damage == nil, restarts == session.restarts else { return }
      switch reading {
      case .success(let found):
        show(found, session) { [self] in
          if let id = session.storedID { context.journal.store?.noteApplied(id, arrivals: arrivals) }
          readNext(session)
        }
      case .failure(let error): stop(session, "\(error)")
      }
    }
  }

  /// Shows a state of a session, as soon as its views have their fonts. Then calls `then`.
  private func show(
    _ reading: Reading, _ session: Session, _ fonts: LoadedFonts = LoadedFonts(), then: @escaping () -> Void
  ) {
    var fonts = fonts
    let missing = context.fonts.map { fonts.take(requests(reading, session), from: $0) } ?? []
    if let source = context.fonts, !missing.isEmpty {
      let (restarts, damage) = (session.restarts, session.damage)
      return context.workers.submit(WorkClaim(owner: .daemon, lane: .light), isLarge: true) {
        LoadedFonts(missing, from: source)
      } then: { [self] (loaded: LoadedFonts) in
        guard !session.isDeleted, session.damage == damage, restarts == session.restarts else { return }
        // Requests can have made further views.
        show(reading, session, fonts.adding(loaded), then: then)
      }
    }
    session.isCatchingUp = false
    session.damage = nil
    session.isPartial = false
    session.adopt(reading.list, revision: reading.revision)
    if let life = reading.life { session.begin(life: life) }
    if let settings = reading.settings {
      session.configure(settings, fonts)
      context.settingsChanged(session)
    }
    if let views = reading.views { set(views, of: session, fonts) }
    context.edits.noteChange(of: session)
    sendEvents(session)
    then()
  }

  /// The fonts that the views of a session need in another state.
  private func requests(_ reading: Reading, _ session: Session) -> [FontRequest] {
    guard reading.settings != nil || reading.views != nil else { return [] }
    let settings = reading.settings ?? session.settings
    let views = reading.views ?? []
    return session.fontRequests(for: settings)
      + views.compactMap { Style.fontRequest(of: $0.environment, profile: settings.profile) }
  }

  /// The settings in a record. No level shows changes before they are in the store.
  private static func read(_ json: [UInt8], changing settings: SessionSettings) -> SessionSettings? {
    guard var changed = SessionSettings.read(json, changing: settings) else { return nil }
    changed.durability = changed.durability.and(.written)
    return changed
  }

  /// Makes the named views those of the store. Those that cannot be laid out here are kept for it.
  private func set(_ views: [StoredView], of session: Session, _ fonts: LoadedFonts) {
    for name in session.storedViews.map(\.name) where !views.contains(where: { $0.isNamed(name) }) {
      guard name != Session.mainView else { continue }
      if let view = session.view(named: name) { context.watches.end(view, of: session) }
      session.deleteView(named: name)
    }
    for stored in views {
      let before = session.view(named: stored.name)?.layout
      do throws(RPCError) {
        let view = try session.setView(stored.name, stored.environment, fonts)
        if view.layout != before { context.watches.changed(session, view) }
      } catch {
        log.warning(
          "the view \(stored.name) of the session \(session.name) cannot be used here: \(error.message)")
        session.keep(stored)
      }
    }
  }

  // MARK: Other histories

  /// Why a session is read again.
  private struct Reason {
    var losesState = false
    var isGone = false
    var damage: String?
  }

  private func restart(_ session: Session, _ reason: Reason) {
    session.arrivals += 1
    session.arrived = []
    context.edits.takeBack(session)
    readAgain(session, reason)
  }

  /// Reads a session again, whose log does not go on after the state that is shown. If the store
  /// has less than that state, it gets it back.
  private func readAgain(_ session: Session, _ reason: Reason) {
    guard !session.isDeleted, session.isLoaded, let store = context.journal.store, let id = session.storedID
    else { return }
    session.restarts += 1
    session.isCatchingUp = true
    let restarts = session.restarts
    let (before, fonts) = (session.list, context.fonts)
    let stored = StoredSession(
      id: id, owner: session.owner, name: session.name, life: session.lifeText, revision: session.revision,
      cells: before.count, bytes: before.summary.bytes, settings: session.settings.json,
      views: StoredView.json(of: session.storedViews), level: session.settings.durability,
      order: session.order,
      damage: reason.damage)
    let held = HeldSession(
      stored, parts: SnapshotParts(of: before), isLost: reason.losesState, isGone: reason.isGone)
    let isPartial = session.isPartial
    context.workers.submit(WorkClaim(owner: .daemon), isLarge: true) {
      Result { () throws(StoreError) in
        let found = try LoadedSession(stored, held: isPartial ? nil : held, from: store, fonts: fonts)
        if let damage = found.stored.damage { throw StoreError(damage, cause: .damaged(damage)) }
        return (found, RecordedChange.list(found.list, after: before))
      }
    } then: { [self] (loaded: Result<(LoadedSession, CellList), StoreError>) in
      // Another reading has begun if it was restarted again.
      guard !session.isDeleted, restarts == session.restarts else { return }
      switch loaded {
      case .success(let (found, list)):
        let reading = Reading(
          list: list, revision: found.stored.revision, life: found.stored.life, settings: found.settings,
          views: found.views)
        show(reading, session, found.fonts) { [self] in
          store.follow(id, arrivals: session.arrivals)
          context.edits.goOn(session)
        }
      case .failure(let error):
        if case .damaged(let damage) = error.cause { return stop(session, damage) }
        guard error.cause != .deleted else {
          store.unfollow(id)
          return end(session)
        }
        log.error("\(error)")
        guard error.retryAfter != nil else { return stop(session, error.description) }
        // Changes of it fail until it is read.
        session.damage = error.description
        session.isCatchingUp = false
        context.edits.goOn(session)
        failed.append((session, reason))
        timer?.start(after: Self.patience)
      }
    }
  }

  private func readFailed() {
    let sessions = failed
    failed = []
    for (session, reason) in sessions { readAgain(session, reason) }
  }

  /// Stops a session that cannot be read.
  private func stop(_ session: Session, _ reason: String) {
    log.error("\(StoreError.unreadable(session.name, reason))")
    context.journal.store?.unfollow(session.storedID ?? 0)
    session.damage = reason
    session.isCatchingUp = false
    session.arrived = []
    context.edits.takeBack(session)
    context.edits.goOn(session)
  }
}

/// Events of other daemons that wait for a revision. Too many are lost.
private struct WaitingEvents {
  private var events: Deque<(revision: UInt64, body: MessageBody)> = []
  private var bytes = 0

  var isEmpty: Bool { events.isEmpty }

  /// - Returns: whether there is room for it.
  mutating func add(_ body: MessageBody, at revision: UInt64) -> Bool {
    guard events.isEmpty || events.count < 256 && bytes + body.byteCount <= StoreEvent.limit else {
      return false
    }
    events.append((revision, body))
    bytes += body.byteCount
    return true
  }

  /// Takes the next event whose revision is visible.
  mutating func next(upTo revision: UInt64) -> MessageBody? {
    guard let first = events.first, first.revision <= revision else { return nil }
    events.removeFirst()
    bytes -= first.body.byteCount
    return first.body
  }
}

/// The members of records that are not cells.
struct RecordMembers: Sendable {
  private(set) var life: String?
  private(set) var settings: [UInt8]?
  private(set) var views: [UInt8]?

  init() {}

  /// - Throws: JSONError if the record is not valid.
  init(_ record: [UInt8]) throws {
    // Most records have cells only.
    guard !record.starts(with: Array(#"{"cells":"#.utf8)) else { return }
    try JSONDocument(record, depth: Int(Int32.max)).withRoot { root in
      life = root.present("life")?.string
      settings = root.present("settings").map { Array($0.raw) }
      views = root.present("views").map { Array($0.raw) }
    }
  }

  /// Adds those of a later record.
  mutating func add(_ other: RecordMembers) {
    life = other.life ?? life
    settings = other.settings ?? settings
    views = other.views ?? views
  }
}
