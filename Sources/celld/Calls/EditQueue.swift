import CellEngine
import CellStore
import CellWire
import DequeModule

/// Makes the changes of sessions: small ones on the loop, large edits on a worker. The changes of
/// one session are made one after the other. Belongs to the loop.
final class EditQueue {
  /// The part of a reply that does not depend on the edit.
  struct Reply {
    /// Rejected cells with their positions.
    var rejected: ReplyList?
    /// Adds members to the reply, after watches were notified of the change.
    var extra: ((EditResult, inout JSONWriter) -> Void)?
    /// Whether the session was created for this edit. It is deleted if the edit fails.
    var isNewSession = false
    /// Whether the reply has no counts and no revision, only the members that `extra` adds.
    var isBare = false
    /// Makes the request again if another daemon has made a session of that name before.
    var lookUpAgain: (() -> Void)?
  }

  private unowned let server: Server
  private let workers: Workers
  private let sessions: SessionTable
  private let watches: WatchBoard
  private let journal: Journal
  /// The number of edits that changed a list.
  private(set) var changes: UInt64 = 0

  init(_ server: Server, _ sessions: SessionTable, _ watches: WatchBoard, _ journal: Journal) {
    self.server = server
    self.sessions = sessions
    self.watches = watches
    self.journal = journal
    workers = server.workers
    journal.onProgress = { [unowned self] in startWaiting($0) }
    journal.onState = { [unowned self] in noteStore($0) }
    journal.onDiscard = { [unowned self] in discard($0) }
    journal.onTaken = { [unowned self] in giveUp($0) }
  }

  // MARK: Edits

  /// Makes an edit, here or on a worker, after all earlier edits. It is answered when it is
  /// visible.
  func make(
    _ edit: some ListEdit, of session: Session, ifRevision: Int?, _ pending: PendingReply,
    _ result: inout JSONWriter, _ reply: Reply
  ) throws(RPCError) -> Outcome {
    try session.check(mayBeUsedBy: pending.call.caller.userID)
    guard !mustWait(session) else {
      try journal.check(session.settings.durability)
      let edit = Parcel(edit)
      wait(session) { [self] in start(session, edit, ifRevision: ifRevision, pending, reply) }
      return .deferred
    }
    return try start(session, edit, ifRevision: ifRevision, pending, reply, &result)
  }

  /// Throws revisionConflict unless the session is at the revision.
  func check(_ ifRevision: Int?, _ session: Session) throws(RPCError) {
    if let ifRevision, ifRevision != Int(session.head.revision) {
      throw .revisionConflict(expected: ifRevision, actual: Int(session.head.revision))
    }
  }

  private func isSmall(_ edit: some ListEdit, _ session: Session, _ reply: Reply) -> Bool {
    edit.weight(in: session.head.list) <= LoopShare.cells
      && (reply.rejected?.bytes.count ?? 0) < LoopShare.bytes
  }

  /// Makes an edit that waited.
  private func start(
    _ session: Session, _ edit: Parcel<some ListEdit>, ifRevision: Int?, _ pending: PendingReply,
    _ reply: Reply
  ) {
    if session.isDeleted, let again = reply.lookUpAgain { return again() }
    pending.finish { (result) throws(RPCError) in
      try session.check(mayBeUsedBy: pending.call.caller.userID)
      return try start(session, edit.value, ifRevision: ifRevision, pending, reply, &result)
    }
  }

  private func start(
    _ session: Session, _ edit: some ListEdit, ifRevision: Int?, _ pending: PendingReply, _ reply: Reply,
    _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    do throws(RPCError) {
      try checkServed(session)
      // The head can have changes with an unknown outcome then. No answer may depend on them.
      try journal.check(session.settings.durability)
      try check(ifRevision, session)
      guard isSmall(edit, session, reply) else {
        makeOnWorker(session, Parcel(edit), ifRevision: ifRevision, pending, reply)
        return .deferred
      }
      let again = again(session, edit, ifRevision: ifRevision, pending, reply)
      var list = session.head.list
      let outcome = try edit.apply(to: &list, revision: session.head.revision + 1)
      guard let ending = try accept(list, outcome, isLarge: false, session, pending, reply, again, &result)
      else {
        // Further requests of the connection do not find a session that is not visible yet.
        return session.isVisible ? .held : .deferred
      }
      if !ending.isEmpty { result.endObject(with: ending) }
      return .done
    } catch {
      return try answer(
        error, session, pending, reply, again(session, edit, ifRevision: ifRevision, pending, reply))
    }
  }

