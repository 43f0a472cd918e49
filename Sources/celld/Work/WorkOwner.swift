/// The origin of work that waits: a user, and a stream of work of that user.
struct WorkOwner: Hashable, Sendable {
  let user: UInt32
  /// The number of a connection.
  let stream: UInt64
}
