import CellProtocol

extension ViewDeleteMethod: SessionHandler {
  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let name = call.params.name("view") ?? ""
    let view = try session.existingView(named: name)
    guard name != Session.mainView else {
      throw .invalidParams("The view main stays as long as its session; delete another.", path: "/view")
    }
    call.context.watches.end(view, of: session)
    session.deleteView(view)
    result.raw("{}")
    return .done
  }
}
