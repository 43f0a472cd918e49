import CellEngine
import CellProtocol

extension StatsMethod: Handler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.object { result in
      result.name("daemon")
      writeDaemon(call.context, to: &result)
      result.name("caller")
      writeCaller(call, to: &result)
    }
    return .done
  }

  private static func writeDaemon(_ context: MethodContext, to result: inout JSONWriter) {
    let server = context.server.statistics
    let shared = context.sessions.shared
    result.object { result in
      result.numbers([
        ("connections", UInt64(server.connections)), ("accepted", server.accepted),
        ("refused", server.refused), ("requests", server.requests), ("errors", server.errors),
        ("notifications", server.notifications), ("bytesRead", server.bytesRead),
        ("bytesWritten", server.bytesWritten), ("input", UInt64(max(0, server.input))),
        ("pending", UInt64(max(0, server.pending))), ("sessions", UInt64(context.sessions.count)),
        ("cells", UInt64(shared.cellCount)), ("bytes", UInt64(shared.bytes)),
        ("subscriptions", UInt64(context.watches.count)), ("cacheBytes", UInt64(shared.budget.bytes)),
        ("cacheEvictions", shared.budget.evictions), ("changes", context.edits.changes),
        ("pulls", context.pulls), ("rowsLaidOut", context.renderer.rowsLaidOut),
        ("jobs", context.workers.submitted),
      ])
      result.name("latency")
      result.object { result in
        for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
          result.name(escaping: name)
          result.double(Double(server.latency.percentile(share)) / 1_000)
        }
        result.name("max")
        result.double(Double(server.latency.maximum) / 1_000)
        result.name("unit")
        result.string("µs")
      }
    }
  }

  private static func writeCaller(_ call: MethodCall, to result: inout JSONWriter) {
    let connection = call.caller.connection
    let caller = call.context.server.statistics(of: connection) ?? CallerStatistics()
    result.object { result in
      result.numbers([
        ("requests", caller.requests), ("errors", caller.errors), ("bytesRead", caller.bytesRead),
        ("bytesWritten", caller.bytesWritten),
        ("subscriptions", UInt64(call.context.watches.count(of: connection))),
      ])
    }
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ numbers: [(StaticString, UInt64)]) {
    for (name, value) in numbers {
      self.name(name)
      integer(value)
    }
  }
}
