import CellWire

extension MethodCall {
  /// Answers a read when the rows of a view are in the order of the revision that the call saw, or
  /// of a later one.
  func whenOrdered(
    _ session: Session, _ view: View, _ result: inout JSONWriter,
    _ answer: @escaping (MethodCall, inout JSONWriter) throws(RPCError) -> Outcome
  ) throws(RPCError) -> Outcome {
    try whenOrdered(session, view, since: session.revision, &result, answer)
  }

  private func whenOrdered(
    _ session: Session, _ view: View, since revision: UInt64, _ result: inout JSONWriter,
    _ answer: @escaping (MethodCall, inout JSONWriter) throws(RPCError) -> Outcome
  ) throws(RPCError) -> Outcome {
    let orders = context.renderer.orders
    guard !orders.isCurrent(session, view, since: revision) else { return try answer(self, &result) }
    orders.wait(session, view, readClaim()) { error in
      reply.finish { (result) throws(RPCError) in
        if let error { throw error }
        return try whenOrdered(session, view, since: revision, &result, answer)
      }
    }
    return .deferred
  }
}
