import CellEngine
import CellProtocol

extension ViewSetMethod: SessionHandler {
  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    let session = try call.session()
    let view = session.view(named: name(call))
    let request = session.fontRequest(of: try environment(call, changing: view))
    guard let request, request != view?.style.fontRequest else { return [] }
    return [request]
  }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let name = name(call)
    let known = session.view(named: name)
    let before = known?.layout
    let view = try session.setView(name, try environment(call, changing: known), call.fonts)
    if view.layout != before { call.context.watches.changed(session, view) }
    view.write(of: session, to: &result)
    return .done
  }

  private static func name(_ call: MethodCall) -> String { call.params.name("view") ?? Session.mainView }

  /// The environment of a view with the changes of the call.
  private static func environment(
    _ call: MethodCall, changing view: View?
  ) throws(RPCError) -> Environment {
    var set = view?.environment ?? Environment()
    if let object = call.params.object {
      try EnvironmentCodec.apply(object, to: &set, besides: ["session", "view"])
    }
    return set
  }
}
