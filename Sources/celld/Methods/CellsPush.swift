import CellProtocol
import CellWire

extension CellsPushMethod: Handler {
  static var kind: RequestKind { .edit }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    // Another daemon can make the session first. Then the request is made again.
    let call = call.context.journal.isShared && mayCreate(call) ? call.detached() : call
    return try call.decodeCells(&result) { decoded, result throws(RPCError) in
      try push(decoded, call, &result)
    }
  }

  private static func push(
    _ decoded: CellDecoder.Decoded, _ call: MethodCall, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    var reply = EditQueue.Reply(rejected: decoded.rejected)
    if call.context.journal.isShared, mayCreate(call) {
      reply.lookUpAgain = {
        call.reply.finish { (result) throws(RPCError) in try push(decoded, call, &result) }
      }
    }
    let session = try session(call.params.name("session") ?? "", owner: try call.owner(), call, &reply)
    guard session.isLoaded else {
      // Another daemon made it since the request came.
      call.context.loader.load(session) { error in
        call.reply.finish { (result) throws(RPCError) in
          if let error { throw error }
          return try push(decoded, call, &result)
        }
      }
      return .deferred
    }
    let edit = PushEdit(
      cells: decoded, position: call.params.position, selection: session.settings.selection)
    return try call.make(edit, of: session, &result, reply)
  }

  /// Whether the call makes a session, or is for one that is not visible yet.
  private static func mayCreate(_ call: MethodCall) -> Bool { (try? call.knownSession()) == nil }

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
