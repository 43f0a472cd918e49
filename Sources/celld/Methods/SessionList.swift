import CellProtocol

extension SessionListMethod: Handler {
  static var isRead: Bool { true }

  static func answer(_ call: MethodCall, _ result: inout JSONWriter) -> Outcome {
    // A name has at most 256 bytes.
    if let prefix = call.params["prefix"]?.utf8, prefix.count > 256 {
      SessionSnapshot.write([], to: &result)
      return .done
    }
    let prefix = call.params.string("prefix") ?? ""
    let (sessions, last) = call.context.sessions.sessions(
      for: call.caller.userID, prefix: prefix, after: nil, atMost: LoopShare.writtenCells)
    let infos = sessions.map(SessionSnapshot.init)
    guard last != nil else {
      SessionSnapshot.write(infos, to: &result)
      return .done
    }
    collect(prefix, after: last, [infos], call)
    return .deferred
  }

  /// Collects sessions over several turns, and has a worker write them.
  private static func collect(
    _ prefix: String, after last: String?, _ parts: [[SessionSnapshot]], _ call: MethodCall
  ) {
    guard let last else {
      _ = call.finishOnWorker { SessionSnapshot.write(Array(parts.joined()), to: &$0) }
      return
    }
    call.context.server.later {
      let (sessions, next) = call.context.sessions.sessions(
        for: call.caller.userID, prefix: prefix, after: last, atMost: LoopShare.cells)
      collect(prefix, after: next, parts + [sessions.map(SessionSnapshot.init)], call)
    }
  }
}
