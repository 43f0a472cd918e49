import CellProtocol

extension SessionCreateMethod: Handler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let name = call.params.name("session") ?? ""
    let sessions = call.context.sessions
    if let session = sessions.session(named: name, for: call.caller.userID) {
      guard call.params.bool("ifAbsent") else { throw .sessionExists(name) }
      SessionSnapshot(session).write(to: &result)
      return .done
    }
    let settings = try call.params.settings(changing: SessionSettings())
    let session = try sessions.create(name, owner: call.caller.userID, settings: settings)
    SessionSnapshot(session).write(to: &result)
    return .done
  }
}
