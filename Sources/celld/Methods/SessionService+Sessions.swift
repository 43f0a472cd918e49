import CellEngine
import CellProtocol

extension SessionService {
  func createSession(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let name = params.name("session") ?? ""
    if let session = try table.session(named: name, for: call.caller.userID) {
      guard params.bool("ifAbsent") else { throw .sessionExists(name) }
      return info(session, &result)
    }
    let settings = try settings(params, from: SessionSettings())
    info(try table.create(name, owner: call.caller.userID, settings: settings), &result)
  }

  func configureSession(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    try session.configure(try settings(params, from: session.settings))
    if !session.settings.isShared { sendOffOthers(session) }
    watches.changedLayouts(of: session)
    info(session, &result)
  }

  /// Ends what users have of the session who may not use it any more.
  private func sendOffOthers(_ session: Session) {
    watches.endUnadmitted(session)
    for connection in Array(session.staged.keys) {
      guard let user = server.caller(of: connection)?.userID, !session.admits(userID: user) else { continue }
      unstage(session, connection)
    }
  }

  func listSessions(_ params: Params, _ call: Call, _ result: inout JSONWriter) -> Outcome {
    let sessions = table.sessions(for: call.caller.userID, prefix: params.string("prefix") ?? "")
    let infos = sessions.map(SessionInfo.init)
    guard infos.count > LoopShare.writtenCells else {
      SessionInfo.write(infos, to: &result)
      return .done
    }
    workers.submit {
      var writer = JSONWriter()
      SessionInfo.write(infos, to: &writer)
      return writer.bytes
    } then: { [self] bytes in
      server.finish(call, .success(bytes))
    }
    return .deferred
  }

  func deleteSession(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    watches.end(session)
    table.delete(session)
    Workers.release(session.takeList())
    result.raw("{}")
  }

  func info(_ session: Session, _ result: inout JSONWriter) {
    SessionInfo(session).write(to: &result)
  }

  private func settings(_ params: Params, from old: SessionSettings) throws(RPCError) -> SessionSettings {
    var settings = old
    if let name = params.string("profile") {
      guard let profile = Profile.named(name) else {
        throw .unsupported("The profile \(name)", path: "/profile")
      }
      settings.profile = profile
    }
    if let name = params.string("selection"), let mode = SelectionMode(rawValue: name) {
      settings.selection = mode
    }
    if let preserve = params["preserve"] {
      settings.preserve =
        preserve.kind == .array
        ? .slots(preserve.elements.compactMap { $0.string.flatMap(Slot.init) }) : .auto
    }
    if params["shared"] != nil { settings.isShared = params.bool("shared") }
    return settings
  }
}
