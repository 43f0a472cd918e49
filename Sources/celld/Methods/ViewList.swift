import CellProtocol

extension ViewListMethod: SessionHandler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ session: Session, _ result: inout JSONWriter) -> Outcome {
    result.object { result in
      result.name("views")
      result.array { result in
        for view in session.views { view.write(of: session, to: &result) }
      }
    }
    return .done
  }
}
