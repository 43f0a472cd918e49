import CellProtocol
import CellWire

extension SessionListMethod: Handler {
  static var kind: RequestKind { .read }

  static var showsOwners: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    var page = SessionPage(start: call.params.integer("start") ?? 0, limit: call.replyLimit)
    // A name has at most 256 bytes.
    if let prefix = call.params["prefix"]?.utf8, prefix.count > 256 {
      page.write(to: &result)
      return .done
    }
    let prefix = call.params.string("prefix") ?? ""
    let (sessions, last) = call.context.sessions.sessions(
      for: call.caller.userID, prefix: prefix, after: nil, atMost: LoopShare.writtenCells)
    page.add(sessions, call)
    guard last != nil, !page.isFull else {
      page.write(to: &result)
      return .done
    }
    collect(prefix, after: last, page, call)
    return .deferred
  }

  /// Collects sessions over several turns, and has a worker write them.
  private static func collect(
    _ prefix: String, after last: String?, _ page: SessionPage, _ call: MethodCall
  ) {
    guard let last, !page.isFull else {
      _ = call.finishOnWorker(.heavy) { writer, _ in page.write(to: &writer) }
      return
    }
    call.context.server.later {
      let (sessions, next) = call.context.sessions.sessions(
        for: call.caller.userID, prefix: prefix, after: last, atMost: LoopShare.cells)
      var page = page
      page.add(sessions, call)
      collect(prefix, after: next, page, call)
    }
  }
}

/// The sessions of a reply, from an index on and up to the limit of the reply.
private struct SessionPage: Sendable {
  private let start: Int
  private let limit: Int
  /// The index of the next session.
  private var index = 0
  private var bytes = 0
  private var infos: [SessionSnapshot] = []
  private var next: Int?

  init(start: Int, limit: Int) {
    self.start = start
    self.limit = limit
  }

  /// Whether the reply has no room for a further session.
  var isFull: Bool { next != nil }

  /// Adds sessions, as far as they fit. The first one always fits.
  mutating func add(_ sessions: [Session], _ call: MethodCall) {
    for session in sessions {
      defer { index += 1 }
      guard index >= start, !isFull else { continue }
      let info = call.info(of: session)
      bytes += info.byteBound
      if bytes > limit, !infos.isEmpty { next = index } else { infos.append(info) }
    }
  }

  /// Writes the result of session.list.
  func write(to result: inout JSONWriter) {
    result.object { result in
      result.name("sessions")
      result.array { result in for info in infos { info.write(to: &result) } }
      guard let next else { return }
      result.name("next")
      result.integer(next)
    }
  }
}
