import CellProtocol
import CellStore
import CellWire

extension ViewDeleteMethod: SessionHandler {
  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let name = call.params.name("view") ?? ""
    let context = call.context
    return try context.edits.makeExclusively(
      session, at: { session.settings.durability }, call.reply, &result,
      check: { () throws(RPCError) in
        // Another daemon can have a view that cannot be used here.
        if session.storedView(named: name) == nil { _ = try session.existingView(named: name) }
        guard name != Session.mainView else {
          throw .invalidParams("The view main stays as long as its session; delete another.", path: "/view")
        }
      },
      entry: {
        let views = StoredView.json(of: session.storedViews.removing(name))
        return .change(
          StoredChange(
            session: session.storedID ?? 0, records: ListRecords(of: session, ["views": views]), views: views)
        )
      },
      show: { (result) throws(RPCError) in
        if let view = session.view(named: name) { context.watches.end(view, of: session) }
        session.deleteView(named: name)
        result.raw("{}")
      })
  }
}
