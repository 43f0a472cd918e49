import CellProtocol

extension SessionCreateMethod: Handler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let name = call.params.name("session") ?? ""
    let sessions = call.context.sessions
    if let session = sessions.session(named: name, for: call.caller.userID) {
      if call.params.bool("ifAbsent") {
        SessionSnapshot(session).write(to: &result)
        return .done
      }
      // The shared session of another user does not keep its name from the caller.
      guard session.owner != call.caller.userID else { throw .sessionExists(name) }
    }
    let settings = try call.params.settings(changing: SessionSettings())
    let session = try sessions.create(name, owner: call.caller.userID, settings: settings)
    SessionSnapshot(session).write(to: &result)
    return .done
  }
}
