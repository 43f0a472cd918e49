import CellEngine
import CellProtocol

/// A call of a method, with validated parameters.
struct MethodCall {
  let context: MethodContext
  private(set) var params: Params
  /// The document of the parameters, if it lives longer than the call.
  private(set) var document: Parcel<JSONDocument>?
  /// Fonts that were loaded for this call.
  var fonts = LoadedFonts()
  /// The reply, if the call is deferred.
  let reply: PendingReply

  init(_ context: MethodContext, _ call: Call, _ params: Params) {
    self.context = context
    reply = PendingReply(context.server, call)
    self.params = params
    document = call.document
  }

  var caller: Caller { reply.call.caller }
  /// Whether the result is dropped, because the call is a notification or its client has left.
  var isNotification: Bool { reply.call.isNotification }

  /// The maximum number of bytes of rows or cells in the reply.
  var replyLimit: Int { context.server.replyLimit(of: caller.connection) }

  /// The session that the parameters name.
  func session() throws(RPCError) -> Session {
    try context.sessions.existing(params.name("session") ?? "", for: caller.userID)
  }

  /// The session that the parameters name, for changes that only its owner may make.
  func ownSession() throws(RPCError) -> Session {
    let session = try session()
    guard session.owner == caller.userID else { throw .notTheOwner(session.name) }
    return session
  }

  /// The view that the parameters name or describe, or `main`.
  func view(of session: Session) throws(RPCError) -> View {
    guard let environment = params["environment"] else {
      return try session.existingView(named: params.name("view") ?? Session.mainView)
    }
    guard params["view"] == nil else {
      throw .invalidParams(
        "view and environment exclude each other; remove one of them.", path: "/environment")
    }
    do throws(RPCError) {
      return try session.view(of: environment, fonts)
    } catch {
      throw error.inside("/environment")
    }
  }

  // MARK: Deferred replies

  /// Sends the result of a deferred call: its JSON, or an error.
  ///
  /// - Parameter head: the beginning of the result, if it is in two parts.
  func finish(_ result: Result<[UInt8], RPCError>, after head: [UInt8] = []) {
    reply.finish(result, after: head)
  }

  /// Has a worker write the result.
  func finishOnWorker(
    _ write: @escaping @Sendable (inout JSONWriter) throws(RPCError) -> Void
  ) -> Outcome {
    let reply = reply
    context.workers.submit {
      Result { () throws(RPCError) in
        var writer = JSONWriter()
        try write(&writer)
        return writer.bytes
      }
    } then: { result in
      reply.finish(result)
    }
    return .deferred
  }

  /// Makes an edit of a session. The call's `ifRevision` must be the revision of the session.
  func make(
    _ edit: some ListEdit, of session: Session, _ result: inout JSONWriter,
    _ content: EditQueue.Reply = EditQueue.Reply()
  ) throws(RPCError) -> Outcome {
    try context.edits.make(
      edit, of: session, ifRevision: params.integer("ifRevision"), reply, &result, content)
  }

  /// Returns the call with a copy of the parameters, which does not depend on the memory of their
  /// line.
  func detached() -> MethodCall {
    guard document == nil, let object = params.object,
      let copy = try? JSONDocument(object.raw, depth: context.limits.depth)
    else { return self }
    var call = self
    call.document = Parcel(copy, isLarge: false)
    call.params = Params(valid: copy.root)
    return call
  }
}
