import CellProtocol

extension SessionInfoMethod: SessionHandler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ session: Session, _ result: inout JSONWriter) -> Outcome {
    SessionSnapshot(session).write(to: &result)
    return .done
  }
}
