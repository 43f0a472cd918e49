import CellProtocol
import CellWire

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
    let watch = try watches.open(
      call.caller, session, view, request, requestBytes: Charge.bytes(of: call.params.object),
      interval: UInt64(max(0, call.params.integer("interval") ?? 0)), wantsEvents: call.params.bool("events"))
    return try call.begin(watch, watch.request, &result) { watches.remove(watch) }
  }
}

extension MethodCall {
  /// Sends a reply with the subscription and the rows of a watch. Its notifications follow.
  ///
  /// - Parameter fail: called if the reply is an error.
  func begin(
    _ watch: Watch, _ request: RowRequest, _ result: inout JSONWriter, orElse fail: @escaping () -> Void
  ) throws(RPCError) -> Outcome {
    let (renderer, watches, server) = (context.renderer, context.watches, context.server)
    var object = JSONWriter()
    if let answer = renderer.renderHere(request, watch.session, watch.view, into: &object) {
      if let error = server.excess(object.bytes.count, of: watch.connection) {
        fail()
        throw error
      }
      watches.begin(watch, told: Watch.Told(answer))
      watch.writeHead(to: &result)
      result.endObject(with: MessageBody(membersOf: object.bytes).bytes)
      return .done
    }
    renderer.renderOnWorkers(request, watch.session, watch.view, readClaim(), isMessage: true) { rendered in
      let (answer, object): RowRenderer.Rendered
      switch rendered {
      case .success(let made): (answer, object) = made
      case .failure(let error):
        fail()
        return finish(.failure(error))
      }
      if let error = server.excess(object.count, of: watch.connection) {
        fail()
        return finish(.failure(error))
      }
      watches.begin(watch, told: Watch.Told(answer))
      var head = JSONWriter()
      watch.writeHead(to: &head)
      finish(.success(object), after: head.bytes)
    }
    return .deferred
  }
}
