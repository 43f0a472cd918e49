import CellProtocol

extension SelectionSetMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let operation = call.params.string("op").flatMap(SelectEdit.Operation.init) ?? .replace
    let ids = try call.params.idsOrAll()
    let isView = call.params["viewed"] == nil ? ids != nil : call.params.bool("viewed")
    var edit = SelectEdit(ids: ids, operation: operation, mode: session.settings.selection, isView: isView)
    guard let name = call.params.name("view") else { return try call.make(edit, of: session, &result) }
    guard ids == nil else {
      throw .invalidParams("view needs all: true; remove it, or remove ids.", path: "/view")
    }
    edit.order = try session.existingView(named: name).order
    return try call.make(edit, of: session, &result)
  }
}
