import CellProtocol

/// The attempts to reach a daemon again, where it was.
///
/// No daemon is started: the one that ended had the sessions, and its service starts it again.
struct Reconnection {
  /// The sentence about its start.
  static let sentence = "cellctl: the daemon closed the connection; reconnecting"

  private let socketPath: SocketPath
  /// The machine of the daemon, if it is another one.
  private let host: HostAddress?
  /// The attempt that waits for its answer.
  private var link: HostLink?
  /// Whether ssh has a question, so that attempts without a terminal are of no use.
  private(set) var asks = false
  private let timeout: Double
  /// The time between the last two attempts, in seconds.
  private var pause = 0.05
  /// The time of the next attempt.
  private(set) var deadline: Deadline

  /// Plans the first attempt after the connection of `client` was closed.
  init(_ client: Client) {
    socketPath = client.socketPath
    host = client.isRemote ? try? HostAddress(client.socketPath.path) : nil
    timeout = client.timeout
    deadline = Deadline(seconds: pause)
  }

  /// Connects.
  /// - Parameter mayAsk: whether ssh may ask on the terminal. Then its answer is waited for.
  /// - Returns: nil if another machine has not answered yet. Then the deadline is soon.
  /// - Throws: `Failure`. ``isTransient(_:)`` decides whether to try again.
  mutating func connect(mayAsk: Bool = false) throws -> Client? {
    if let host {
      let attempt = try link ?? HostLink(to: host, mayAsk: mayAsk, spawns: false, timeout: timeout)
      link = nil
      guard let connection = try mayAsk ? attempt.answered() : attempt.answeredConnection() else {
        link = attempt
        deadline = Deadline(seconds: 0.05)
        return nil
      }
      return try Client(timeout: timeout) { _ in connection }
    }
    do {
      return try Client(socketPath: socketPath, timeout: timeout)
    } catch let error as SocketError {
      throw Endpoint.noDaemon(error)
    }
  }

  /// Plans the next attempt after twice the time: at most two seconds, or half a minute over ssh.
  /// If ssh has a question, there is none.
  mutating func postpone(after failure: (any Error)? = nil) {
    pause = min(pause * 2, host == nil ? 2 : 30)
    asks = (failure as? Failure)?.asks ?? false
    deadline = Deadline(seconds: asks ? nil : pause)
  }

  /// Whether a later attempt can succeed after `failure`: the daemon starts, or its clients push
  /// the session again.
  static func isTransient(_ failure: Failure) -> Bool {
    guard !failure.asks else { return false }
    return switch failure.status {
    case .noDaemon, .notFound, .timedOut, .failed: true
    case .done, .usage, .badData, .versionMismatch, .interrupted, .notExecutable, .programNotFound: false
    }
  }
}
