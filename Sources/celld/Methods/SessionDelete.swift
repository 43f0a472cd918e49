import CellProtocol

extension SessionDeleteMethod: Handler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try call.ownSession()
    call.context.watches.end(session)
    call.context.sessions.delete(session)
    Workers.release(session.takeList())
    result.raw("{}")
    return .done
  }
}
