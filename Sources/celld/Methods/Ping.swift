import CellProtocol

extension PingMethod: Handler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.raw("{}")
    return .done
  }
}
