import CellEngine
import CellProtocol
import CellStore
import CellWire

extension StatsMethod: Handler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.object { result in
      // The sums over all users are for root, and for the user of a private daemon.
      if call.caller.userID == 0 || call.context.server.shares.isPrivate {
        result.name("daemon")
        writeDaemon(call.context, to: &result)
      }
      result.name("user")
      writeUser(call, to: &result)
      result.name("caller")
      writeCaller(call, to: &result)
      guard let store = call.context.journal.store else { return }
      result.name("store")
      write(store.statistics, state: call.context.journal.state, isShared: store.isShared, to: &result)
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
        ("jobs", context.workers.submitted), ("abandoned", context.workers.abandoned),
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

  private static func write(
    _ store: StoreStatistics, state: String, isShared: Bool, to result: inout JSONWriter
  ) {
    result.object { result in
      result.name("state")
      result.string(store.isAway ? "away" : state)
      result.numbers([
        ("waiting", UInt64(store.waiting)), ("lag", UInt64(store.lag)), ("records", UInt64(store.records)),
        ("recordBytes", UInt64(store.recordBytes)), ("commits", UInt64(store.commits)),
        ("syncs", UInt64(store.syncs)), ("snapshots", UInt64(store.snapshots)),
        ("fileBytes", UInt64(store.fileBytes)), ("damaged", UInt64(store.damaged)),
      ])
      if isShared {
        result.numbers([
          ("retries", UInt64(store.retries)), ("arrived", UInt64(store.arrived)),
          ("reconnects", UInt64(store.reconnects)), ("followed", UInt64(store.followed)),
        ])
      }
      result.name("lastError")
      if let error = store.lastError { result.string(error.description) } else { result.null() }
    }
  }

  private static func writeUser(_ call: MethodCall, to result: inout JSONWriter) {
    let (context, user) = (call.context, call.caller.userID)
    let sums = context.server.statistics(ofUser: user)
    let subscriptions = sums.connections.reduce(0) { $0 + context.watches.count(of: $1) }
    let account = context.server.shares.account(of: user)
    result.object { result in
      result.numbers([
        ("connections", UInt64(sums.connections.count)), ("requests", sums.counts.requests),
        ("errors", sums.counts.errors), ("bytesRead", sums.counts.bytesRead),
        ("bytesWritten", sums.counts.bytesWritten), ("input", UInt64(max(0, sums.input))),
        ("pending", UInt64(max(0, sums.pending))), ("sessions", UInt64(max(0, account.held.sessions))),
        ("cells", UInt64(context.sessions.shared.cellCount(of: user))),
        ("bytes", UInt64(max(0, account.held.bytes))), ("subscriptions", UInt64(subscriptions)),
      ])
    }
    context.server.shares.forget(account)
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
