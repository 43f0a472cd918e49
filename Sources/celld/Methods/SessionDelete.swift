import CellProtocol
import CellStore
import CellWire

extension SessionDeleteMethod: Handler {
  static var needsCells: Bool { false }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try call.sessionToDelete()
    let context = call.context
    return try context.edits.makeExclusively(
      session, at: { session.settings.durability.and(.written) }, isUnconditional: true, call.reply,
      &result,
      entry: { .delete(session: session.storedID ?? 0) },
      show: { (result) throws(RPCError) in
        context.watches.end(session)
        context.sessions.delete(session)
        Workers.release(session.takeList())
        result.raw("{}")
      })
  }
}
