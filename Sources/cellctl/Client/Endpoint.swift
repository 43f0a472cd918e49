import CellProtocol
import Glibc

/// The places of a daemon: sockets, or another machine.
struct Endpoint {
  /// The path given with `--socket`, if any.
  let socket: String?
  /// The other machine, from `--host` or `$CELLD_HOST`.
  var host: HostAddress?
  /// Whether ssh may ask on the terminal.
  var mayAsk = true
  /// More options of ssh.
  var options: [String] = []

  init(socket: String?) {
    self.socket = socket
  }

  /// The place that the user names. `$CELLD_SOCKET` goes before `$CELLD_HOST`.
  init(socket: String?, host: String?, mayAsk: Bool = true) throws {
    self.init(socket: socket)
    self.mayAsk = mayAsk
    let address = host ?? (fixed == nil ? environmentVariable("CELLD_HOST") : nil)
    self.host = try address.map(HostAddress.init)
  }

  /// The sockets to try, in order.
  var candidates: [SocketPath] {
    SocketPath.candidates(option: socket)
  }

  /// The path from `--socket` or `$CELLD_SOCKET`. If there is one, no other is tried.
  var fixed: String? { socket ?? environmentVariable("CELLD_SOCKET") }

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
          // Another cellctl started one at the same moment; that one answers soon.
          patience = Deadline(seconds: daemon.foundAnother ? 2 : 0)
        } else if hasEnded {
          usleep(2000)
        }
        if deadline.isOver, !hasEnded {
          throw Failure(
            .timedOut, "celld was started but did not answer in time",
            hint: "wait longer with --timeout SECONDS")
        }
        if patience.isOver || deadline.isOver {
          throw Self.failedToStart(error, reason: hasEnded ? daemon.lastWords : nil, arguments: arguments)
        }
      }
    }
  }

  /// The error of a client that must not start a daemon.
  static func noDaemon(_ error: SocketError) -> Failure {
    Failure(
      .noDaemon, "no daemon: \(error.message)",
      hint: error.hasFix
        ? nil
        : error.code == EACCES
          ? "join the group of the socket, or use your own daemon with --socket PATH"
          : "start one with 'celld', or omit --no-spawn")
  }

  private static func failedToStart(
    _ error: SocketError, reason: String?, arguments: [String]
  ) -> Failure {
    if let reason {
      return Failure(.noDaemon, "cannot start celld: \(reason)", hint: folderHint(of: error.path))
    }
    let command = (["celld"] + arguments.dropFirst(2)).joined(separator: " ")
    return Failure(
      .noDaemon, "celld was started but does not answer: \(error.message)",
      hint: "see its errors with: \(command)")
  }

  /// Returns the fix for a socket whose folder does not exist, or nil if it exists.
  private static func folderHint(of path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return nil }
    return "make its folder with 'mkdir -p \(folder)', or name another socket with --socket or CELLD_SOCKET"
  }
}
