import CellProtocol

extension Server {
  /// Answers what the transport itself knows, and asks the service for all else.
  func handle(
    _ request: Request, _ call: Call, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    guard request.known == .ping else { return try service.handle(request, call, &result) }
    result.beginObject()
    result.endObject()
    return .done
  }
}
