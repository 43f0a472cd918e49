import CellEngine
import CellProtocol
import CellWire

extension LintMethod: ViewHandler {
  static var kind: RequestKind { .read }

  /// Checks what a view shows on a worker, as it needs the heights of all rows.
  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    try call.whenOrdered(session, view, &result) { (call, _) in check(call, session, view) }
  }

  private static func check(_ call: MethodCall, _ session: Session, _ view: View) -> Outcome {
    let work = LintWork(snapshot: session.snapshot(view), lint: Lint(view.style))
    let renderer = call.context.renderer
    call.context.workers.submit(call.readClaim(), from: work, isLarge: true) {
      (work, clock) -> (findings: [UInt8], made: ViewSnapshot)? in
      guard work.step(clock) else { return nil }
      var writer = JSONWriter()
      write(work.lint.findings, to: &writer)
      return (writer.bytes, work.snapshot)
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

/// The check of a list against the guideline, in steps. Only for workers: it uses all cores.
private struct LintWork: Sendable {
  var snapshot: ViewSnapshot
  var lint: Lint
  /// The number of groups that are checked.
  private var done = 0

  init(snapshot: ViewSnapshot, lint: Lint) {
    self.snapshot = snapshot
    self.lint = lint
  }

  /// Goes on until the time of the step is over. Returns whether all cells are checked.
  mutating func step(_ clock: StepClock) -> Bool {
    guard snapshot.measureAll(clock) else { return false }
    let (style, rows, groups) = (snapshot.style, snapshot.rows, snapshot.list.groups)
    while done < groups.count {
      let next = groups[done...].prefix(Workers.width)
      let parts = ResultSlots<Lint>(count: next.count)
      Workers.parallel(count: next.count) { number in
        var part = Lint(style)
        for chunk in next[next.startIndex + number].chunks where !clock.interruption.isDue {
          let heights = rows.rows(of: chunk).heights
          for (offset, entry) in chunk.entries.enumerated() {
            let cell = Cell(entry.packed, state: entry.state)
            part.add(cell, height: heights[offset])
          }
        }
        parts.set(part, at: number)
      }
      for part in parts.values() { lint.merge(part) }
      done = next.endIndex
      if clock.isOver { break }
    }
    return done == groups.count
  }
}
