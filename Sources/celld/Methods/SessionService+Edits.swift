import CellEngine
import CellProtocol

extension SessionService {
  /// What goes into the reply beside the edit's own counts.
  struct EditReply {
    /// Cells that were turned down, with their places.
    var rejected: ReplyList?
    /// Called where the edit succeeded, after its change was told; adds members to the reply.
    var extra: ((inout JSONWriter) -> Void)?
    /// Whether the session was made for this edit, and goes if it fails.
    var isNewSession = false
    /// Leaves the edit's counts and the revision out.
    var isBare = false
  }

  /// Makes an edit, here or on a worker, after those that came before it.
  func edit(
    _ session: Session, _ edit: some ListEdit, ifRevision: Int?, _ call: Call, _ result: inout JSONWriter,
    _ reply: EditReply = EditReply()
  ) throws(RPCError) -> Outcome {
    try checkUse(session, call)
    if session.isEditing || !session.waiting.isEmpty {
      let edit = Parcel(edit)
      session.waiting.append { [self] in start(session, edit, ifRevision: ifRevision, call, reply) }
      return .deferred
    }
    guard isLittle(edit, session, reply) else {
      try check(ifRevision, session)
      startHeavy(session, Parcel(edit), call, reply)
      return .deferred
    }
    try make(session, edit, ifRevision: ifRevision, reply, &result)
    return .done
  }

  private func isLittle(_ edit: some ListEdit, _ session: Session, _ reply: EditReply) -> Bool {
    edit.weight(in: session.list) <= LoopShare.cells && (reply.rejected?.bytes.count ?? 0) < LoopShare.bytes
  }

  /// Checks again what was true when the call came: that the session is there, and that the caller may use
  /// it.
  func checkUse(_ session: Session, _ call: Call) throws(RPCError) {
    guard !session.isDeleted else { throw .sessionNotFound(session.name) }
    guard session.admits(userID: call.caller.userID) else { throw .accessDenied(session.name) }
  }

  private func start(
    _ session: Session, _ edit: Parcel<some ListEdit>, ifRevision: Int?, _ call: Call, _ reply: EditReply
  ) {
    do throws(RPCError) {
      try checkUse(session, call)
      if !isLittle(edit.value, session, reply) {
        try check(ifRevision, session)
        return startHeavy(session, edit, call, reply)
      }
      var writer = JSONWriter()
      try make(session, edit.value, ifRevision: ifRevision, reply, &writer)
      server.finish(call, .success(writer.bytes))
    } catch {
      server.finish(call, .failure(error))
    }
  }

  private func make(
    _ session: Session, _ edit: some ListEdit, ifRevision: Int?, _ reply: EditReply,
    _ result: inout JSONWriter
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

  private func startHeavy(
    _ session: Session, _ edit: Parcel<some ListEdit>, _ call: Call, _ reply: EditReply
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
      finish(session, made, call, reply)
      goOn(session)
    }
  }

  private func finish(
    _ session: Session, _ made: Result<(CellList, EditResult), RPCError>, _ call: Call, _ reply: EditReply
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
        server.finish(call, .success(ending), after: writer.bytes)
      } else {
        server.finish(call, .success(writer.bytes))
      }
      discardUnused(session, outcome, reply)
    } catch {
      if reply.isNewSession, session.revision == 0, !session.isDeleted { discard(session) }
      server.finish(call, .failure(error))
    }
  }

  /// Makes the edits that wait, up to the next that takes a worker, within the share of each turn.
  private func goOn(_ session: Session) {
    guard !session.isEditing, let next = session.waiting.popFirst() else { return }
    next()
    guard !session.isEditing, !session.waiting.isEmpty else { return }
    server.later { [self] in goOn(session) }
  }

  func check(_ ifRevision: Int?, _ session: Session) throws(RPCError) {
    if let ifRevision, ifRevision != Int(session.revision) {
      throw .revisionConflict(expected: ifRevision, actual: Int(session.revision))
    }
  }

  private func commit(_ session: Session, _ list: CellList) throws(RPCError) {
    try table.admit(list, for: session)
    // The mode may have been changed while the edit was made, or waited.
    try session.settings.selection.check(list, after: session.list, path: nil)
    session.commit(list, revision: session.revision + 1)
    counters.changes += 1
    watches.changed(session)
  }

  private func discard(_ session: Session) {
    watches.end(session)
    table.delete(session)
  }

  /// Where every cell was turned down, nothing was pushed that a session could be made for.
  private func discardUnused(_ session: Session, _ outcome: EditResult, _ reply: EditReply) {
    if reply.isNewSession, reply.rejected?.isEmpty == false, !outcome.isChange { discard(session) }
  }

  /// Writes a reply; or all of it up to the list that ends it, and gives that.
  private func write(
    _ outcome: EditResult, _ session: Session, _ reply: EditReply, _ result: inout JSONWriter
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
