import CellProtocol
import CellWire

extension PingMethod: Handler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.raw("{}")
    return .done
  }
}
