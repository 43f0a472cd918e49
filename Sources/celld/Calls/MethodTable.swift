import CellEngine
import CellProtocol

/// The methods of the protocol with their handlers: checks and dispatches requests. Belongs to the
/// loop.
final class MethodTable {
  let context: MethodContext

  /// The handlers, in the order of ``Methods/all``.
  static let handlers: [any Handler.Type] = Methods.all.map { method in
    guard let handler = method as? any Handler.Type else {
      preconditionFailure("the method \(method.name) has no handler")
    }
    return handler
  }

  /// - Throws: SystemError if the loop has no room for the handles that notifications need.
  init(_ server: Server, fonts: (any FontSource)? = nil) throws(SystemError) {
    context = try MethodContext(server, fonts: fonts)
  }

  /// The methods as the server calls them.
  var service: Service {
    let context = context
    var service = Service()
    service.readContent = { ReadParams(result: Params.read($0)) }
    service.dispatch = { [self] request, call, result throws(RPCError) in
      try dispatch(request, call, &result)
    }
    service.isRead = { request in
      Methods.index(of: request).map { Self.handlers[$0].isRead } ?? false
    }
    service.turnEnds = { context.watches.flush() }
    service.connectionWritable = { context.watches.writable($0) }
    service.connectionClosed = { connection in
      context.watches.closed(connection)
      context.staging.closed(connection)
    }
    service.holdsSessions = { context.sessions.count > 0 }
    service.close = {
      context.watches.close()
      context.trimmer.close()
    }
    return service
  }

  private func dispatch(
    _ request: Request, _ call: Call, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard let place = Methods.index(of: request) else {
      throw .methodNotFound(request.method, known: Methods.names)
    }
    let handler = Self.handlers[place]
    let params: Params
    do throws(RPCError) {
      params = try ((call.content?.value as? ReadParams)?.result ?? Params.read(request)).get()
    } catch {
      handler.refused(MethodCall(context, call, Params(refused: request)))
      throw error
    }
    return try answer(MethodCall(context, call, params), handler, &result)
  }

  /// Answers a call, after its fonts are loaded.
  ///
  /// Loading takes a worker some milliseconds: fontconfig reads and sorts files. Views may change
  /// in the meantime, so the call may need other fonts after that.
  private func answer(
    _ call: MethodCall, _ handler: any Handler.Type, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard let source = context.fonts else { return try handler.answer(call, &result) }
    let needed = try handler.fonts(for: call)
    guard !needed.isEmpty else { return try handler.answer(call, &result) }
    var call = call
    let missing = call.fonts.take(needed, from: source)
    guard !missing.isEmpty else { return try handler.answer(call, &result) }
    let detached = call.detached()
    context.workers.submit {
      LoadedFonts(missing, from: source)
    } then: { [self] loaded in
      var call = detached
      call.fonts.add(loaded)
      call.reply.finish { (result) throws(RPCError) in try self.answer(call, handler, &result) }
    }
    return .deferred
  }
}
