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
    let session = try ownSession(params, call)
    let settings = try settings(params, from: session.settings)
    if settings.selection == .single, session.list.summary.selected > 1 {
      throw .tooManySelected(session.list.summary.selected)
    }
    try session.configure(settings)
    if !session.settings.isShared { sendOffOthers(session) }
    watches.changedLayouts(of: session)
    info(session, &result)
  }

  /// The session that the parameters name, for what its owner alone may do to it.
  private func ownSession(_ params: Params, _ call: Call) throws(RPCError) -> Session {
    let session = try session(params, call)
    guard session.owner == call.caller.userID else { throw .notTheOwner(session.name) }
    return session
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
    // No name begins with more.
    if let prefix = params["prefix"]?.utf8, prefix.count > 256 {
      SessionInfo.write([], to: &result)
      return .done
    }
    let prefix = params.string("prefix") ?? ""
    let (sessions, last) = table.sessions(
      for: call.caller.userID, prefix: prefix, after: nil, atMost: LoopShare.writtenCells)
    let infos = sessions.map(SessionInfo.init)
    guard last != nil else {
      SessionInfo.write(infos, to: &result)
      return .done
    }
    list(prefix, after: last, [infos], call)
    return .deferred
  }

  /// Collects what there is to tell of sessions, some of them a turn, and has a worker write it.
  private func list(_ prefix: String, after last: String?, _ parts: [[SessionInfo]], _ call: Call) {
    guard let last else {
      workers.submit {
        var writer = JSONWriter()
        SessionInfo.write(Array(parts.joined()), to: &writer)
        return writer.bytes
      } then: { [self] bytes in
        server.finish(call, .success(bytes))
      }
      return
    }
    server.later { [self] in
      let (sessions, next) = table.sessions(
        for: call.caller.userID, prefix: prefix, after: last, atMost: LoopShare.cells)
      list(prefix, after: next, parts + [sessions.map(SessionInfo.init)], call)
    }
  }

  func deleteSession(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try ownSession(params, call)
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
