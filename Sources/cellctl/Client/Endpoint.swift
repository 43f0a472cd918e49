import CellProtocol
import Glibc

/// Where a daemon may listen.
struct Endpoint {
  /// The path given with `--socket`.
  let socket: String?

  /// The paths to try, in order.
  var candidates: [SocketPath] {
    SocketPath.candidates(option: socket)
  }

  /// The path that was given, if one was: then it is the only one.
  var fixed: String? { socket ?? environmentVariable("CELLD_SOCKET") }

  /// Connects to the first candidate that answers.
  /// - Throws: the last candidate's `SocketError`; but one that exists and refuses us comes before one that is absent.
  func connect(by deadline: Deadline) throws -> Connection {
    var failure: SocketError?
    for candidate in candidates {
      do {
        return try Connection.open(candidate, by: deadline)
      } catch let error as SocketError {
        if failure.map(\.isAbsent) ?? true { failure = error }
      }
    }
    throw failure ?? SocketError(path: "", code: ENOENT, sentence: "there is no place for a socket")
  }

  /// Connects; where nobody answers, starts a daemon in the background and waits for its socket.
  func connectOrSpawn(by deadline: Deadline) throws -> Connection {
    do {
      return try connect(by: deadline)
    } catch let error as SocketError {
      // Where no place was named, a place that refuses us is another's, and ours is further down.
      guard error.isAbsent || fixed == nil else { throw Self.noDaemon(error) }
    }
    var arguments = ["--idle-exit", "60"]
    if let fixed { arguments += ["--socket", fixed] }
    let daemon = try DaemonProcess(arguments: arguments)
    var patience = Deadline(seconds: 10)
    var hasEnded = false
    while true {
      do {
        return try connect(by: deadline)
      } catch let error as SocketError {
        if !hasEnded, daemon.ends(within: 2) {
          hasEnded = true
          // Another cellctl started one at the same moment: that one answers soon.
          patience = Deadline(seconds: daemon.foundAnother ? 2 : 0)
        } else if hasEnded {
          usleep(2000)
        }
        if deadline.isOver, !hasEnded {
          throw Failure(
            .timedOut, "the daemon that was started does not answer yet",
            hint: "give it longer with --timeout SECONDS")
        }
        if patience.isOver || deadline.isOver {
          throw Self.failedToStart(error, reason: hasEnded ? daemon.lastWords : nil, arguments: arguments)
        }
      }
    }
  }

  /// The failure of a client that may not start a daemon.
  static func noDaemon(_ error: SocketError) -> Failure {
    Failure(
      .noDaemon, "no daemon: \(error.message)",
      hint: error.code == EACCES
        ? "you may not use this socket; ask for its group, or use one of your own with --socket"
        : "start one with 'celld', or leave out --no-spawn")
  }

  private static func failedToStart(
    _ error: SocketError, reason: String?, arguments: [String]
  ) -> Failure {
    if let reason { return Failure(.noDaemon, "no daemon could be started: \(reason)") }
    let command = (["celld"] + arguments.dropFirst(2)).joined(separator: " ")
    return Failure(
      .noDaemon, "a daemon was started, but does not answer: \(error.message)",
      hint: "see what it says: \(command)")
  }
}
