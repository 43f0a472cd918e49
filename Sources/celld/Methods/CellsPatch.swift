import CellProtocol
import CellWire

extension CellsPatchMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let edit = PatchEdit(
      patches: call.params.patches, byteCount: call.params.byteCount, selection: session.settings.selection)
    return try call.make(edit, of: session, &result)
  }
}
