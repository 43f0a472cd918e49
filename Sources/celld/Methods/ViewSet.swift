import CellEngine
import CellProtocol
import CellStore
import CellWire

extension ViewSetMethod: SessionHandler {
  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    let session = try call.session()
    let view = session.view(named: name(call))
    let request = session.fontRequest(of: try environment(call, changing: session))
    guard let request, request != view?.style.fontRequest else { return [] }
    return [request]
  }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let name = name(call)
    let context = call.context
    // With a store, the change waits, and the memory of the line is used again.
    let call = session.storedID == nil ? call : call.detached()
    return try context.edits.makeExclusively(
      session, at: { session.settings.durability }, call.reply, &result,
      check: { () throws(RPCError) in
        let set = try environment(call, changing: session)
        try session.checkView(name, set, call.fonts)
      },
      entry: {
        let set = try? environment(call, changing: session)
        let views = StoredView.json(of: session.storedViews.setting(name, set ?? Environment()))
        return .change(
          StoredChange(
            session: session.storedID ?? 0, records: ListRecords(of: session, ["views": views]), views: views)
        )
      },
      show: { (result) throws(RPCError) in
        let before = session.view(named: name)?.layout
        let view = try session.setView(name, try environment(call, changing: session), call.fonts)
        if view.layout != before { context.watches.changed(session, view) }
        _ = context.renderer.orders.isCurrent(session, view)
        view.write(of: session, to: &result)
      })
  }

  private static func name(_ call: MethodCall) -> String { call.params.name("view") ?? Session.mainView }

  /// The environment of a view with the changes of the call.
  private static func environment(
    _ call: MethodCall, changing session: Session
  ) throws(RPCError) -> Environment {
    var set = session.storedView(named: name(call))?.environment ?? Environment()
    if let object = call.params.object {
      try EnvironmentCodec.apply(object, to: &set, besides: ["session", "owner", "view"])
    }
    return set
  }
}
