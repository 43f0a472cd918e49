import CellEngine
import CellProtocol

/// Makes the edits of sessions: small ones on the loop, large ones on a worker. The edits of one
/// session are made one after the other. Belongs to the loop.
final class EditQueue {
  /// The part of a reply that does not depend on the edit.
  struct Reply {
    /// Rejected cells with their positions.
    var rejected: ReplyList?
    /// Adds members to the reply, after watches were notified of the change.
    var extra: ((inout JSONWriter) -> Void)?
    /// Whether the session was created for this edit. It is deleted if the edit fails.
    var isNewSession = false
    /// Whether the reply has no counts and no revision, only the members that `extra` adds.
    var isBare = false
  }

  private unowned let server: Server
  private let workers: Workers
  private let sessions: SessionTable
  private let watches: WatchBoard
  /// The number of edits that changed a list.
  private(set) var changes: UInt64 = 0

  init(_ server: Server, _ sessions: SessionTable, _ watches: WatchBoard) {
    self.server = server
    self.sessions = sessions
    self.watches = watches
    workers = server.workers
  }

  /// Makes an edit, here or on a worker, after all earlier edits.
  func make(
    _ edit: some ListEdit, of session: Session, ifRevision: Int?, _ pending: PendingReply,
    _ result: inout JSONWriter, _ reply: Reply
  ) throws(RPCError) -> Outcome {
    try session.check(mayBeUsedBy: pending.call.caller.userID)
    if session.isEditing || !session.waiting.isEmpty {
      let edit = Parcel(edit)
      session.waiting.append { [self] in start(session, edit, ifRevision: ifRevision, pending, reply) }
      return .deferred
    }
    guard isSmall(edit, session, reply) else {
      try check(ifRevision, session)
      makeOnWorker(session, Parcel(edit), pending, reply)
      return .deferred
    }
    try makeHere(session, edit, ifRevision: ifRevision, reply, &result)
    return .done
  }

  /// Throws revisionConflict unless the session is at the revision.
  func check(_ ifRevision: Int?, _ session: Session) throws(RPCError) {
    if let ifRevision, ifRevision != Int(session.revision) {
      throw .revisionConflict(expected: ifRevision, actual: Int(session.revision))
    }
  }

  private func isSmall(_ edit: some ListEdit, _ session: Session, _ reply: Reply) -> Bool {
    edit.weight(in: session.list) <= LoopShare.cells && (reply.rejected?.bytes.count ?? 0) < LoopShare.bytes
  }

  /// Makes an edit that waited.
  private func start(
    _ session: Session, _ edit: Parcel<some ListEdit>, ifRevision: Int?, _ pending: PendingReply,
    _ reply: Reply
  ) {
    pending.finish { (result) throws(RPCError) in
      try session.check(mayBeUsedBy: pending.call.caller.userID)
      guard isSmall(edit.value, session, reply) else {
        try check(ifRevision, session)
        makeOnWorker(session, edit, pending, reply)
        return .deferred
      }
      try makeHere(session, edit.value, ifRevision: ifRevision, reply, &result)
      return .done
    }
  }

  private func makeHere(
    _ session: Session, _ edit: some ListEdit, ifRevision: Int?, _ reply: Reply, _ result: inout JSONWriter
  ) throws(RPCError) {
    do throws(RPCError) {
      try check(ifRevision, session)
      var list = session.list
      let outcome = try edit.apply(to: &list, revision: session.revision + 1)
      if outcome.isChange { try commit(session, list) }
      if let ending = write(outcome, session, reply, &result) { result.endObject(with: ending) }
      discardUnused(session, outcome, reply)
    } catch {
      if reply.isNewSession, session.revision == 0 { discard(session) }
      throw error
    }
  }

  private func makeOnWorker(
    _ session: Session, _ edit: Parcel<some ListEdit>, _ pending: PendingReply, _ reply: Reply
  ) {
    session.isEditing = true
    let list = session.list
    let revision = session.revision + 1
    workers.submit(isLarge: true) {
      var list = list
      return Result { () throws(RPCError) in
        let outcome = try edit.value.apply(to: &list, revision: revision)
        return (list, outcome)
      }
    } then: { [self] (made: Result<(CellList, EditResult), RPCError>) in
      session.isEditing = false
      finish(session, made, pending, reply)
      makeWaiting(session)
    }
  }

  private func finish(
    _ session: Session, _ made: Result<(CellList, EditResult), RPCError>, _ pending: PendingReply,
    _ reply: Reply
  ) {
    do throws(RPCError) {
      guard !session.isDeleted else { throw RPCError.sessionNotFound(session.name) }
      let (list, outcome) = try made.get()
      if outcome.isChange {
        let old = session.list
        try commit(session, list)
        Workers.release(consume old)
      }
      var writer = JSONWriter()
      if let ending = write(outcome, session, reply, &writer) {
        pending.finish(.success(ending), after: writer.bytes)
      } else {
        pending.finish(.success(writer.bytes))
      }
      discardUnused(session, outcome, reply)
    } catch {
      if reply.isNewSession, session.revision == 0, !session.isDeleted { discard(session) }
      pending.finish(.failure(error))
    }
  }

  /// Makes the waiting edits, up to the next one that needs a worker, within the share of each
  /// turn.
  private func makeWaiting(_ session: Session) {
    guard !session.isEditing, let next = session.waiting.popFirst() else { return }
    next()
    guard !session.isEditing, !session.waiting.isEmpty else { return }
    server.later { [self] in makeWaiting(session) }
  }

  private func commit(_ session: Session, _ list: CellList) throws(RPCError) {
    try sessions.shared.admit(list, replacing: session.list)
    // The selection mode can have changed since the edit was submitted.
    try session.settings.selection.check(list, after: session.list, path: nil)
    session.commit(list, revision: session.revision + 1)
    changes += 1
    watches.changed(session)
  }

  private func discard(_ session: Session) {
    watches.end(session)
    sessions.delete(session)
  }

  /// Deletes a session that was created for cells, if none of them was accepted.
  private func discardUnused(_ session: Session, _ outcome: EditResult, _ reply: Reply) {
    if reply.isNewSession, reply.rejected?.isEmpty == false, !outcome.isChange { discard(session) }
  }

  /// Writes a reply. If a list ends it, the reply is written up to that list, which is returned.
  private func write(
    _ outcome: EditResult, _ session: Session, _ reply: Reply, _ result: inout JSONWriter
  ) -> [UInt8]? {
    result.beginObject()
    if !reply.isBare {
      result.name("revision")
      result.integer(session.revision)
      for count in outcome.counts {
        result.name(count.name)
        result.integer(count.value)
      }
    }
    reply.extra?(&result)
    guard let list = outcome.missing ?? reply.rejected, !list.isEmpty else {
      result.endObject()
      return nil
    }
    result.name(list.name)
    return list.bytes
  }
}
