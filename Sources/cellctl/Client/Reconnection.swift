import CellWire

/// The attempts to reach a daemon again, at the socket where it was.
///
/// No daemon is started: the one that ended had the sessions, and its service starts it again.
struct Reconnection {
  /// The sentence about its start.
  static let sentence = "cellctl: the daemon closed the connection; reconnecting"

  private let socketPath: SocketPath
  private let timeout: Double
  /// The time between the last two attempts, in seconds.
  private var pause = 0.05
  /// The time of the next attempt.
  private(set) var deadline: Deadline

  /// Plans the first attempt after the connection of `client` was closed.
  init(_ client: Client) {
    socketPath = client.socketPath
    timeout = client.timeout
    deadline = Deadline(seconds: pause)
  }

  /// Connects.
  /// - Throws: `Failure`. ``isTransient(_:)`` decides whether to try again.
  func connect() throws -> Client {
    do {
      return try Client(socketPath: socketPath, timeout: timeout)
    } catch let error as SocketError {
      throw Endpoint.noDaemon(error)
    }
  }

  /// Plans the next attempt, after twice the time, at most two seconds.
  mutating func postpone() {
    pause = min(pause * 2, 2)
    deadline = Deadline(seconds: pause)
  }

  /// Whether a later attempt can succeed after `failure`: the daemon starts, or its clients push
  /// the session again.
  static func isTransient(_ failure: Failure) -> Bool {
    switch failure.status {
    case .noDaemon, .notFound, .timedOut, .failed: true
    case .done, .usage, .badData, .versionMismatch, .interrupted, .notExecutable, .programNotFound: false
    }
  }
}
