import CellEngine
import CellProtocol

extension LintMethod: ViewHandler {
  static var kind: RequestKind { .read }

  /// Checks what a view shows on a worker, as it needs the heights of all rows.
  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    try call.whenOrdered(session, view, &result) { (call, _) in check(call, session, view) }
  }

  private static func check(_ call: MethodCall, _ session: Session, _ view: View) -> Outcome {
    let snapshot = session.snapshot(view)
    let renderer = call.context.renderer
    call.context.workers.submit(call.readClaim(), from: snapshot, isLarge: true) {
      (snapshot, clock) -> (findings: [UInt8], made: ViewSnapshot)? in
      guard snapshot.measureAll(clock) else { return nil }
      var writer = JSONWriter()
      write(snapshot.lint().findings, to: &writer)
      return (writer.bytes, snapshot)
    } then: { result in
      guard let (findings, made) = result else { return call.finish(.failure(.clientLeft)) }
      renderer.absorb(made, session, view) { call.finish(.success(findings)) }
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
  /// Checks the list against the guideline. All heights must be known. Only for workers: it uses
  /// all cores.
  fileprivate func lint() -> Lint {
    let style = style
    let rows = rows
    let groups = list.groups
    let parts = ResultSlots<Lint>(count: groups.count)
    Workers.parallel(count: groups.count) { number in
      var part = Lint(style)
      for chunk in groups[number].chunks {
        let heights = rows.rows(of: chunk).heights
        for (offset, entry) in chunk.entries.enumerated() {
          part.add(Cell(entry.packed, state: entry.state), height: heights[offset])
        }
      }
      parts.set(part, at: number)
    }
    return parts.values().reduce(into: Lint(style)) { $0.merge($1) }
  }
}
