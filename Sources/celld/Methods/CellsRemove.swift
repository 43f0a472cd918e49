import CellProtocol
import CellWire

extension CellsRemoveMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let edit = RemoveEdit(ids: try call.params.idsOrAll(), replyLimit: call.replyLimit)
    return try call.make(edit, of: session, &result)
  }
}
