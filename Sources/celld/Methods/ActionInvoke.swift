import CellEngine
import CellProtocol
import CellWire

extension ActionInvokeMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let target = try target(of: call.params)
    let action = call.params.name("action") ?? ""
    let given = call.params.value
    var edit = ActionEdit(target: target, action: action, value: value(call.params["value"]))
    edit.selectionActions = session.settings.selectionActions.all
    edit.drillsDown = session.settings.drillsDown
    let (context, caller) = (call.context, call.caller)
    var reply = EditQueue.Reply(isBare: true)
    reply.extra = { outcome, result in
      let state = outcome.ids.first.flatMap { session.list[ByteKey($0)]?.state[action: action] }
      let isOne = if case .cell = target { true } else { false }
      let event = Event(
        session: session.name, ids: outcome.ids, isOne: isOne, action: action, given: given, state: state)
      result.name("delivered")
      result.integer(context.watches.tell(session) { MessageBody(membersOf: event.json(caller)) })
      context.shared?.announce(session) { event.json(caller) }
    }
    return try call.make(edit, of: session, &result, reply)
  }

  /// The cells that the call names. Exactly one of `id`, `ids` and `selected` must be given.
  private static func target(of params: Params) throws(RPCError) -> ActionEdit.Target {
    if let ids = params.ids {
      try params.refuse(["id", "selected"], beside: "ids")
      return .cells(ids)
    }
    if params.bool("selected") {
      try params.refuse(["id"], beside: "selected")
      return .selection
    }
    guard let id = params.name("id") else {
      throw .invalidParams("Name the cells: give id, ids, or selected: true.", path: "/id")
    }
    return .cell(id)
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
}

/// The event `action.invoked`.
private struct Event {
  let session: String
  let ids: [String]
  /// Whether the request named one cell.
  let isOne: Bool
  let action: String
  /// The value of the request, as JSON. Without one, the event has the resulting state.
  let given: [UInt8]?
  let state: CellState.ActionState?

  func json(_ caller: Caller) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("session")
    writer.string(session)
    if isOne {
      writer.name("id")
      writer.string(ids.first ?? "")
    } else {
      writer.name("ids")
      writer.array { writer in for id in ids { writer.string(id) } }
    }
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
    return writer.bytes
  }
}
