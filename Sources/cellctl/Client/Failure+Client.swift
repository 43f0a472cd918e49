import CellClient
import CellProtocol
import CellWire
import Glibc

extension Client {
  /// Connects to the first daemon that answers.
  /// - Parameters:
  ///   - spawns: whether to start a daemon if none answers.
  ///   - timeout: the seconds to wait for each reply.
  /// - Throws: `Failure`: `noDaemon`, `versionMismatch`, `timedOut`.
  convenience init(endpoint: Endpoint, spawns: Bool, timeout: Double) throws {
    try self.init(
      endpoint, spawn: spawns, timeout: timeout, reconnect: false, name: Self.ownName, explain: Failure.init)
  }

  /// Connects to the daemon at one socket.
  /// - Throws: `SocketError` if none answers, or `Failure`.
  convenience init(socketPath: SocketPath, timeout: Double) throws {
    try self.init(socketPath: socketPath, timeout: timeout, name: Self.ownName, explain: Failure.init)
  }

  private static let ownName = "cellctl \(celldVersion)"

  /// Sends a request and waits for its reply.
  /// - Throws: `Failure` for an error reply, with its exit code.
  func call(
    _ method: String, _ parameters: Parameters = Parameters(),
    failure: (ErrorReply) -> Failure = { $0.failureOfArguments }
  ) throws -> Message {
    try reply(to: send(method, parameters), refused: failure)
  }
}

extension Plugin {
  /// Starts a private daemon, which a signal ends before it ends cellctl.
  static func started() throws -> Plugin {
    do {
      return try Plugin { ProcessGuardian($0) }
    } catch let error as CelldError {
      throw Failure(error)
    }
  }

  /// Returns an error with the daemon's last message as its hint, if the daemon has ended.
  func explained(_ error: any Error) -> any Error {
    guard var failure = error as? Failure, let lastWords else { return error }
    failure.hint = "celld ended with: \(lastWords)"
    return failure
  }
}

extension Reconnection {
  /// The sentence about its start.
  static let sentence = "cellctl: the daemon closed the connection; reconnecting"
}

extension Failure {
  /// The failure for an error of the client.
  init(_ error: CelldError) {
    self =
      switch error {
      case .noDaemon(let error):
        Failure(
          .noDaemon, "no daemon: \(error.message)",
          hint: error.hasFix
            ? nil
            : error.code == EACCES
              ? "join the group of the socket, or use your own daemon with --socket PATH"
              : "start one with 'celld', or omit --no-spawn")
      case .notStarted(let error, let reason?):
        Failure(.noDaemon, "cannot start celld: \(reason)", hint: Self.folderHint(of: error.path))
      case .notStarted(let error, nil):
        Failure(
          .noDaemon, "celld was started but does not answer: \(error.message)",
          hint: "see its errors with: celld\(error.path.isEmpty ? "" : " --socket \(error.path)")")
      case .startTimedOut:
        Failure(.timedOut, "celld was started but did not answer in time", hint: Self.longerTimeout)
      case .programNotFound:
        Failure(
          .noDaemon, "celld is neither next to cellctl nor in PATH",
          hint: "install celld, or start it yourself and name its socket with --socket")
      case .invalidAddress(let problem, let cure):
        Failure(.usage, "the address of --host or $CELLD_HOST: \(problem)", hint: cure)
      case .hostFailed(let failure): Failure(failure)
      case .system(let sentence): Failure(.failed, sentence)
      case .connectionLost(let sentence):
        Failure(.failed, sentence, hint: "see its log for the reason, or run 'cellctl doctor'")
      case .timedOut(let sentence): Failure(.timedOut, sentence, hint: Self.longerTimeout)
      case .protocolError(let sentence):
        Failure(.failed, sentence, hint: "another program may listen there; run 'cellctl doctor'")
      case .versionMismatch(let mismatch): Failure(mismatch)
      case .reply(let reply): reply.failureOfArguments
      // To others, a session that its owner no longer shares does not exist.
      case .watchEnded(.sessionDeleted):
        Failure(.notFound, "the session was deleted, or its owner no longer shares it")
      case .watchEnded(.viewDeleted): Failure(.notFound, "the view was deleted")
      case .clientClosed: Failure(.failed, "the connection is closed")
      }
  }

  private static let longerTimeout = "wait longer with --timeout SECONDS"

