import CellEngine
import CellProtocol
import CellWire

/// The methods of the protocol with their handlers: checks and dispatches requests. Belongs to the
/// loop.
final class MethodTable {
  let context: MethodContext

  /// The maximum wait for a revision in milliseconds, unless the call has another.
  private static let timeout = 1_000
  /// The wait before a client tries again, in milliseconds.
  private static let patience = 1_000

  /// The handlers, in the order of ``Methods/all``.
  static let handlers: [any Handler.Type] = Methods.all.map { method in
    guard let handler = method as? any Handler.Type else {
      preconditionFailure("the method \(method.name) has no handler")
    }
    return handler
  }

  /// - Throws: SystemError if the loop has no room for the handles that notifications need.
  ///
  /// - Parameters:
  ///   - firstLayout: the number before that of the first layout.
  init(
    _ server: Server, fonts: (any FontSource)? = nil, journal: Journal? = nil,
    instance: UInt64 = .random(in: 1 ... .max), firstLayout: UInt64 = 0
  ) throws(SystemError) {
    context = try MethodContext(
      server, fonts: fonts, journal ?? Journal(log: server.log), instance: instance, firstLayout: firstLayout)
  }

  /// The methods as the server calls them.
  var service: Service {
    let context = context
    var service = Service()
    service.readContent = { ReadParams(result: Params.read($0)) }
    service.dispatch = { [self] request, call, result throws(RPCError) in
      try dispatch(request, call, &result)
    }
    service.kind = { request in
      Methods.index(of: request).map { Self.handlers[$0].kind(of: request) } ?? .other
    }
    service.turnEnds = {
      context.revisions.look()
      context.watches.flush()
      context.journal.endTurn()
    }
    service.connectionWritable = { context.watches.writable($0) }
    service.connectionClosed = { connection in
      context.watches.closed(connection)
      context.staging.closed(connection)
    }
    service.holdsSessions = { context.journal.store == nil && context.sessions.count > 0 }
    service.finish = { milliseconds, then in context.journal.close(within: milliseconds, then: then) }
    service.limitsChanged = { context.sessions.shared.limits = context.limits }
    service.reload = { [self] in reload() }
    service.close = {
      context.watches.close()
      context.trimmer.close()
      context.loader.close()
      context.journal.close()
      context.shared?.close()
      context.revisions.close()
    }
    return service
  }

  /// Forgets the names of users, and reads the fonts of all views again.
  private func reload() {
    context.users.forget()
    guard let source = context.fonts else { return }
    let requests = Set(context.sessions.all.flatMap(\.fontRequests))
    context.workers.submit(WorkClaim(owner: .daemon, lane: .ahead)) {
      source.reload()
      return LoadedFonts(Array(requests), from: source)
    } then: { [self] fonts in
      for session in context.sessions.all {
        context.server.later { [self] in
          guard !session.isDeleted else { return }
          session.replaceFonts(fonts)
          context.watches.changedLayouts(of: session)
        }
      }
    }
  }

  private func dispatch(
    _ request: Request, _ call: Call, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard let place = Methods.index(of: request) else {
      throw .methodNotFound(request.method, known: Methods.names)
    }
    let handler = Self.handlers[place]
    // What was read of a long request is free soon, and takes several times as much as its text.
    if call.document != nil { context.trimmer.note(freed: 4 * (request.params?.raw.count ?? 0)) }
    let params: Params
    do throws(RPCError) {
      params = try ((call.content?.value as? ReadParams)?.result ?? Params.read(request)).get()
    } catch {
      handler.refused(MethodCall(context, call, Params(refused: request)))
      throw error
    }
    return try answerWithUsers(MethodCall(context, call, params), handler, &result)
  }

  /// Answers a call, after the users that it names are looked up.
  private func answerWithUsers(
    _ call: MethodCall, _ handler: any Handler.Type, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let question = call.unknownUsers(showsOwners: handler.showsOwners)
    guard !question.isEmpty else { return try answer(call, handler, &result) }
    let detached = call.detached()
    context.workers.submit(call.claim()) {
      question.answer()
    } then: { [self] answer in
      context.users.keep(answer)
      var call = detached
      call.lookedUpOwner = answer.found?.id
      call.reply.finish { (result) throws(RPCError) in try self.answer(call, handler, &result) }
    }
    return .deferred
  }

