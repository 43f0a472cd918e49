import CellProtocol
import CellWire

extension DiscoverMethod: Handler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.raw(OpenRPC.document)
    return .done
  }
}
