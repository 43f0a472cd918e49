import CellWire
import Glibc

/// The place of a daemon: a socket of this machine, or another machine.
public struct Endpoint: Sendable {
  /// The path of its socket. If it is nil, that of `$CELLD_SOCKET`, else the first of the usual
  /// places at which a daemon answers (protocol.md, §2).
  public let socket: String?
  /// The other machine, if the daemon is not on this one.
  public var host: HostAddress?
  /// Whether ssh may ask on the terminal at the first connection.
  public var mayAsk = true
  /// More options of ssh.
  package var options: [String] = []
  /// Keeps ssh from living longer than the program, while it may ask. Called with its process id;
  /// it holds as long as the object that it returns.
  package var guardian: (@Sendable (Int32) -> AnyObject?)?

  /// A daemon at a socket of this machine.
  public init(socket: String? = nil) { self.socket = socket }

  /// A daemon of another machine: `ssh://[user@]host[:port][/path/of/socket]`.
  /// - Throws: `CelldError.invalidAddress`.
  public init(host: String) throws {
    socket = nil
    self.host = try HostAddress(host)
  }

  /// The place that a user names by options or variables. `$CELLD_SOCKET` goes before
  /// `$CELLD_HOST`.
  package init(socket: String?, host: String?, mayAsk: Bool = true) throws {
    self.init(socket: socket)
    self.mayAsk = mayAsk
    let address = host ?? (fixed == nil ? environmentVariable("CELLD_HOST") : nil)
    self.host = try address.map(HostAddress.init)
  }

  /// The sockets to try, in order.
  package var candidates: [SocketPath] {
    SocketPath.candidates(option: socket)
  }

  /// The path from `--socket` or `$CELLD_SOCKET`. If there is one, no other is tried.
  package var fixed: String? { socket ?? environmentVariable("CELLD_SOCKET") }

  /// Connects to the first candidate that answers.
  /// - Throws: the `SocketError` of the first candidate that refuses the connection, else of the
  ///   last one.
  package func connect(by deadline: Deadline) throws -> Connection {
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
  package func connectOrSpawn(by deadline: Deadline) throws -> Connection {
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
