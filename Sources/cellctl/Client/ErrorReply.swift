import CellWire

/// The error of a reply. protocol.md lists the kinds.
struct ErrorReply {
  let code: Int
  /// The stable name, such as `sessionNotFound`.
  let kind: String
  /// The daemon's sentence.
  let message: String
  /// The path in the parameters, such as `/cells/3/tilte`.
  let path: String?
  /// The milliseconds after which to send the request again. Only busy daemons set it.
  let retryAfter: Int?

  init(_ node: JSON) {
    code = node["code"]?.int ?? 0
    let data = node["data"]
    kind = data?["kind"]?.string ?? ""
    path = data?["path"]?.string
    message = RPCError.removingPlace(
      path, from: node["message"]?.string ?? "the daemon answered with an error")
    retryAfter = kind == ErrorKind.busy.rawValue ? data?["retryAfter"]?.int : nil
  }

  /// An error that was found without a daemon.
  init(_ error: RPCError) {
    code = error.kind.code
    message = error.message
    kind = error.kind.rawValue
    path = error.path
    retryAfter = nil
  }

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

extension Failure {
  /// Returns the failure with a hint that names commands, if there is one for the error.
  func withCommandHint(_ error: ErrorReply) -> Failure {
    guard let hint = CommandHint.sentence(for: ErrorKind(rawValue: error.kind), path: error.path) else {
      return self
    }
    return Failure(status, CommandHint.withoutMethods(message), hint: hint)
  }
}
