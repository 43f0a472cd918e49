import CellEngine
import CellProtocol
import Glibc

/// What the methods count, since the start.
struct SessionCounters {
  /// Edits that changed a list.
  var changes: UInt64 = 0
  var pulls: UInt64 = 0
  /// Rows that were laid out for an answer or a height.
  var rowsLaidOut: UInt64 = 0
}

extension SessionService {
  func hello(_ result: inout JSONWriter) {
    result.object { result in
      result.name("server")
      result.string("celld")
      result.name("version")
      result.string(celldVersion)
      result.name("protocol")
      result.integer(protocolVersion)
      result.name("limits")
      limits.write(to: &result)
      result.name("features")
      result.array { result in
        for format in RowFormat.allCases { result.string("format.\(format.rawValue)") }
        for unit in LengthUnit.allCases { result.string("unit.\(unit.rawValue)") }
        if table.fonts != nil { result.string("fonts") }
      }
      result.name("profiles")
      result.array { result in
        for name in EnvironmentCodec.profileNames { result.string(name) }
      }
      result.name("unicode")
      result.string(unicodeVersion)
      result.name("durability")
      result.string("none")
      result.name("instance")
      result.string(String(table.instance, radix: 16))
      result.name("pid")
      result.integer(getpid())
    }
  }

  func stats(_ call: Call, _ result: inout JSONWriter) {
    let daemon = server.statistics
    result.object { result in
      result.name("daemon")
      result.object { result in
        result.numbers([
          ("connections", UInt64(daemon.connections)), ("accepted", daemon.accepted),
          ("refused", daemon.refused), ("requests", daemon.requests), ("errors", daemon.errors),
          ("notifications", daemon.notifications), ("bytesRead", daemon.bytesRead),
          ("bytesWritten", daemon.bytesWritten), ("input", UInt64(max(0, daemon.input))),
          ("pending", UInt64(max(0, daemon.pending))), ("sessions", UInt64(table.count)),
          ("cells", UInt64(table.cellCount)), ("bytes", UInt64(table.bytes)),
          ("subscriptions", UInt64(watches.count)), ("cacheBytes", UInt64(table.budget.bytes)),
          ("cacheEvictions", table.budget.evictions), ("changes", counters.changes),
          ("pulls", counters.pulls), ("rowsLaidOut", counters.rowsLaidOut), ("jobs", workers.submitted),
        ])
        result.name("latency")
        result.object { result in
          for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
            result.name(escaping: name)
            result.double(Double(daemon.latency.percentile(share)) / 1_000)
          }
          result.name("max")
          result.double(Double(daemon.latency.maximum) / 1_000)
          result.name("unit")
          result.string("µs")
        }
      }
      result.name("caller")
      let caller = server.statistics(of: call.caller.connection) ?? CallerStatistics()
      result.object { result in
        result.numbers([
          ("requests", caller.requests), ("errors", caller.errors), ("bytesRead", caller.bytesRead),
          ("bytesWritten", caller.bytesWritten),
          ("subscriptions", UInt64(watches.count(of: call.caller.connection))),
        ])
      }
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
