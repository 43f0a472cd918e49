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
