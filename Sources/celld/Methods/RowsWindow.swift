import CellProtocol
import CellWire

extension RowsWindowMethod: Handler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let watch = try call.context.watches.watch(call.params.name("subscription") ?? "", of: call.caller)
    try watch.session.check(mayBeUsedBy: call.caller.userID)
    let window = try call.window(watch.view.style.unit)
    let limits = call.context.limits
    if let count = window.count, count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    let (before, bytesBefore) = (watch.request.window, watch.requestBytes)
    let bytes = Charge.bytes(of: call.params.object)
    try call.context.sessions.shared.admit(growth: bytes - bytesBefore, of: watch.userID)
    watch.move(to: window, bytes: bytes)
    let watches = call.context.watches
    return try call.begin(watch, watch.nextRequest, &result) {
      watch.move(to: before, bytes: bytesBefore)
      watches.begin(watch, told: watch.told)
    }
  }
}
