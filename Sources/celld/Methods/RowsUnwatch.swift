import CellProtocol
import CellWire

extension RowsUnwatchMethod: Handler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let name = call.params.name("subscription") ?? ""
    guard let number = Int(name), call.context.watches.close(number, of: call.caller.connection) else {
      throw .subscriptionNotFound(name)
    }
    result.raw("{}")
    return .done
  }
}
