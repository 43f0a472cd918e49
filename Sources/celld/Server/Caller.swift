/// The number of a connection. Unlike a descriptor it is never used again.
struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// The sender of a request.
struct Caller: Hashable, Sendable {
  let connection: ConnectionID
  let userID: UInt32
  let groupID: UInt32
  /// The process that connected; 0 if the system does not report it.
  let processID: Int32

  /// The owner of the work for this connection.
  var owner: WorkOwner { WorkOwner(user: userID, stream: connection.number) }
}
