import CellProtocol

/// A request that is being answered. A deferred reply finds its place by it.
struct Call: Sendable {
  let caller: Caller
  /// Grows by one with every request of the daemon.
  let number: UInt64
  /// Whether the request has no id, so that nobody hears the result.
  let isNotification: Bool
  /// The owner of the request's memory, for long lines and for batches. Nil for all other lines,
  /// whose memory is gone when the request is answered or deferred.
  let document: Parcel<JSONDocument>?
  /// The value that ``Service/readContent`` made of a long request on a worker.
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
