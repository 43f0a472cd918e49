import CellProtocol

extension CellsPushMethod: Handler {
  static var kind: RequestKind { .edit }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let name = call.params.name("session") ?? ""
    let position = call.params.position
    let owner = try call.owner()
    return try call.decodeCells(&result) { decoded, result throws(RPCError) in
      var reply = EditQueue.Reply(rejected: decoded.rejected)
      let session = try session(name, owner: owner, call, &reply)
      let edit = PushEdit(
        cells: decoded.cells, byteCount: decoded.byteCount, position: position,
        selection: session.settings.selection)
      return try call.make(edit, of: session, &result, reply)
    }
  }

  /// The session of that name, which is created if it does not exist. Nobody creates sessions for
  /// others.
  private static func session(
    _ name: String, owner: UInt32?, _ call: MethodCall, _ reply: inout EditQueue.Reply
  ) throws(RPCError) -> Session {
    let sessions = call.context.sessions
    let userID = call.caller.userID
    if let session = sessions.session(named: name, for: userID, owner: owner, isVisible: false) {
      return session
    }
    if let owner, owner != userID { return try sessions.existing(name, for: userID, owner: owner) }
    if let ifRevision = call.params.integer("ifRevision"), ifRevision != 0 {
      throw .revisionConflict(expected: ifRevision, actual: 0)
    }
    reply.isNewSession = true
    return try sessions.create(name, owner: userID, settings: call.newSettings)
  }
}
