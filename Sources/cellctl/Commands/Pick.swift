import ArgumentParser
import CellClient
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
    usage: """
      cellctl pick [<session>|<file>] [<options>]
      cellctl pick [<options>] -- <command> [<argument> ...]
      """,
    discussion: """
      Shows the cells of a session, of records like those of 'render', or of the output of a command. A name that is not \
      a file is a session; --preset without a file runs the command of the preset. Type words to search in whole cells: those that fit best come first. Tab marks a cell, \
      Enter chooses, Esc ends, and F1 shows all keys. The screen is /dev/tty, so standard input and output can be \
      pipes. The exit status is 0, or 1 if nothing was chosen or a chosen cell has no href to print, or 130 after \
      Ctrl-C. If no record can be used, it is that of 'render', which is 5 for bad data.
      """)

  @OptionGroup var list: ListArgument
  @OptionGroup var records: ShownRecords

  @Option(name: .customLong("print"), help: "What to print of the chosen cells.")
  var form: PickedForm = .id

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var query: QueryOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: ColorChoice = .auto

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var command: CommandArguments

  func validate() throws {
    guard command.words.isEmpty || list.name == nil && list.session == nil else {
      throw ValidationError("cells come from the session or the file, or from the command after --")
    }
  }

  func run() throws {
    environment.reportUnusedOptions()
    let source = try source()
    // The private daemon and the process that pushes records end with the value.
    defer { withExtendedLifetime(source) {} }
    let session = source.session
    let setup = ListSetup(
      name: source.name, session: session, options: environment, query: query, view: nil,
      format: screen.isPlain ? .frames : color.isColoredOnTerminal ? .ansi : .text,
      interval: screen.interval(nil), purpose: .pick, feed: source.feed)
    let outcome = try show(setup, source)
    if let failure = source.feed?.failure {
      StandardError.report(failure)
    } else if let notes = source.feed?.notes {
      // The list would have hidden what was guessed.
      StandardError.write(notes)
    }
    switch outcome {
    case .chosen(let ids): try print(ids, session: session, client: source.client)
    case .ended, .nothingChosen: throw SilentExit(status: .failed)
    case .feedFailed: throw CommandStatus(code: source.feed?.failure?.code ?? ExitStatus.failed.rawValue)
    }
  }

  private func show(_ setup: ListSetup, _ source: ShownList) throws -> ListOutcome {
    guard screen.plain, !source.readsInput else {
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

  private func source() throws -> ShownList {
    let isKeyboard = list.name ?? "-" == "-" && list.session == nil && isatty(STDIN_FILENO) == 1
    guard command.words.isEmpty else {
      return try ShownList(command, preset: nil, records, timeout: connection.timeout, keepsErrors: true)
    }
    guard isKeyboard else { return try namedSource() }
    guard let preset = records.options.preset else {
      throw Failure(
        .usage, "expected a session, a file, a command after --, or records on standard input",
        hint: "'cellctl sessions' lists the sessions")
    }
    return try ShownList(command, preset: preset, records, timeout: connection.timeout, keepsErrors: true)
  }

  /// The session or the file of the argument. With options about records, it is a file.
  private func namedSource() throws -> ShownList {
    guard records.options.isEmpty || list.session != nil else {
      return try ShownList(file: list.name ?? "-", records)
    }
    let source = try ShownList(
      list.name ?? "-", of: list, records, isOfSession: false, connection: connection)
    guard source.feed == nil else { return source }
    _ = try ShownList.info(of: source.name, source.session, source.client)
    return source
  }
}
