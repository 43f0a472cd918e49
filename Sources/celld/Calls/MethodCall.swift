import CellEngine
import CellWire

/// A call of a method, with validated parameters.
struct MethodCall {
  let context: MethodContext
  private(set) var params: Params
  /// The document of the parameters, if it lives longer than the call.
  private(set) var document: Parcel<JSONDocument>?
  /// Fonts that were loaded for this call.
  var fonts = LoadedFonts()
  /// The user whom the parameter `owner` names, after a worker has looked the name up.
  var lookedUpOwner: UInt32?
  /// Whether the call has waited for the revision that it names.
  var hasWaited = false
  /// The end of its waits, once it has asked for the news of other daemons.
  var due: UInt64?
  /// The reply, if the call is deferred.
  private(set) var reply: PendingReply

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

  /// The settings of a new session.
  var newSettings: SessionSettings {
    var settings = SessionSettings()
    settings.durability = context.journal.level
    return settings
  }

  /// Keeps the session that the parameters name loaded until the call is answered.
  mutating func useSession() {
    guard reply.use == nil, let session = try? session() else { return }
    reply.use = SessionUse(session)
  }

  /// The session that the parameters name.
  func session() throws(RPCError) -> Session {
    try context.sessions.existing(params.name("session") ?? "", for: caller.userID, owner: owner())
  }

  /// The session that the parameters name, if the caller may use it.
  ///
  /// - Parameter isVisible: whether to leave out sessions whose creation is not visible yet.
  func knownSession(isVisible: Bool = true) throws(RPCError) -> Session? {
    try context.sessions.session(
      named: params.name("session") ?? "", for: caller.userID, owner: owner(), isVisible: isVisible)
  }

  /// The session that the parameters name, for its end. Root may delete every session, but must
  /// name the owner of a private one.
  func sessionToDelete() throws(RPCError) -> Session {
    guard caller.userID == 0 else { return try ownSession() }
    let name = params.name("session") ?? ""
    let owner = try owner()
    if let session = context.sessions.session(named: name, for: caller.userID, owner: owner) {
      return session
    }
    guard context.sessions.hasSession(named: name) else { return try session() }
    guard let owner else { throw .ownerNeeded(name) }
    if let session = context.sessions.session(named: name, for: owner, owner: owner) { return session }
    return try session()
  }

  /// The user whose sessions the parameters mean; `nil` for all users.
  func owner() throws(RPCError) -> UInt32? {
    guard let owner = params.name("owner") else { return nil }
    guard let known = known(owner) ?? lookedUpOwner else { throw .unknownUser(owner) }
    return known
  }

  /// The user of a name or number, without looking the name up.
  private func known(_ owner: String) -> UInt32? {
    if owner == "me" { return caller.userID }
    return UInt32(owner) ?? context.users.id(of: owner)
  }

  /// The users that must be looked up before the call is answered.
  func unknownUsers(showsOwners: Bool) -> UserNames.Question {
    var question = UserNames.Question()
    if let owner = params.name("owner"), known(owner) == nil, Int(owner) == nil { question.name = owner }
    guard showsOwners else { return question }
    let owners = context.sessions.owners.union([caller.userID])
    question.ids = owners.filter { !context.users.isKnown($0) }
    return question
  }

  /// The properties of a session.
  func info(of session: Session) -> SessionSnapshot {
    SessionSnapshot(session, ownerName: context.users.name(of: session.owner))
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
      return try session.view(of: environment, fonts, for: caller.userID)
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

  /// Has a worker write the result of a call that changes nothing. Nothing is written for a client
  /// that has left.
  func finishOnWorker(
    _ lane: WorkLane = .heavy,
    _ write: @escaping @Sendable (inout JSONWriter, Interruption) throws(RPCError) -> Void
  ) -> Outcome {
    let reply = reply
    context.workers.submit(readClaim(lane), from: ()) { (_, clock) -> Result<[UInt8], RPCError>? in
      Result { () throws(RPCError) in
        var writer = JSONWriter()
        try write(&writer, clock.interruption)
        return writer.bytes
      }
    } then: { result in
      reply.finish(result ?? .failure(.clientLeft))
    }
    return .deferred
  }

  /// The claim of work that must be done even if the client leaves.
  func claim(_ lane: WorkLane = .heavy) -> WorkClaim { WorkClaim(owner: caller.owner, lane: lane) }

  /// The claim of work for a call that changes nothing. It is abandoned if the client leaves.
  func readClaim(_ lane: WorkLane = .heavy) -> WorkClaim {
    let (server, connection) = (context.server, caller.connection)
    return WorkClaim(owner: caller.owner, lane: lane) { [unowned server] in !server.hasLeft(connection) }
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
    var call = self
    if reply.charge == nil {
      let bytes = Charge.bytes(of: params.object)
      call.reply.charge = Charge(context.sessions.shared, of: caller.userID, bytes: bytes)
    }
    guard document == nil, let object = params.object,
      let copy = try? JSONDocument(object.raw, depth: context.limits.depth)
    else { return call }
    call.document = Parcel(copy, isLarge: false)
    call.params = Params(valid: copy.root)
    return call
  }
}
