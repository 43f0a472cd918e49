/// Names a connection for as long as the daemon runs. Counted up and never used again, unlike a descriptor.
struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// Who sent a request.
struct Caller: Hashable, Sendable {
  let connection: ConnectionID
  let userID: UInt32
  let groupID: UInt32
  /// The process that connected, 0 where the system does not tell.
  let processID: Int32
}

/// One request in hand. It is how a reply that comes later finds its place.
struct Call: Hashable, Sendable {
  let caller: Caller
  /// Grows by one with every request of the daemon.
  let number: UInt64
}

/// How a request was taken.
enum Outcome {
  /// The result is written.
  case done
  /// Nothing is written yet: the connection takes no further request until `Server.finish` is called for this call.
  case deferred
}