  private init(_ failure: HostFailure) {
    switch failure.kind {
    case .unreachable: self.init(.noDaemon, failure.sentence, hint: failure.cure)
    case .versionMismatch: self.init(.versionMismatch, failure.sentence, hint: failure.cure)
    case .timedOut: self.init(.timedOut, failure.sentence, hint: Self.longerTimeout)
    }
    asks = failure.asks
  }

  private init(_ mismatch: VersionMismatch) {
    let cure =
      if mismatch.theirs > protocolVersion {
        "cellctl is older: install the cellctl that came with the daemon"
      } else if mismatch.isRemote {
        "restart the daemon there: it is older than the cellctl there"
      } else if mismatch.socketPath.origin == .system {
        "restart the daemon: sudo systemctl restart celld"
      } else if let processID = mismatch.processID {
        "stop the daemon: kill \(processID)   (the next cellctl starts a new one)"
      } else {
        "stop the daemon: pkill -x celld   (the next cellctl starts a new one)"
      }
    self.init(
      .versionMismatch,
      "\(mismatch.daemon) at \(mismatch.socketPath.path) uses protocol \(mismatch.theirs), "
        + "cellctl \(celldVersion) uses protocol \(protocolVersion)",
      hint: cure)
  }

  /// Returns the fix for a socket whose folder does not exist, or nil if it exists.
  private static func folderHint(of path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard !folder.isEmpty, access(folder, F_OK) != 0 else { return nil }
    return
      "make its folder with: mkdir -p \(folder.shellQuoted)\nor name another socket with --socket or CELLD_SOCKET"
  }

  /// Whether a later attempt to connect can succeed: the daemon starts, or its clients push the
  /// session again.
  var isTransient: Bool {
    guard !asks else { return false }
    return switch status {
    case .noDaemon, .notFound, .timedOut, .failed: true
    case .done, .usage, .badData, .versionMismatch, .interrupted, .notExecutable, .programNotFound: false
    }
  }

  /// Returns the failure with a hint that names commands, if there is one for the error.
  func withCommandHint(_ error: ErrorReply) -> Failure {
    guard let hint = CommandHint.sentence(for: ErrorKind(rawValue: error.kind), path: error.path) else {
      return self
    }
    return Failure(status, CommandHint.withoutMethods(message), hint: hint)
  }
}

extension ErrorReply {
  /// The failure of a request whose parameters come from options and arguments. It names the member
  /// of the environment or the name that is wrong, and hints at commands instead of methods.
  var failureOfArguments: Failure {
    failure(prefix: (environmentMember ?? nameParameter).map { "\($0): " } ?? "", invalidParameters: .usage)
      .withCommandHint(self)
  }

  /// The failure of a request whose parameters were typed as JSON.
  var failureOfJSON: Failure {
    failure(prefix: pathToName.map { "\($0): " } ?? "", invalidParameters: .usage)
  }

  /// - Parameters:
  ///   - prefix: the text before the daemon's sentence.
  ///   - invalidParameters: the exit code for parameters that are wrong.
  func failure(prefix: String, invalidParameters: ExitStatus) -> Failure {
    Failure(status(invalidParameters: invalidParameters), prefix + message)
  }

  private func status(invalidParameters: ExitStatus) -> ExitStatus {
    switch ErrorKind(rawValue: kind) {
    case .sessionNotFound, .cellNotFound, .viewNotFound, .actionNotFound: .notFound
    case .parseError, .invalidRequest, .lineTooLong: .badData
    case .invalidParams: invalidParameters
    case .methodNotFound: .usage
    default: .failed
    }
  }

  /// The path to show, or nil. An unknown cell is named by the sentence already.
  var pathToName: String? {
    guard let path, !path.isEmpty, kind != ErrorKind.cellNotFound.rawValue else { return nil }
    return path
  }

  /// The parameter with a name that is not valid.
  private var nameParameter: String? {
    guard kind == ErrorKind.invalidParams.rawValue else { return nil }
    return ["session", "view", "owner"].first { path == "/\($0)" }
  }

  /// The member of an environment at the path: `font.size` for `/environment/font/size`.
  private var environmentMember: String? {
    var steps = (pathToName ?? "").split(separator: "/")[...]
    if steps.first == "environment" { steps = steps.dropFirst() }
    guard let name = steps.first, Components.environment.contains(where: { $0.name == name }) else {
      return nil
    }
    return steps.joined(separator: ".")
  }
}
