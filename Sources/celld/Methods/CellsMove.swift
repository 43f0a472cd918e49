import CellProtocol
import CellWire

extension CellsMoveMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let edit = MoveEdit(ids: call.params.ids ?? [], position: call.params.position)
    return try call.make(edit, of: session, &result)
  }
}
