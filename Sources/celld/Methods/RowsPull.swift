import CellProtocol

extension RowsPullMethod: ViewHandler {
  static var isRead: Bool { true }

  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    var request = try call.rowRequest(view.style.unit)
    if let revision = revision(call, session, view, request.form) { request.known = .since(revision) }
    call.context.pulls += 1
    return pullRows(request, session, view, call, &result)
  }

  private static func pullRows(
    _ request: RowRequest, _ session: Session, _ view: View, _ call: MethodCall, _ result: inout JSONWriter
  ) -> Outcome {
    let renderer = call.context.renderer
    if renderer.renderHere(request, session, view, into: &result) != nil { return .done }
    renderer.renderOnWorkers(request, session, view) { rendered in
      call.finish(rendered.map { .success($0.object) } ?? .failure(.sessionNotFound(session.name)))
    }
    return .deferred
  }

  /// The revision of the client's clock. `nil` without a clock, or if the clock is of other rows.
  private static func revision(
    _ call: MethodCall, _ session: Session, _ view: View, _ form: RowForm
  ) -> UInt64? {
    guard let since = call.params["since"], since.raw.count <= Clock.longest,
      let clock = since.string.flatMap(Clock.init), clock.revision <= session.revision
    else { return nil }
    let current = Clock(
      instance: call.context.sessions.shared.instance, layout: view.layout, revision: clock.revision,
      form: form)
    return clock == current ? clock.revision : nil
  }
}
