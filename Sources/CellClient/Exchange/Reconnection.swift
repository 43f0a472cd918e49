import CellWire

/// The attempts to reach a daemon again, where it was.
///
/// No daemon is started: the one that ended had the sessions, and its service starts it again.
package struct Reconnection {
  package let client: Client
  /// The attempt over ssh that waits for its answer.
  private var link: HostLink?
  /// Whether ssh has a question, so that attempts without a terminal are of no use.
  package private(set) var asks = false
  /// The time between the last two attempts, in seconds.
  private var pause = 0.05
  /// The time of the next attempt.
  package private(set) var deadline: Deadline

  /// Plans the first attempt after the connection of `client` was closed.
  package init(_ client: Client) {
    self.client = client
    deadline = Deadline(seconds: pause)
  }

  /// Connects, unless there is a connection. A missing session is waited for at the same one.
  /// - Parameter mayAsk: whether ssh may ask on the terminal. Then its answer is waited for.
  /// - Returns: whether there is a connection. If not, another machine has not answered yet. Then
  ///   the deadline is soon.
  /// - Throws: what ``Client/reconnect()`` throws. The program decides whether to try again.
  package mutating func connect(mayAsk: Bool = false) throws -> Bool {
    guard client.isClosed else { return true }
    guard let endpoint = client.endpoint, let host = endpoint.host else {
      try client.reconnect()
      return true
    }
    let attempt = link
    link = nil
    return try client.explaining {
      let attempt =
        try attempt
        ?? HostLink(
          to: host, mayAsk: mayAsk, spawns: false, timeout: client.timeout, endpoint: endpoint)
      guard let connection = try mayAsk ? attempt.answered() : attempt.answeredConnection() else {
        link = attempt
        deadline = Deadline(seconds: 0.05)
        return false
      }
      try client.adopt { _ in connection }
      return true
    }
  }

  /// Plans the next attempt after twice the time: at most two seconds, or 30 s for a new ssh.
  /// - Parameter asks: whether ssh has a question. Then nothing is planned.
  package mutating func postpone(asks: Bool = false) {
    self.asks = asks
    pause = min(pause * 2, client.isClosed && client.endpoint?.host != nil ? 30 : 2)
    deadline = Deadline(seconds: asks ? nil : pause)
  }
}
