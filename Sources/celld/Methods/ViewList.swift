import CellProtocol
import CellWire

extension ViewListMethod: SessionHandler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ session: Session, _ result: inout JSONWriter) -> Outcome {
    let (first, limit) = (call.params.integer("start") ?? 0, call.replyLimit)
    result.object { result in
      let start = result.bytes.count
      var next: Int?
      result.name("views")
      result.array { result in
        for (index, view) in session.views.enumerated().dropFirst(first) {
          let mark = result.mark
          _ = call.context.renderer.orders.isCurrent(session, view)
          view.write(of: session, to: &result)
          guard result.bytes.count - start > limit, index > first else { continue }
          result.rewind(to: mark)
          next = index
          break
        }
      }
      if let next {
        result.name("next")
        result.integer(next)
      }
    }
    return .done
  }
}
