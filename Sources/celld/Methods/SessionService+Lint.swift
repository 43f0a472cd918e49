import CellEngine
import CellProtocol

extension SessionService {
  /// Holds a list against the guideline, on a worker: the heights of all rows are looked at.
  func lint(_ params: Params, _ call: Call) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let view = try view(params, of: session)
    let snapshot = session.snapshot(view)
    workers.submit(isLarge: true) {
      var snapshot = snapshot
      snapshot.makeInParallel(snapshot.unmeasured(), form: RowForm())
      var writer = JSONWriter()
      Self.write(snapshot.lint().findings, to: &writer)
      return (writer.bytes, snapshot.withoutRows)
    } then: { [self] (findings: [UInt8], made: ViewSnapshot) in
      absorb(made, session, view) { [self] in server.finish(call, .success(findings)) }
    }
    return .deferred
  }

  private static func write(_ findings: [LintFinding], to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("findings")
      writer.array { writer in
        for finding in findings { write(finding, to: &writer) }
      }
    }
  }

  private static func write(_ finding: LintFinding, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("rule")
      writer.string(finding.rule.rawValue)
      writer.name("severity")
      writer.string(finding.rule.severity.rawValue)
      writer.name("ids")
      writer.array { writer in for id in finding.ids { writer.string(id) } }
      writer.name("message")
      writer.string(finding.message)
      writer.name("source")
      writer.string(finding.rule.source)
    }
  }
}

extension ViewSnapshot {
  /// What the guideline says of the list, whose heights must all be known. Only for workers: it uses all cores.
  fileprivate func lint() -> Lint {
    let environment = environment
    let rows = rows
    let groups = list.groups
    let parts = ResultSlots<Lint>(count: groups.count)
    Workers.parallel(count: groups.count) { number in
      var part = Lint(environment)
      for chunk in groups[number].chunks {
        let heights = rows.rows(of: chunk).heights
        for (offset, entry) in chunk.entries.enumerated() {
          part.add(Cell(entry.packed, state: entry.state), height: heights[offset])
        }
      }
      parts.set(part, at: number)
    }
    return parts.values().reduce(into: Lint(environment)) { $0.merge($1) }
  }
}
