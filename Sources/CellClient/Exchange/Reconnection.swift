import CellWire

/// The attempts to reach a daemon again, at the socket where it was.
///
/// No daemon is started: the one that ended had the sessions, and its service starts it again.
package struct Reconnection {
  private let client: Client
  /// The time between the last two attempts, in seconds.
  private var pause = 0.05
  /// The time of the next attempt.
  package private(set) var deadline: Deadline

  /// Plans the first attempt after the connection of `client` was closed.
  package init(_ client: Client) {
    self.client = client
    deadline = Deadline(seconds: pause)
  }

  /// Connects.
  /// - Throws: what ``Client/reconnect()`` throws. The program decides whether to try again.
  package func connect() throws -> Client {
    try client.reconnect()
    return client
  }

  /// Plans the next attempt, after twice the time, at most two seconds.
  package mutating func postpone() {
    pause = min(pause * 2, 2)
    deadline = Deadline(seconds: pause)
  }
}
