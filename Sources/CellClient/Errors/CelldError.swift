import CellWire

/// An error of a client.
public enum CelldError: Error, Sendable {
  /// No daemon answers at the socket.
  case noDaemon(SocketError)
  /// A daemon was started, and does not answer at the socket. `reason` is the last line of its
  /// standard error, if it has ended.
  case notStarted(SocketError, reason: String?)
  /// A daemon was started, but did not answer in the client's `timeout`.
  case startTimedOut
  /// The program celld is neither beside the running program nor in `PATH`.
  case programNotFound
  /// The address of another machine is wrong. The first sentence names the part, the second one the
  /// cure; they have no full stops.
  case invalidAddress(String, cure: String)
  /// The other machine cannot be reached, or has no daemon.
  case hostFailed(HostFailure)
  /// A call of the operating system failed. The sentence has no full stop.
  case system(String)
  /// The connection ended before the reply. A change may have been done: read before you repeat it.
  case connectionLost(String)
  /// No reply came in time: a change may still be done. Or a watch has not changed in time. The
  /// sentence has no full stop.
  case timedOut(String)
  /// A message is malformed, or longer than its limits allow. The sentence has no full stop.
  case protocolError(String)
  /// The daemon speaks another version of the protocol.
  case versionMismatch(VersionMismatch)
  /// The daemon returned an error (protocol.md, §9).
  case reply(ErrorReply)
  /// The watch has ended: its session or view was deleted.
  case watchEnded(WatchEnd)
  /// The client is closed.
  case clientClosed

  /// The stable name of the daemon's error, such as `sessionNotFound`; nil for other errors.
  public var kind: ErrorKind? { failure.flatMap { ErrorKind(rawValue: $0.kind) } }
}

extension CelldError {
  /// No reply came in time.
  static let late = CelldError.timedOut("the daemon did not answer in time")

  /// The error that the daemon returned; nil for other errors.
  public var failure: ErrorReply? {
    guard case .reply(let reply) = self else { return nil }
    return reply
  }

  /// Whether a later attempt to connect can succeed.
  var isTransient: Bool {
    switch self {
    case .noDaemon: true
    case .hostFailed(let failure): failure.kind != .versionMismatch && !failure.asks
    default: false
    }
  }
}

extension CelldError: CustomStringConvertible {
  /// A sentence with the cause, and the cure if there is one.
  public var description: String {
    switch self {
    case .noDaemon(let error): "No daemon answers: \(error.message). Start celld, or name its socket."
    case .notStarted(_, let reason?): "celld cannot be started: \(reason)."
    case .notStarted(let error, nil): "celld was started, but does not answer: \(error.message)."
    case .startTimedOut: "celld was started, but did not answer in time. Use a longer timeout."
    case .programNotFound:
      "celld is neither beside this program nor in PATH. Install it, or name the socket of one that runs."
    case .invalidAddress(let problem, let cure): "\(problem); \(cure)."
    case .hostFailed(let failure):
      [failure.sentence, failure.cure].compactMap(\.self).joined(separator: "; ") + "."
    case .system(let sentence), .connectionLost(let sentence), .timedOut(let sentence): "\(sentence)."
    case .protocolError(let sentence): "\(sentence). Another program may listen at the socket."
    case .versionMismatch(let mismatch):
      "\(mismatch.daemon) uses protocol \(mismatch.theirs), this client protocol \(protocolVersion). "
        + "Install the same version of both."
    case .reply(let reply): RPCError.appendingPlace(reply.path, to: reply.message)
    case .watchEnded(.sessionDeleted): "The session was deleted, or its owner no longer shares it."
    case .watchEnded(.viewDeleted): "The view was deleted."
    case .clientClosed: "The client is closed."
    }
  }
}

/// The reason why a watch ended.
public enum WatchEnd: Sendable {
  /// The session was deleted, or its owner no longer shares it.
  case sessionDeleted
  case viewDeleted
}

/// A daemon whose protocol has another version.
public struct VersionMismatch: Sendable {
  /// Its name and version, such as `celld 1.4.0`.
  public let daemon: String
  /// The version of its protocol; 0 if it is older than the first one.
  public let theirs: Int
  /// Its socket.
  public let socketPath: SocketPath
  /// Its process id, if it is known.
  public let processID: Int?
  /// Whether it is on another machine.
  public let isRemote: Bool
}

/// The reason why a daemon of another machine does not answer.
public struct HostFailure: Sendable {
  /// The kinds of reasons.
  public enum Kind: Sendable {
    /// ssh, the relay or its daemon cannot be reached.
    case unreachable
    /// cellctl there is older or newer.
    case versionMismatch
    case timedOut
  }

  public let kind: Kind
  /// The reason, without a full stop.
  public let sentence: String
  /// The cure, and what works without it; a line for each.
  public let cure: String?
  /// Whether ssh has a question that it may not ask.
  public let asks: Bool
}

/// The reason why a connection to a socket failed.
public struct SocketError: Error, Sendable {
  /// The path of the socket.
  public let path: String
  /// The error number.
  public let code: Int32
  /// A more precise message than that of the error number.
  package var sentence: String?

  package init(path: String, code: Int32, sentence: String? = nil) {
    self.path = path
    self.code = code
    self.sentence = sentence
  }
}

/// The error of a reply. protocol.md lists the kinds.
public struct ErrorReply: Error, Sendable {
  /// The number of JSON-RPC.
  public let code: Int
  /// The stable name, such as `sessionNotFound`.
  public let kind: String
  /// The daemon's sentence, without the position in the parameters.
  public let message: String
  /// The position in the parameters as a JSON pointer, such as `/cells/3/tilte`.
  public let path: String?
  /// The known name that was probably meant.
  public let hint: String?
  /// All members of `data`.
  public let data: JSON?
  /// The milliseconds after which to send the request again. Only busy daemons set it.
  package let retryAfter: Int?

  package init(_ node: JSON) {
    code = node["code"]?.int ?? 0
    data = node["data"]
    kind = data?["kind"]?.string ?? ""
    path = data?["path"]?.string
    hint = data?["hint"]?.string
    message = RPCError.removingPlace(
      path, from: node["message"]?.string ?? "the daemon answered with an error")
    retryAfter = kind == ErrorKind.busy.rawValue ? data?["retryAfter"]?.int : nil
  }

  /// An error that was found without a daemon.
  package init(_ error: RPCError) {
    code = error.kind.code
    message = error.message
    kind = error.kind.rawValue
    path = error.path
    hint = error.hint
    data = nil
    retryAfter = nil
  }
}
