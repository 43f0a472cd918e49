import ArgumentParser
import CellClient
import CellWire

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

/// The way cells are made of records in a command that shows them.
struct ShownRecords: ParsableArguments {
  @OptionGroup var options: RecordOptions

  @Flag(help: "Do not guess the format, the list and its fields.")
  var noGuess = false

  @Flag(help: "Print no notes on the records.")
  var quiet = false

  /// Checks the options, and returns them as those of `push`.
  /// - Parameter preset: the preset whose command writes the records.
  fileprivate func arguments(for preset: Preset? = nil) throws -> [String] {
    _ = try options.pipeline(for: preset) { _ in }
    return (noGuess ? [] : ["--guess-to-show"]) + (quiet ? ["--quiet"] : []) + options.arguments
  }
}

/// Cells that a command shows: those of a session, or of records in a private daemon.
struct ShownList {
  let name: String
  let client: Client
  /// The parameters that name the session.
  let session: Parameters
  /// The process that pushes the records; nil for a session. It and the daemon end with the value.
  private(set) var feed: RecordFeed?
  private var daemon: Plugin?
  /// Whether the records are those of standard input.
  private(set) var readsInput = false

  /// The cells of the session or of the file that an argument names.
  /// - Parameters:
  ///   - name: the argument; nil if it is missing.
  ///   - isOfSession: whether other options are for sessions only.
  ///   - keepsErrors: whether errors of the records are kept in the feed.
  init(
    _ name: String?, of list: ListArgument, _ records: ShownRecords, isOfSession: Bool,
    prefersSession: Bool = false, keepsErrors: Bool = true, connection: ConnectionOptions
  ) throws {
    let source = try list.source(
      name, isOfSession: isOfSession, prefersSession: prefersSession, connection: connection)
    switch source {
    case .session(let name):
      if let option = records.options.arguments.first?.prefix(while: { $0 != "=" }) {
        throw Failure(
          .usage, "\(option) is for records; a session has cells already", hint: "name a file with records")
      }
      try self.init(session: name, list.owner, connection)
    case .file(let file): try self.init(file: file, records, keepsErrors: keepsErrors)
    }
  }

  private init(session name: String, _ owner: OwnerOption, _ connection: ConnectionOptions) throws {
    self.name = name
    client = try connection.connect()
    session = owner.parameters(session: name)
  }

  /// Returns the info of a session, which a user may have taken for a file.
  /// - Parameter session: the parameters that name the session.
  static func info(of name: String, _ session: Parameters, _ client: Client) throws -> JSON {
    do {
      return try client.call("session.info", session).result
    } catch let failure as Failure where failure.status == .notFound {
      throw Failure(
        failure.status, "there is neither a file nor a session \"\(name)\"",
        hint: "'cellctl sessions' lists the sessions")
    }
  }

  /// The cells of a file.
  init(file: String, _ records: ShownRecords, keepsErrors: Bool = true) throws {
    try self.init(
      file, records.arguments() + [file.asFileArgument], readsInput: file == "-", keepsErrors: keepsErrors)
  }

  /// The cells of the output of a command.
  /// - Parameters:
  ///   - preset: the name of the preset whose command it is.
  ///   - every: the time between two runs; nil for one run.
  init(
    _ command: CommandArguments, preset name: String?, _ records: ShownRecords, timeout: Double?,
    every: TimeArgument? = nil, keepsErrors: Bool
  ) throws {
    let preset = try name.map(PresetLibrary.preset)
    let run = try command.command(of: preset, timeout: timeout)
    _ = try run?.executable
    try self.init(
      name ?? run?.name ?? "cells",
      records.arguments(for: preset) + command.arguments(of: name, timeout: timeout), every: every,
      keepsErrors: keepsErrors)
  }

  /// - Parameter arguments: the options of `push`, and its file or command.
  private init(
    _ name: String, _ arguments: [String], every: TimeArgument? = nil, readsInput: Bool = false,
    keepsErrors: Bool
  ) throws {
    self.name = name
    self.readsInput = readsInput
    let daemon = try Plugin.started()
    client = try Client(socketPath: daemon.socketPath, timeout: 60)
    var session = Parameters()
    session.set("session", "cells")
    _ = try client.call("session.create", session)
    (self.session, self.daemon) = (session, daemon)
    feed = try RecordFeed(
      session: "cells", arguments, every: every, readsInput: readsInput, socketPath: daemon.socketPath.path,
      keepsErrors: keepsErrors)
  }
}