  /// Answers a call, after its session is loaded.
  private func answer(
    _ call: MethodCall, _ handler: any Handler.Type, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    var call = call
    if context.journal.isShared {
      if call.due == nil, call.params["minRevision"] != nil { return answerWithNews(call, handler) }
      call.useSession()
    }
    guard handler.needsCells, context.journal.store != nil, let session = try? call.session(),
      !session.isLoaded
    else { return try answerAtRevision(call, handler, &result) }
    return answerLater(call, handler) { context.loader.load(session, then: $0) }
  }

  /// Answers a call, after its session is at the revision that the call names.
  private func answerAtRevision(
    _ call: MethodCall, _ handler: any Handler.Type, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    if let revision = call.params.integer("minRevision"), let session = try? call.session(),
      session.revision < UInt64(revision)
    {
      let due = call.due ?? self.due(call)
      try context.sessions.shared.admit(
        growth: Charge.bytes(of: call.params.object), of: call.caller.userID)
      return answerLater(call, handler) { answer in
        context.revisions.wait(
          until: { session.isDeleted || session.revision >= UInt64(revision) }, due: due,
          while: call.readClaim().isWanted
        ) {
          let found = session.revision
          if session.isDeleted { return answer(.sessionNotFound(session.name)) }
          answer(
            found >= UInt64(revision)
              ? nil : .busy(retryAfter: Self.patience, revision: found, awaited: UInt64(revision)))
        }
      }
    }
    // A client can know a revision from another daemon. This one is about to see it.
    if context.journal.isShared, !call.hasWaited, let revision = call.params.integer("ifRevision"),
      let session = try? call.session(), session.head.revision < UInt64(revision)
    {
      var call = call
      call.hasWaited = true
      return answerLater(call, handler) { answer in
        context.revisions.wait(
          until: { session.isDeleted || session.revision >= UInt64(revision) }, due: due(call),
          // A change is made even if its client leaves.
          while: { true }
        ) { answer(nil) }
      }
    }
    return try answerWithFonts(call, handler, &result)
  }

  /// The end of the time that a call may wait.
  private func due(_ call: MethodCall) -> UInt64 {
    context.server.loop.now + UInt64(call.params.integer("timeout") ?? Self.timeout)
  }

  /// Answers a call after this daemon knows all that others have done until now: its session can
  /// be new, or deleted.
  private func answerWithNews(_ call: MethodCall, _ handler: any Handler.Type) -> Outcome {
    guard let shared = context.shared else { return .done }
    var call = call
    let due = due(call)
    call.due = due
    let number = shared.listen()
    return answerLater(call, handler) { answer in
      let isOver = { [self] in shared.heard >= number || context.journal.away != nil }
      context.revisions.wait(until: isOver, due: due, while: call.readClaim().isWanted) { [self] in
        guard (try? call.session()) == nil else { return answer(nil) }
        let away = context.journal.away.map { RPCError.storageFailed($0, applied: .no) }
        answer(away ?? (shared.heard < number ? .busy(retryAfter: Self.patience) : nil))
      }
    }
  }

  /// Answers a call again from ``answer(_:_:_:)`` on, after something that it needs.
  ///
  /// - Parameter wait: calls its argument when that is there, or with the error that is the answer.
  private func answerLater(
    _ call: MethodCall, _ handler: any Handler.Type, _ wait: (@escaping (RPCError?) -> Void) -> Void
  ) -> Outcome {
    let detached = call.detached()
    wait { [self] error in
      detached.reply.finish { (result) throws(RPCError) in
        if let error { throw error }
        return try answer(detached, handler, &result)
      }
    }
    return .deferred
  }

  /// Answers a call, after its fonts are loaded.
  ///
  /// Loading takes a worker some milliseconds: fontconfig reads and sorts files. Views may change
  /// in the meantime, so the call may need other fonts after that.
  private func answerWithFonts(
    _ call: MethodCall, _ handler: any Handler.Type, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard let source = context.fonts else { return try handler.answer(call, &result) }
    // Rows in points follow later, when the fonts are read.
    if source.hasNewFonts { reload() }
    let needed = try handler.fonts(for: call)
    guard !needed.isEmpty else { return try handler.answer(call, &result) }
    var call = call
    let missing = call.fonts.take(needed, from: source)
    guard !missing.isEmpty else { return try handler.answer(call, &result) }
    let detached = call.detached()
    context.workers.submit(call.claim(.light)) {
      LoadedFonts(missing, from: source)
    } then: { [self] loaded in
      var call = detached
      call.fonts.add(loaded)
      call.reply.finish { (result) throws(RPCError) in try self.answer(call, handler, &result) }
    }
    return .deferred
  }
}
