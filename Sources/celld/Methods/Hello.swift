import CellEngine
import CellProtocol
import CellWire
import Glibc

extension HelloMethod: Handler {
  static var kind: RequestKind { .read }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    result.object { result in
      result.name("server")
      result.string("celld")
      result.name("version")
      result.string(celldVersion)
      result.name("protocol")
      result.integer(protocolVersion)
      result.name("limits")
      call.context.limits.write(to: &result)
      result.name("features")
      result.array { result in
        for format in RowFormat.allCases { result.string("format.\(format.rawValue)") }
        for unit in LengthUnit.allCases { result.string("unit.\(unit.rawValue)") }
        if call.context.fonts != nil { result.string("fonts") }
        for name in ["interaction", "anchors", "filter"] { result.string(name) }
        if call.context.journal.store != nil { result.string("durable") }
        if call.context.journal.isShared { result.string("shared") }
      }
      result.name("profiles")
      result.array { result in
        for name in EnvironmentCodec.profileNames { result.string(name) }
      }
      result.name("unicode")
      result.string(unicodeVersion)
      result.name("durability")
      let journal = call.context.journal
      if journal.store == nil { result.string("none") } else { journal.level.write(to: &result) }
      result.name("durabilities")
      result.array { result in for level in journal.levels { level.write(to: &result) } }
      result.name("instance")
      result.string(String(call.context.sessions.shared.instance, radix: 16))
      result.name("pid")
      result.integer(getpid())
    }
    return .done
  }
}
