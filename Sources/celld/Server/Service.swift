import CellProtocol

/// What the server asks of those who know the methods: this is the seam between transport and sessions.
///
/// All closures are called on the loop. They may call the server, but for `Server.finish` of the very call in hand.
struct Service {
  /// Answers one request. `.done` says that exactly one JSON value, the result, was appended to the writer (in which
  /// the beginning of the reply stands already); `.deferred` that nothing was, and that `Server.finish` will follow.
  /// On a thrown error the server discards what was appended. Params are checked by the callee,
  /// unless the call has them.
  ///
  /// A notification, a request without id, is handled in the same way; its result is dropped by the server.
  var handle: (_ request: Request, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome = {
    request, _, _ throws(RPCError) in throw .methodNotFound(request.method)
  }
  /// Before the bytes of a turn are written: the moment to render notifications for clients that are writable.
  var turnEnds: () -> Void = {}
  /// A client has taken all that was held back for it.
  var connectionWritable: (ConnectionID) -> Void = { _ in }
  /// A client has gone, and with it its subscriptions.
  var connectionClosed: (ConnectionID) -> Void = { _ in }
  /// Whether anything is held that must not end with the last client; see `--idle-exit`.
  var holdsSessions: () -> Bool = { false }
  /// The loop ends: the moment to close timers and mailboxes.
  var close: () -> Void = {}
}
