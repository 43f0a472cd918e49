import CellProtocol

extension SelectionSetMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let operation = call.params.string("op").flatMap(SelectEdit.Operation.init) ?? .replace
    let edit = SelectEdit(
      ids: try call.params.idsOrAll(), operation: operation, mode: session.settings.selection)
    return try call.make(edit, of: session, &result)
  }
}