  /// The change that makes an edit again after another daemon was faster.
  private func again(
    _ session: Session, _ edit: some ListEdit, ifRevision: Int?, _ pending: PendingReply, _ reply: Reply
  ) -> Session.WaitingChange? {
    guard journal.isShared else { return nil }
    let edit = Parcel(edit)
    return Session.WaitingChange { [self] in start(session, edit, ifRevision: ifRevision, pending, reply) }
  }

  private func makeOnWorker(
    _ session: Session, _ edit: Parcel<some ListEdit>, ifRevision: Int?, _ pending: PendingReply,
    _ reply: Reply
  ) {
    session.isEditing = true
    let (list, revision) = session.head
    let fallbacks = session.fallbacks
    let again = again(session, edit.value, ifRevision: ifRevision, pending, reply)
    session.editOnWorker = again
    let weight = edit.value.weight(in: list)
    let claim = WorkClaim(
      owner: pending.call.caller.owner, lane: weight <= WorkLane.lightCells ? .light : .heavy,
      time: UInt64(weight) * 1_000)
    workers.submit(claim, isLarge: true) {
      var list = list
      return Result { () throws(RPCError) in
        let outcome = try edit.value.apply(to: &list, revision: revision + 1)
        return (list, outcome)
      }
    } then: { [self] (made: Result<(CellList, EditResult), RPCError>) in
      session.isEditing = false
      // Otherwise another daemon was faster, and the edit waits to be made again.
      let isWaiting = again != nil && session.editOnWorker == nil
      session.editOnWorker = nil
      if isWaiting {
        return startWaiting(session)
      } else if session.fallbacks == fallbacks || session.isDeleted && reply.lookUpAgain == nil {
        finish(session, made, pending, reply, again)
      } else if mustWait(session) {
        wait(session) { [self] in start(session, edit, ifRevision: ifRevision, pending, reply) }
      } else {
        // Its list is of a state that was not stored, or that another daemon has changed.
        start(session, edit, ifRevision: journal.isShared ? ifRevision : nil, pending, reply)
      }
      if !session.isEditing { journal.letOthersGoOn(session) }
      startWaiting(session)
    }
  }

  private func finish(
    _ session: Session, _ made: Result<(CellList, EditResult), RPCError>, _ pending: PendingReply,
    _ reply: Reply, _ again: Session.WaitingChange?
  ) {
    do throws(RPCError) {
      guard !session.isDeleted else { throw RPCError.sessionNotFound(session.name) }
      try journal.check(session.settings.durability)
      let (list, outcome) = try made.get()
      var writer = JSONWriter()
      guard let ending = try accept(list, outcome, isLarge: true, session, pending, reply, again, &writer)
      else {
        return
      }
      if ending.isEmpty {
        pending.finish(.success(writer.bytes))
      } else {
        pending.finish(.success(ending), after: writer.bytes)
      }
    } catch {
      do throws(RPCError) {
        _ = try answer(error, session, pending, reply, again)
      } catch {
        pending.finish(.failure(error))
      }
    }
  }

