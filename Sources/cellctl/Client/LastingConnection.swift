import CellClient

/// The connection of a command that goes on after a restart of the daemon.
///
/// Only the first connection may start a daemon. Later, one without the store would take the socket
/// from the service that is about to start again.
struct LastingConnection {
  /// The connection; nil before the first one, and while the daemon is gone.
  private(set) var client: Client?
  private let begin: () throws -> Client
  private var reconnection: Reconnection?

  /// - Parameter begin: makes the first connection.
  init(_ begin: @escaping () throws -> Client) {
    self.begin = begin
  }

  /// The time of the next attempt to connect again; nil if the daemon is not gone.
  var retry: Deadline? { reconnection?.deadline }

  /// Connects, unless there is a connection.
  /// - Returns: the connection; nil while the daemon is gone.
  /// - Throws: `Failure` if there never was a connection, or if waiting does not help.
  mutating func connect() throws -> Client? {
    if let client { return client }
    guard var attempt = reconnection else {
      client = try begin()
      return client
    }
    guard attempt.deadline.isOver else { return nil }
    do {
      client = try attempt.connect() ? attempt.client : nil
      reconnection = client == nil ? attempt : nil
    } catch {
      attempt.postpone(asks: (error as? Failure)?.asks ?? false)
      reconnection = attempt
      guard let failure = error as? Failure, failure.isTransient else { throw error }
    }
    return client
  }

  /// Replaces the connection by a new one.
  /// - Returns: whether the daemon is gone, so that attempts to connect begin.
  mutating func renew() -> Bool {
    guard let old = client else { return false }
    if !old.isClosed, (try? old.reconnect()) != nil { return false }
    (client, reconnection) = (nil, Reconnection(old))
    return true
  }
}
