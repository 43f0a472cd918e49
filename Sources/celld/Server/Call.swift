import CellProtocol

/// One request in hand. It is how a reply that comes later finds its place.
struct Call: Sendable {
  let caller: Caller
  /// Grows by one with every request of the daemon.
  let number: UInt64
  /// What owns the request's params, where that outlives the call: for long lines and for batches. Nil for all other
  /// lines, whose params are gone when the call returns.
  let document: Parcel<JSONDocument>?
  /// The params as a worker has checked and read them, which it did for long ones.
  let params: Parcel<Result<Params, RPCError>>?
}

/// How a request was taken.
enum Outcome {
  /// The result is written.
  case done
  /// Nothing is written yet: the connection takes no further request until `Server.finish` is called for this call.
  case deferred
}
