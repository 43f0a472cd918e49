import CellEngine
import CellProtocol

extension ActionInvokeMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let id = call.params.name("id") ?? ""
    let action = call.params.name("action") ?? ""
    let given = call.params.value
    let edit = ActionEdit(id: id, action: action, value: value(call.params["value"]))
    let (watches, caller) = (call.context.watches, call.caller)
    var reply = EditQueue.Reply(isBare: true)
    reply.extra = { result in
      let state = session.list[ByteKey(id)]?.state[action: action]
      result.name("delivered")
      result.integer(
        watches.tell(session) { event(session, id: id, action: action, given: given, state: state, caller) })
    }
    return try call.make(edit, of: session, &result, reply)
  }

  private static func value(_ node: JSONNode?) -> ActionValue {
    guard let node else { return .absent }
    switch node.kind {
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return node.double.map { .number($0) } ?? .other
    case .string: return node.equals("done") ? .done : .other
    case .null: return .absent
    case .array, .object: return .other
    }
  }

  /// The event `action.invoked`. If no value was given, it has the resulting state of the action.
  private static func event(
    _ session: Session, id: String, action: String, given: [UInt8]?, state: CellState.ActionState?,
    _ caller: Caller
  ) -> MessageBody {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("session")
    writer.string(session.name)
    writer.name("id")
    writer.string(id)
    writer.name("action")
    writer.string(action)
    writer.name("value")
    if let given {
      writer.raw(given)
    } else if let on = state?.on {
      writer.bool(on)
    } else if let progress = state?.progress {
      writer.double(progress)
    } else {
      writer.null()
    }
    writer.name("by")
    writer.object { writer in
      writer.name("user")
      writer.integer(caller.userID)
      writer.name("process")
      writer.integer(caller.processID)
      writer.name("connection")
      writer.integer(caller.connection.number)
    }
    writer.endObject()
    return MessageBody(membersOf: writer.bytes)
  }
}
