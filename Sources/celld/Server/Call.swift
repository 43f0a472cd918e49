import CellWire

/// A request that is being answered. It identifies the request of a deferred reply.
struct Call: Sendable {
  let caller: Caller
  /// Grows by one with every request of the daemon.
  let number: UInt64
  /// Whether the request has no id, so that its result is dropped.
  let isNotification: Bool
  /// The owner of the request's memory, for long lines and for batches. `nil` for other lines,
  /// whose memory is reused when the request is answered or deferred.
  let document: Parcel<JSONDocument>?
  /// The value that ``Service/readContent`` made from a long request, on a worker.
  let content: Parcel<any Sendable>?
}

/// The effect of a request, as far as a connection must know it.
enum RequestKind {
  /// It changes nothing. If its reply has no room, the client gets an error instead.
  case read
  /// It changes cells or their state. It may be made before the changes before it are stored.
  case edit
  case other
}

/// The outcome of dispatching a request.
enum Outcome {
  /// The result is written.
  case done
  /// Nothing is written yet: the connection takes no further request until `Server.finish` is
  /// called for this call.
  case deferred
  /// Nothing is written yet, but the change is made and waits until it is stored. The connection
  /// takes further changes before `Server.finish` is called.
  case held
}

/// A request whose reply is sent later.
struct DeferredRequest {
  let call: Call
  /// The id as it was written; nil for a notification.
  let id: [UInt8]?
  /// The time at which the request was taken, from `EventLoop.clock`.
  let start: UInt64
  /// Whether the request changes nothing, so that its reply may be replaced with an error.
  let isRead: Bool
}