  /// Applies an edit to the head of its session.
  ///
  /// - Returns: the bytes that end the reply, which was written. `nil` if the edit is not visible
  ///   at once; the reply is then sent later.
  private func accept(
    _ list: CellList, _ outcome: EditResult, isLarge: Bool, _ session: Session, _ pending: PendingReply,
    _ reply: Reply, _ again: Session.WaitingChange?, _ result: inout JSONWriter
  ) throws(RPCError) -> [UInt8]? {
    let level = session.settings.durability
    if outcome.isChange {
      try sessions.shared.admit(list, replacing: session.head.list, of: session.owner)
      // The selection mode can have changed since the edit was submitted.
      try session.settings.selection.check(
        list, selectedBefore: session.head.list.summary.selected, path: nil)
    }
    // A session that was created for cells, none of which was accepted.
    let isUnused =
      reply.isNewSession && session.storedID == nil && reply.rejected?.isEmpty == false && !outcome.isChange
    if isUnused {
      let ending = write(outcome, session.revision, reply, &result)
      discard(session)
      return ending ?? []
    }
    // Only changes of a stored session can wait in memory until the store is back.
    if reply.isNewSession { try journal.check(.written) }
    if reply.isNewSession, session.storedID == nil { create(session) }
    // An edit without effect waits for the changes before it only.
    let isImmediate = journal.isImmediate(session, level) || !outcome.isChange && session.held.isEmpty
    // Without a store, the list before is freed with the visible one.
    let before = session.storedID == nil ? nil : session.head.list
    if outcome.isChange { session.advance(to: list) }
    let revision = session.head.revision
    let show = { [self] in
      guard outcome.isChange else { return }
      var old = isLarge ? session.list : nil
      session.show(list, revision: revision)
      if let last = old.take() { Workers.release(consume last) }
      watches.changed(session)
    }
    let change: HeldChange
    if isImmediate {
      change = HeldChange(isReady: true) { _ in }
    } else {
      change = HeldChange(
        isReady: !outcome.isChange, again: again,
        showsList: outcome.isChange && !isLarge && reply.extra == nil, show: show
      ) { [self] error in
        if let error { return pending.finish(.failure(error)) }
        if outcome.isChange { changes += 1 }
        var writer = JSONWriter()
        if let ending = write(outcome, revision, reply, &writer) {
          pending.finish(.success(ending), after: writer.bytes)
        } else {
          pending.finish(.success(writer.bytes))
        }
      }
      session.held.append(change)
    }
    if outcome.isChange, let id = session.storedID, let before {
      let records = ListRecords(from: before, to: list, revision: revision)
      journal.submit(
        .change(StoredChange(session: id, records: records)), of: session, level, change,
        bytes: abs(list.summary.bytes - before.summary.bytes))
    }
    guard isImmediate else { return nil }
    show()
    if outcome.isChange { changes += 1 }
    return write(outcome, revision, reply, &result) ?? []
  }

  /// Answers an edit that failed. The error is of the head, so it waits until the head is visible.
  private func answer(
    _ error: RPCError, _ session: Session, _ pending: PendingReply, _ reply: Reply,
    _ again: Session.WaitingChange?
  ) throws(RPCError) -> Outcome {
    if reply.isNewSession, session.storedID == nil, session.head.revision == 0, !session.isDeleted {
      discard(session)
    }
    // An error of the store does not depend on the head.
    guard !session.held.isEmpty, error.kind != .storageFailed else { throw error }
    session.held.append(
      HeldChange(isReady: true, again: again) { pending.finish(.failure($0 ?? error)) })
    return session.isVisible ? .held : .deferred
  }

  // MARK: Sessions

  /// Hands a new session to the store. It is visible when it is stored.
  ///
  /// - Parameter again: called instead of `reply` if another daemon has made a session of that name
  ///   before.
  func create(
    _ session: Session, again: @escaping () -> Void = {}, reply: @escaping (RPCError?) -> Void = { _ in }
  ) {
    guard journal.store != nil else { return reply(nil) }
    session.isVisible = false
    let change = HeldChange(
      isReady: false, again: Session.WaitingChange(start: again), show: { session.isVisible = true },
      reply: reply)
    session.held.append(change)
    journal.create(session, change)
    sessions.noteStored(session)
    if change.isReady { journal.showReady(session) }
  }

  /// Makes a change that is not an edit: of the settings, of a named view, or of the existence of a
  /// session. It waits until all changes before it are visible, and later ones wait for it.
  ///
  /// - Parameters:
  ///   - level: returns the level at which it is stored.
  ///   - isUnconditional: whether it does not depend on the state of the session.
  ///   - check: throws if the change cannot be made.
  ///   - entry: returns the entry for the store.
  ///   - show: makes the change, and writes the result.
  func makeExclusively(
    _ session: Session, at level: @escaping () throws(RPCError) -> Durability, isUnconditional: Bool = false,
    _ pending: PendingReply, _ result: inout JSONWriter, check: @escaping () throws(RPCError) -> Void = {},
    entry: @escaping () -> StoreEntry,
    show: @escaping (inout JSONWriter) throws(RPCError) -> Void
  ) throws(RPCError) -> Outcome {
    guard session.storedID != nil else {
      try check()
      try show(&result)
      return .done
    }
    // Otherwise it would wait for changes whose outcomes are known when the store is back.
    try journal.check(level())
    func start() {
      do throws(RPCError) {
        try session.check(mayBeUsedBy: pending.call.caller.userID)
        if !isUnconditional { try checkServed(session) }
        let level = try level()
        try journal.check(level)
        try check()
        let entry = entry()
        session.isEditing = true
        var made = Result<[UInt8], RPCError>.success([])
        let again = isUnconditional ? nil : Session.WaitingChange(isExclusive: true, start: start)
        let change = HeldChange(isReady: false, again: again) {
          session.isEditing = false
          made = Result { () throws(RPCError) in
            var writer = JSONWriter()
            try show(&writer)
            return writer.bytes
          }
        } drop: {
          session.isEditing = false
        } reply: { error in
          pending.finish(error.map { .failure($0) } ?? made)
        }
        session.held.append(change)
        journal.submit(entry, of: session, level, change)
        if change.isReady { journal.showReady(session) }
      } catch {
        pending.finish(.failure(error))
      }
    }
    session.waiting.append(Session.WaitingChange(isExclusive: true, start: start))
    server.later { [self] in startWaiting(session) }
    return .deferred
  }

