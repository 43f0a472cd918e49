import CellProtocol
import CellWire

extension CellsViewedMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    try call.make(ViewedEdit(ids: call.params.ids ?? []), of: session, &result)
  }
}
