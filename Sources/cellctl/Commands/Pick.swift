import ArgumentParser
import CellProtocol
import Glibc

/// The argument of `pick --print`.
enum PickedForm: String, ExpressibleByArgument, CaseIterable {
  case id, json, href
}

/// `cellctl pick SESSION|FILE`.
struct Pick: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Choose cells by typing, and print their ids.",
    usage: "cellctl pick [<session>|<file>] [<options>]",
    discussion: """
      Shows the cells of a session, or of records like those of 'render'. A name that is not a file is a session; \
      --preset without a file runs the command of the preset. Type words to search in whole cells; Tab marks a cell, \
      Enter chooses, Esc ends, and F1 shows all keys. The screen is /dev/tty, so standard input and output can be \
      pipes. The exit status is 0, or 1 if nothing was chosen or a chosen cell has no href to print, or 130 after \
      Ctrl-C. If no record can be used, it is that of 'render', which is 5 for bad data.
      """)

  @OptionGroup var records: RecordInput

  @Flag(help: "Do not guess the format, the list and its fields.")
  var noGuess = false

  @Option(name: .customLong("print"), help: "What to print of the chosen cells.")
  var form: PickedForm = .id

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var query: QueryOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: ColorChoice = .auto

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    environment.reportUnusedOptions()
    let source = try source()
    // The private daemon and the process that pushes records end with the value.
    defer { withExtendedLifetime(source) {} }
    var session = Parameters()
    session.set("session", source.session)
    let setup = ListSetup(
      name: source.name, session: session, options: environment, query: query, view: nil,
      format: screen.isPlain ? .frames : color.isColoredOnTerminal ? .ansi : .text,
      interval: screen.interval(nil), purpose: .pick, feed: source.feed)
    let outcome = try show(setup, source)
    // The list would have hidden what was guessed.
    if let feed = source.feed, feed.failure != nil || records.options.preset == nil {
      StandardError.write(feed.errorText)
    }
    switch outcome {
    case .chosen(let ids): try print(ids, session: session, client: source.client)
    case .ended, .nothingChosen: throw SilentExit(status: .failed)
    case .feedFailed: throw SilentExit(status: source.feed?.status ?? .failed)
    }
  }

  private func show(_ setup: ListSetup, _ source: PickedSource) throws -> ListOutcome {
    guard screen.plain, !source.usesStandardInput else {
      let terminal = try TerminalDevice.controlling()
      return try screen.run(
        setup, client: source.client, terminal: terminal, plain: (terminal.input, terminal.output))
    }
    return try screen.run(
      setup, client: source.client, terminal: .standard, plain: (STDIN_FILENO, STDERR_FILENO))
  }

  private func print(_ ids: [String], session: Parameters, client: Client) throws {
    let output = StandardOutput()
    defer { withExtendedLifetime(output) {} }
    guard form != .id else {
      for id in ids { try output.line(id.printable) }
      return try output.flush()
    }
    var isComplete = true
    for first in stride(from: 0, to: ids.count, by: 500) {
      var parameters = session
      parameters.set("ids", Array(ids[first..<min(first + 500, ids.count)]))
      try client.call("cells.get", parameters).withResult { result in
        for cell in result["cells"].map({ Array($0.elements) }) ?? [] {
          if form == .json {
            try output.line(json: cell.raw)
          } else if let href = cell["href"]?.string {
            try output.line(href.printable)
          } else {
            StandardError.note("the cell \(cell["id"]?.string ?? "") has no href")
            isComplete = false
          }
        }
      }
    }
    try output.flush()
    if !isComplete { throw SilentExit(status: .failed) }
  }

  // MARK: - The cells

  private func source() throws -> PickedSource {
    if records.isSession { return try sessionSource() }
    let isKeyboard = records.file == "-" && isatty(STDIN_FILENO) == 1
    guard isKeyboard else {
      return try PickedSource(name: name, usesStandardInput: records.file == "-") { socketPath in
        try RecordFeed(
          session: PickedSource.session, records: (noGuess ? [] : ["--guess-to-show"]) + records.arguments,
          socketPath: socketPath)
      }
    }
    guard let preset = records.options.preset else {
      throw Failure(
        .usage, "expected a session, a file, or records on standard input",
        hint: "'cellctl sessions' lists the sessions")
    }
    _ = try PresetLibrary.preset(preset).commandWords
    _ = try records.pipeline { _ in }
    return try PickedSource(name: preset, session: preset, usesStandardInput: false) { socketPath in
      // Once: nothing changes while it is picked from.
      guard let day = TimeArgument(argument: "24h") else { return nil }
      return try RecordFeed(
        preset: preset, every: day, records: records.options, socketPath: socketPath, keepsErrors: true)
    }
  }

  /// The name of the file without its folder.
  private var name: String {
    records.file == "-" ? "cells" : records.file.split(separator: "/").last.map(String.init) ?? records.file
  }

  private func sessionSource() throws -> PickedSource {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", records.file)
    do {
      _ = try client.call("session.info", parameters)
    } catch let failure as Failure where failure.status == .notFound {
      throw Failure(
        failure.status, "there is neither a file nor a session \"\(records.file)\"",
        hint: "'cellctl sessions' lists the sessions")
    }
    return PickedSource(name: records.file, client: client)
  }
}

/// The session that is picked from.
private struct PickedSource {
  /// The name of a session of records.
  static let session = "cells"

  /// The name that is shown.
  let name: String
  let session: String
  let client: Client
  let usesStandardInput: Bool
  let feed: RecordFeed?
  private let daemon: PrivateDaemon?

  /// A session of the user's daemon.
  init(name: String, client: Client) {
    self.name = name
    session = name
    self.client = client
    usesStandardInput = false
    (feed, daemon) = (nil, nil)
  }

  /// A session of a private daemon.
  /// - Parameter feed: starts the process that pushes records into it.
  init(
    name: String, session: String = session, usesStandardInput: Bool,
    feed: (_ socketPath: String) throws -> RecordFeed?
  ) throws {
    self.name = name
    self.session = session
    self.usesStandardInput = usesStandardInput
    let daemon = try PrivateDaemon()
    self.daemon = daemon
    client = try Client(socketPath: daemon.socketPath, timeout: 60)
    var parameters = Parameters()
    parameters.set("session", session)
    _ = try client.call("session.create", parameters)
    self.feed = try feed(daemon.socketPath.path)
  }
}
