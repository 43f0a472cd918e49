import CellWire
import Glibc

/// The sockets that a daemon may listen on.
public struct Endpoint: Sendable {
  /// The path of its socket. If it is nil, that of `$CELLD_SOCKET`, else the first of the usual
  /// places at which a daemon answers (protocol.md, §2).
  public let socket: String?

  /// A daemon at a socket.
  public init(socket: String? = nil) { self.socket = socket }

  /// The sockets to try, in order.
  package var candidates: [SocketPath] {
    SocketPath.candidates(option: socket)
  }

  /// The path from `--socket` or `$CELLD_SOCKET`. If there is one, no other is tried.
  package var fixed: String? { socket ?? environmentVariable("CELLD_SOCKET") }

  /// Connects to the first candidate that answers.
  /// - Throws: the `SocketError` of the first candidate that refuses the connection, else of the
  ///   last one.
  func connect(by deadline: Deadline) throws -> Connection {
    var failure: SocketError?
    for candidate in candidates {
      do {
        return try Connection.open(candidate, by: deadline)
      } catch let error as SocketError {
        if failure.map(\.isAbsent) ?? true { failure = error }
      }
    }
    throw failure ?? SocketError(path: "", code: ENOENT, sentence: "no socket path is known")
  }

  /// Connects. If no daemon answers, starts one in the background and waits for its socket.
  func connectOrSpawn(by deadline: Deadline) throws -> Connection {
    do {
      return try connect(by: deadline)
    } catch let error as SocketError {
      // Without a fixed path, a socket that refuses the connection is another user's; ours comes
      // later in the list.
      guard error.isAbsent || fixed == nil else { throw CelldError.noDaemon(error) }
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
          // Another cellctl started one at the same moment; that one answers soon.
          patience = Deadline(seconds: daemon.foundAnother ? 2 : 0)
        } else if hasEnded {
          usleep(2000)
        }
        if deadline.isOver, !hasEnded {
          throw CelldError.startTimedOut
        }
        if patience.isOver || deadline.isOver {
          throw CelldError.notStarted(error, reason: hasEnded ? daemon.lastWords : nil)
        }
      }
    }
  }
}
