import CellProtocol
import CellWire

extension RowsPullMethod: ViewHandler {
  static var kind: RequestKind { .read }

  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    var request = try call.rowRequest(view.style.unit)
    if let revealed = request.form.revealed, session.list[ByteKey(revealed.id)] == nil {
      throw .cellNotFound(revealed.id, path: "/reveal/id")
    }
    if let revision = session.knownRevision(call, view, request.form) { request.known = .since(revision) }
    call.context.pulls += 1
    return pullRows(request, session, view, call, &result)
  }

  private static func pullRows(
    _ request: RowRequest, _ session: Session, _ view: View, _ call: MethodCall, _ result: inout JSONWriter
  ) -> Outcome {
    let renderer = call.context.renderer
    if renderer.renderHere(request, session, view, into: &result) != nil { return .done }
    renderer.renderOnWorkers(request, session, view, call.readClaim()) { rendered in
      call.finish(rendered.map(\.object))
    }
    return .deferred
  }
}

extension Session {
  /// The revision of the clock that a call has. `nil` without a clock, or if the clock is of other
  /// rows.
  func knownRevision(_ call: MethodCall, _ view: View, _ form: RowForm) -> UInt64? {
    guard let since = call.params["since"], since.raw.count <= Clock.longest,
      let clock = since.string.flatMap(Clock.init), clock.revision <= revision
    else { return nil }
    let current = Clock(life: life, fingerprint: view.fingerprint, revision: clock.revision, form: form)
    return clock == current ? clock.revision : nil
  }
}
