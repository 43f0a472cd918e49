import CellProtocol

/// The methods as the server calls them: the seam between transport and sessions.
///
/// All closures but `readContent` are called on the loop. They may call the server, except
/// `Server.finish` for the call that they answer.
struct Service {
  /// Checks and reads the content of a long request, on a worker. The result comes back as
  /// ``Call/content``.
  var readContent: @Sendable (Request) -> any Sendable = { _ in () }
  /// Answers one request. `.done` means that one JSON value, the result, was appended to the
  /// writer, which already holds the beginning of the reply. `.deferred` means that nothing was
  /// appended, and that `Server.finish` follows. On a thrown error the server discards what was
  /// appended.
  ///
  /// A notification, a request without id, is answered in the same way; the server drops its
  /// result.
  var dispatch: (_ request: Request, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome = {
    request, _, _ throws(RPCError) in throw .methodNotFound(request.method)
  }
  /// Before the bytes of a turn are written: the moment to render notifications for clients that
  /// are writable.
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
