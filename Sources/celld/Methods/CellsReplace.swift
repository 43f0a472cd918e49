import CellProtocol
import CellWire

extension CellsReplaceMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let context = call.context
    let connection = call.caller.connection
    let isStaged = call.params.bool("more")
    return try call.decodeCells(
      &result, known: session.head.list, onError: { context.staging.drop(session, connection) }
    ) { decoded, result throws(RPCError) in
      try session.check(mayBeUsedBy: call.caller.userID)
      let count = (session.staged[connection]?.count ?? 0) + decoded.count
      guard count <= context.limits.cells else {
        throw .limitExceeded(.cells, scope: .session, max: context.limits.cells)
      }
      guard !isStaged else {
        try context.edits.check(call.params.integer("ifRevision"), session)
        try context.sessions.shared.admit(growth: decoded.byteCount, of: session.owner)
        context.staging.stage(decoded, for: session, connection)
        result.object { result in
          result.name("staged")
          result.integer(count)
        }
        return .done
      }
      var cells = context.staging.take(session, connection)
      cells.add(decoded)
      let edit = ReplaceEdit(cells: cells, selection: session.settings.selection)
      return try call.make(edit, of: session, &result)
    }
  }

  /// Drops the staged cells, because a failed request ends the replacement.
  static func refused(_ call: MethodCall) {
    guard let session = try? call.session() else { return }
    call.context.staging.drop(session, call.caller.connection)
  }
}
