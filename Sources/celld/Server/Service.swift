import CellProtocol
import CellWire

/// The interface between transport and sessions: the methods, in the form in which the server calls
/// them.
///
/// All closures but `readContent` are called on the loop. They may call the server, except
/// `Server.finish` for the call that they answer.
struct Service {
  /// Checks and reads the content of a long request, on a worker. The result comes back as
  /// ``Call/content``.
  var readContent: @Sendable (Request) -> any Sendable = { _ in () }
  /// Answers a request. `.done` means that one JSON value, the result, was appended to the writer,
  /// which already has the beginning of the reply. `.deferred` means that nothing was appended, and
  /// that `Server.finish` follows. After an error, the server drops the appended bytes.
  ///
  /// A notification, a request without id, is answered in the same way; the server drops its
  /// result.
  var dispatch: (_ request: Request, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome = {
    request, _, _ throws(RPCError) in throw .methodNotFound(request.method)
  }
  /// The kind of a request.
  var kind: (Request) -> RequestKind = { _ in .other }
  /// Called before the bytes of a turn are written. Notifications for writable clients are written
  /// here.
  var turnEnds: () -> Void = {}
  /// Called when a client has read all queued bytes.
  var connectionWritable: (ConnectionID) -> Void = { _ in }
  /// Called when a client has disconnected. Its subscriptions end.
  var connectionClosed: (ConnectionID) -> Void = { _ in }
  /// Whether the daemon must not end with its last client (`--idle-exit`), because it has sessions.
  var holdsSessions: () -> Bool = { false }
  /// Called when all clients have left and the daemon ends: stores what waits, then calls `then`.
  var finish: (_ milliseconds: UInt64, _ then: @escaping () -> Void) -> Void = { $1() }
  /// Called when the limits have changed.
  var limitsChanged: () -> Void = {}
  /// Reads fonts and names of users again.
  var reload: () -> Void = {}
  /// Called when the loop ends. Timers and mailboxes are closed here.
  var close: () -> Void = {}
}