  // MARK: Other daemons

  /// Takes the changes that are not visible back, and the one that a worker makes, since another
  /// daemon was faster. They are made again before those that wait.
  func takeBack(_ session: Session) {
    var again = session.takeBack().compactMap { $0.takeBack() }
    // The list that a worker makes now is of the state before.
    if var edit = session.editOnWorker {
      // It takes longer than the others need for their next change.
      edit.holdsOthers = true
      again.append(edit)
      journal.holdOthers(session)
    }
    session.editOnWorker = nil
    session.waiting.prepend(contentsOf: again)
  }

  /// Drops a new session, since another daemon has made one of that name before. The requests for
  /// it are answered from the other one.
  private func giveUp(_ session: Session) {
    let again = session.takeBack().compactMap { $0.takeBack() } + session.waiting
    session.waiting = []
    discard(session)
    for change in again { change.start() }
  }

  /// Ends a session that another daemon has deleted.
  func end(_ session: Session) {
    let held = session.held
    session.held = []
    for change in held {
      // Its deletion here is done, too.
      if change.isUnconditional { change.finish() } else { change.refuse(.sessionNotFound(session.name)) }
    }
    guard !session.isDeleted else { return }
    discard(session)
    let waiting = session.waiting
    session.waiting = []
    for change in waiting { change.start() }
  }

  /// Notes that the visible list of a session was changed by another daemon.
  func noteChange(of session: Session) {
    changes += 1
    watches.changed(session)
  }

  private func checkServed(_ session: Session) throws(RPCError) {
    if let damage = session.damage { throw .storageFailed(.unreadable(session.name, damage), applied: .no) }
  }

  /// Makes the changes that wait, if they can be made now.
  func goOn(_ session: Session) { startWaiting(session) }

  // MARK: Waiting

  private func mustWait(_ session: Session) -> Bool {
    session.isEditing || session.isCatchingUp || !session.waiting.isEmpty || journal.isFull(for: session)
  }

  private func wait(_ session: Session, _ start: @escaping () -> Void) {
    session.waiting.append(Session.WaitingChange(start: start))
    if journal.isFull(for: session) { journal.wait(session) }
  }

  /// Makes the waiting changes, up to the next one that must wait, within the share of each turn.
  private func startWaiting(_ session: Session) {
    guard !session.isCatchingUp, let next = session.waiting.first else { return }
    // A store that is away refuses all of them. A change before them can have an unknown outcome
    // until it is back.
    if !journal.refusesChanges(of: session) {
      if session.isEditing || next.isExclusive && !session.held.isEmpty { return }
      if journal.isFull(for: session) { return journal.wait(session) }
    }
    session.waiting.removeFirst()
    next.start()
    // It was refused, or is small now.
    if next.holdsOthers, !session.isEditing { journal.letOthersGoOn(session) }
    guard !session.waiting.isEmpty else { return }
    server.later { [self] in startWaiting(session) }
  }

  private func noteStore(_ state: String) {
    watches.tellStore(state)
    if journal.away != nil { for session in sessions.all { startWaiting(session) } }
  }

  private func discard(_ session: Session) {
    watches.end(session)
    sessions.delete(session)
  }

  /// Writes a reply. If a list ends it, the reply is written up to that list, which is returned.
  private func write(
    _ outcome: EditResult, _ revision: UInt64, _ reply: Reply, _ result: inout JSONWriter
  ) -> [UInt8]? {
    result.beginObject()
    if !reply.isBare {
      result.name("revision")
      result.integer(revision)
      for count in outcome.counts {
        result.name(count.name)
        result.integer(count.value)
      }
    }
    reply.extra?(outcome, &result)
    guard let list = outcome.missing ?? reply.rejected, !list.isEmpty else {
      result.endObject()
      return nil
    }
    result.name(list.name)
    return list.bytes
  }
}
