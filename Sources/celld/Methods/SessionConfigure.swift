import CellEngine
import CellProtocol

extension SessionConfigureMethod: Handler {
  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    let session = try call.ownSession()
    return session.fontRequests(for: try call.params.settings(changing: session.settings))
  }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try call.ownSession()
    let settings = try call.params.settings(changing: session.settings)
    if settings.selection == .single, session.list.summary.selected > 1 {
      throw .tooManySelected(session.list.summary.selected)
    }
    try session.configure(settings, call.fonts)
    if !settings.isShared { excludeOthers(session, call.context) }
    call.context.watches.changedLayouts(of: session)
    SessionSnapshot(session).write(to: &result)
    return .done
  }

  /// Ends the watches and drops the staged cells of users who may not use the session any more.
  private static func excludeOthers(_ session: Session, _ context: MethodContext) {
    context.watches.endUnadmitted(session)
    for connection in Array(session.staged.keys) {
      guard let user = context.server.caller(of: connection)?.userID, !session.admits(userID: user) else {
        continue
      }
      context.staging.drop(session, connection)
    }
  }
}
