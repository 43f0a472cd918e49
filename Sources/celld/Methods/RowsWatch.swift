import CellProtocol

extension RowsWatchMethod: ViewHandler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    // Without an id, no reply could name the subscription. Don't open a watch for a disconnected
    // client either.
    guard !call.isNotification, call.context.server.caller(of: call.caller.connection) != nil else {
      result.raw("{}")
      return .done
    }
    let session = try call.session()
    return try answer(call, session, call.view(of: session), &result)
  }

  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let limits = call.context.limits
    let watches = call.context.watches
    var request = try call.rowRequest(view.style.unit)
    if let count = request.window.count, count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    guard watches.count(of: call.caller.connection) < limits.subscriptions else {
      throw .limitExceeded(.subscriptions, scope: .connection, max: limits.subscriptions)
    }
    if let revision = session.knownRevision(call, view, request.form) { request.known = .since(revision) }
    request.maximumCount = limits.window
    request.wantsTags = true
    let watch = watches.open(
      call.caller, session, view, request, interval: UInt64(max(0, call.params.integer("interval") ?? 0)),
      wantsEvents: call.params.bool("events"))
    return try pullRows(for: watch, call, &result)
  }

  /// Sends the reply of a new watch: its subscription, and its rows.
  private static func pullRows(
    for watch: Watch, _ call: MethodCall, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let (renderer, watches) = (call.context.renderer, call.context.watches)
    var object = JSONWriter()
    if let answer = renderer.renderHere(watch.request, watch.session, watch.view, into: &object) {
      if let error = call.context.server.excess(object.bytes.count, of: watch.connection) {
        watches.remove(watch)
        throw error
      }
      watches.begin(watch, told: Watch.Told(answer))
      watch.writeHead(to: &result)
      result.endObject(with: MessageBody(membersOf: object.bytes).bytes)
      return .done
    }
    renderer.renderOnWorkers(watch.request, watch.session, watch.view, call.claim(), isMessage: true) {
      rendered in
      guard let (answer, object) = rendered else {
        return call.finish(.failure(.sessionNotFound(watch.session.name)))
      }
      if let error = call.context.server.excess(object.count, of: watch.connection) {
        watches.remove(watch)
        return call.finish(.failure(error))
      }
      watches.begin(watch, told: Watch.Told(answer))
      var head = JSONWriter()
      watch.writeHead(to: &head)
      call.finish(.success(object), after: head.bytes)
    }
    return .deferred
  }
}
