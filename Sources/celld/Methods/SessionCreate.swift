import CellProtocol
import CellWire

extension SessionCreateMethod: Handler {
  static var showsOwners: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    // Another daemon can make a session of that name first. Then the request is answered again.
    let call = call.context.journal.isShared ? call.detached() : call
    let again = { call.reply.finish { (result) throws(RPCError) in try answer(call, &result) } }
    let name = call.params.name("session") ?? ""
    let sessions = call.context.sessions
    let owner = try call.owner()
    if let session = try call.knownSession(isVisible: false) {
      if call.params.bool("ifAbsent") {
        guard !session.isVisible else {
          call.info(of: session).write(to: &result)
          return .done
        }
        session.held.append(
          HeldChange(isReady: true, again: Session.WaitingChange(start: again)) { finish(call, session, $0) })
        return .deferred
      }
      // The shared session of another user does not keep its name from the caller.
      guard session.owner != (owner ?? call.caller.userID) else { throw .sessionExists(name) }
    }
    // Nobody creates sessions for others.
    if let owner, owner != call.caller.userID { _ = try call.session() }
    let journal = call.context.journal
    let settings = try call.params.settings(changing: call.newSettings, obstacle: journal.obstacle)
    try journal.check(.written)
    let session = try sessions.create(name, owner: call.caller.userID, settings: settings)
    guard journal.store != nil, settings.durability.storage > .memory else {
      call.context.edits.create(session)
      call.info(of: session).write(to: &result)
      return .done
    }
    call.context.edits.create(session, again: again) { finish(call, session, $0) }
    return .deferred
  }

  private static func finish(_ call: MethodCall, _ session: Session, _ error: RPCError?) {
    if let error { return call.finish(.failure(error)) }
    var writer = JSONWriter()
    call.info(of: session).write(to: &writer)
    call.finish(.success(writer.bytes))
  }
}
