import ArgumentParser

/// The session or the file of a command that shows either.
struct ListArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The session, or a file with records; - is standard input.", valueName: "session|file"),
    completion: .sessionName)
  var name: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp("The session, also if there is a file with this name.", valueName: "name"),
    completion: .sessionName)
  var session: String?

  @OptionGroup var owner: OwnerOption

  /// The cells that are shown.
  enum Source {
    case session(String)
    case file(String)
  }

  /// Returns the file if one exists, or if the argument has a `/` or is `-`. Returns the session
  /// otherwise. A note reports the choice if there are both.
  /// - Parameters:
  ///   - name: the argument, if it is not ``name``.
  ///   - isOfSession: whether other options are for sessions only.
  ///   - prefersSession: whether a session goes before a file that has no `/`.
  /// - Throws: `Failure` with status `usage` if nothing is named.
  func source(
    _ name: String?, isOfSession: Bool, prefersSession: Bool = false, connection: ConnectionOptions
  ) throws -> Source {
    if let session { return .session(session) }
    guard let name else {
      throw Failure(
        .usage, "expected a session or a file", hint: "'cellctl sessions' lists the sessions")
    }
    if isOfSession || owner.name != nil { return .session(name) }
    if name == "-" || name.contains("/") { return .file(name) }
    guard InputSource.exists(name) else { return .session(name) }
    guard hasSession(name, connection) else { return .file(name) }
    StandardError.note(
      prefersSession
        ? "\(name) is a session and a file; this is the session (./\(name) is the file)"
        : "\(name) is a session and a file; this is the file (--session \(name) is the session)")
    return prefersSession ? .session(name) : .file(name)
  }

  /// Whether a daemon that runs has a session.
  private func hasSession(_ name: String, _ connection: ConnectionOptions) -> Bool {
    var connection = connection
    connection.noSpawn = true
    guard let client = try? connection.connect() else { return false }
    return (try? client.call("session.info", owner.parameters(session: name))) != nil
  }
}

/// Cells that a command reads: those of a session, or of a file in a private daemon.
struct ReadableList {
  let client: Client
  /// The parameters that name the session.
  let session: Parameters
  private let records: WatchedRecords?

  /// - Parameters:
  ///   - name: the argument; nil if it is missing.
  ///   - isOfSession: whether other options are for sessions only.
  /// - Throws: `Failure` if a file cannot be read.
  init(
    _ name: String?, of list: ListArgument, records: RecordOptions, guesses: [String], isOfSession: Bool,
    connection: ConnectionOptions
  ) throws {
    switch try list.source(name, isOfSession: isOfSession, connection: connection) {
    case .session(let name):
      guard records.isEmpty else {
        throw Failure(
          .usage, "\(records.arguments[0].prefix { $0 != "=" }) is for records; \(name) is a session")
      }
      client = try connection.connect()
      session = list.owner.parameters(session: name)
      self.records = nil
    case .file(let file):
      _ = try records.pipeline { _ in }
      let shown = try WatchedRecords(
        guesses + records.arguments + [file.asFileArgument], readsInput: file == "-", keepsErrors: true)
      try shown.feed.finish()
      (client, session, self.records) = (shown.client, shown.parameters, shown)
    }
  }
}
