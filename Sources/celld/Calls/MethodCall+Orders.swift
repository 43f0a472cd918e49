import CellProtocol

extension MethodCall {
  /// Answers the call when the rows of a view are in its order.
  func whenOrdered(
    _ session: Session, _ view: View, _ result: inout JSONWriter,
    _ answer: @escaping (MethodCall, inout JSONWriter) throws(RPCError) -> Outcome
  ) throws(RPCError) -> Outcome {
    let orders = context.renderer.orders
    guard !orders.isCurrent(session, view) else { return try answer(self, &result) }
    orders.wait(session, view, claim()) { error in
      reply.finish { (result) throws(RPCError) in
        if let error { throw error }
        return try whenOrdered(session, view, &result, answer)
      }
    }
    return .deferred
  }
}
