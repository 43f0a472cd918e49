import CellProtocol
import CellWire

extension SessionInfoMethod: SessionHandler {
  static var kind: RequestKind { .read }
  static var needsCells: Bool { false }

  static var showsOwners: Bool { true }

  static func answer(_ call: MethodCall, _ session: Session, _ result: inout JSONWriter) -> Outcome {
    call.info(of: session).write(to: &result)
    return .done
  }
}
