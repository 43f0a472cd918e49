import CellProtocol

extension DiscoverMethod: Handler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.raw(OpenRPC.document)
    return .done
  }
}
