import CellEngine
import CellProtocol
import CellWire

extension SelectionSetMethod: SessionHandler {
  static var kind: RequestKind { .edit }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    let operation = call.params.string("op").flatMap(SelectEdit.Operation.init) ?? .replace
    let ids = try call.params.idsOrAll()
    let isView = call.params["viewed"] == nil ? ids != nil : call.params.bool("viewed")
    var edit = SelectEdit(ids: ids, operation: operation, mode: session.settings.selection, isView: isView)
    edit.order = try order(call, session)
    if ids != nil, let shown = ["view", "environment"].first(where: { call.params[$0] != nil }) {
      throw .invalidParams("\(shown) needs all: true; remove it, or remove ids.", path: "/\(shown)")
    }
    return try call.make(edit, of: session, &result)
  }

  /// The order of the view or the environment that decides which cells are meant.
  private static func order(_ call: MethodCall, _ session: Session) throws(RPCError) -> CellOrder? {
    guard let environment = call.params["environment"] else {
      return try call.params.name("view").map { name throws(RPCError) in try session.existingView(named: name)
      }?
      .order
    }
    guard call.params["view"] == nil else {
      throw .invalidParams(
        "view and environment exclude each other; remove one of them.", path: "/environment")
    }
    return try EnvironmentCodec.read(environment, path: "/environment").query.map { CellOrder($0) }
  }
}
