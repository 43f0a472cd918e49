import CellProtocol

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

/// The outcome of dispatching a request.
enum Outcome {
  /// The result is written.
  case done
  /// Nothing is written yet: the connection takes no further request until `Server.finish` is
  /// called for this call.
  case deferred
}
