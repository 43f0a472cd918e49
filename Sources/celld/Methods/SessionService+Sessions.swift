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

  func listSessions(_ params: Params, _ call: Call, _ result: inout JSONWriter) {
    let prefix = params.string("prefix") ?? ""
    result.beginObject()
    result.name("sessions")
    result.beginArray()
    for session in table.sessions(for: call.caller.userID, prefix: prefix) { info(session, &result) }
    result.endArray()
    result.endObject()
  }

  func deleteSession(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let session = try session(params, call)
    watches.end(session)
    table.delete(session)
    workers.release(session.takeList())
    result.raw("{}")
  }

  func info(_ session: Session, _ result: inout JSONWriter) {
    result.object { result in
      result.name("session")
      result.string(session.name)
      result.name("owner")
      result.integer(session.owner)
      result.name("profile")
      result.string(session.settings.profile.name)
      result.name("selection")
      result.string(session.settings.selection.rawValue)
      result.name("preserve")
      switch session.settings.preserve {
      case .auto: result.string("auto")
      case .slots(let slots): result.array { result in for slot in slots { result.string(slot.rawValue) } }
      }
      result.name("shared")
      result.bool(session.settings.isShared)
      result.name("count")
      result.integer(session.list.count)
      result.name("revision")
      result.integer(session.revision)
      result.name("bytes")
      result.integer(session.list.summary.bytes)
      result.name("views")
      result.array { result in for view in session.views { result.string(view.name ?? "") } }
    }
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
