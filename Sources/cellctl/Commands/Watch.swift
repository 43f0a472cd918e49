import ArgumentParser
import CellClient
import CellProtocol
import Glibc

/// `cellctl watch SESSION`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the rows of a session, and every change.",
    usage: """
      cellctl watch <session>|<file> [<options>]
      cellctl watch [<options>] -- <command> [<argument> ...]
      """,
    discussion: """
      On a terminal, the rows fill the screen, and you can work in them: arrows move, Enter opens a cell or shows all of it, Space \
      selects it, / searches, f filters, s sorts, 1 shows one line of each row, Tab shows the object header or folds a group, a lists the actions, \
      a click on an action invokes it, o opens the link of the cell in a browser, y copies its title, Y copies all of it, q quits, and ? shows all keys. A session that does not exist yet is waited for. When the daemon is restarted, \
      the rows stay, and the watch goes on when it is back.

      --on runs a command when you open a cell or invoke another action. It is split into words, no shell is run, and \
      {field} is a value of the cell, which is also in the environment as CELLCTL_ID, CELLCTL_TITLE and so on. With \
      sh -c, write "$CELLCTL_TITLE" and never {title}: a title could contain commands. A value does not begin a word with \
      a sign that programs read as an option or a command, such as - or +: write --text={title}. CELLCTL_DESCRIPTION \
      is not set if it has more than 64 KiB, and neither is another such variable.

      In a pipe, every change prints all rows, or one line with -o ndjson.

      'cellctl watch --every 2s -- ip -j addr' runs a command every two seconds, and shows its output; without --every, \
      once. 'cellctl watch pods --every 2s' runs the command of the preset pods, with the arguments after --. \
      A run that fails keeps the rows, and its last messages are above them. What was guessed at the first run stays. \
      --map and the other options of records change its cells, as they do in 'show'.

      \(commandDiscussion)
      """)

  @OptionGroup var list: ListArgument

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of rows, in a pipe.", valueName: "count"))
  var count = 1000

  @Flag(help: "Print invoked actions too, with -o ndjson.")
  var events = false

  @Flag(help: "Go on when the daemon was restarted, in a pipe.")
  var reconnect = false

  @Flag(help: "Wait for a session that does not exist yet, in a pipe.")
  var wait = false

  @Flag(name: .customLong("print"), help: "Enter prints the id of the cell and ends, on a terminal.")
  var prints = false

  @Option(
    name: .customLong("on"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Run a command for an action that you invoke, on a terminal: open 'less {id}'.",
      valueName: "action command"))
  var commands: [String] = []

  @OptionGroup var screen: ScreenOptions

  @Option(
    help: ArgumentHelp(
      "Run the command, or that of the preset with the name, this often (2s, 5m).",
      valueName: "time"))
  var every: TimeArgument?

  @OptionGroup var records: ShownRecords

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The minimum time between two frames.", valueName: "milliseconds"))
  var interval: Int?

  @OptionGroup var query: QueryOptions
  @OptionGroup var seen: ViewOptions<RowOptions>
  @OptionGroup var options: RequestOptions
  @OptionGroup var command: CommandArguments

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.validate(options.output)
    try seen.validate(query)
    if let picture = seen.options.format?.picture, picture.isPNG || options.output.chosen != .ndjson {
      throw ValidationError(
        "'watch' cannot print picture files; use 'cellctl rows', or svg or html with -o ndjson")
    }
    guard !runsCommand || seen.view == nil && list.owner.name == nil && list.session == nil else {
      throw ValidationError(
        "a command has a session of its own; --view, --owner and --session cannot be used with it")
    }
    guard every == nil || list.name != nil || !command.words.isEmpty else {
      throw ValidationError("--every needs a command after --, or the name of a preset")
    }
    guard commands.count.isMultiple(of: 2) else {
      throw ValidationError(
        "--on needs an action and a command, such as --on open 'less {id}'; put the session before it")
    }
    if options.output.chosen == .json {
      throw ValidationError("'watch' prints a value for each change; use -o ndjson")
    }
  }

  func run() throws {
    let rows = seen.options
    let form = rows.form(options.output)
    rows.environment.reportUnusedOptions()
    let isLive = form == .text && (screen.plain || Terminal.isOutput)
    // The daemon and the runs end with the value.
    let shown = try shown(isLive: isLive)
    defer { withExtendedLifetime(shown) {} }
    let (client, parameters) = (shown.client, shown.session)
    guard isLive else { return try runInPipe(client, parameters, form: form) }
    let setup = ListSetup(
      name: shown.name, session: parameters, options: rows.environment, query: query,
      view: seen.view,
      format: screen.format(rows), start: start, interval: screen.interval(interval),
      purpose: .watch(printsOpened: prints), commands: try ActionCommand.commands(commands),
      feed: shown.feed)
    let outcome = try screen.run(
      setup, client: client, terminal: keyboard, plain: (input: plainInput, output: STDOUT_FILENO))
    if let notes = shown.feed?.notes { StandardError.write(notes) }
    guard case .chosen(let ids) = outcome else { return }
    let output = StandardOutput()
    for id in ids { try output.line(id.printable) }
    try output.flush()
  }

  /// The terminal of a screen. Its keys do not come from records at standard input.
  private var keyboard: TerminalDevice {
    isatty(STDIN_FILENO) == 1 ? .standard : (try? .controlling()) ?? .standard
  }

  /// The input of commands. Only `--plain` reads them from a file or a pipe, at whose end it ends.
  private var plainInput: Int32 { screen.plain || isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : -1 }

  private var runsCommand: Bool { every != nil || !command.words.isEmpty }

  private func shown(isLive: Bool) throws -> ShownList {
    guard runsCommand else {
      return try ShownList(
        list.name, of: list, records, isOfSession: seen.view != nil, prefersSession: true,
        keepsErrors: isLive, connection: options.connection)
    }
    return try ShownList(
      command, preset: list.name, records, timeout: options.connection.timeout, every: every,
      keepsErrors: isLive)
  }

  private func runInPipe(_ client: Client, _ session: Parameters, form: OutputForm) throws {
    guard commands.isEmpty, !prints else {
      throw Failure(
        .usage, "--on and --print need a terminal as standard output", hint: "use -o ndjson --events")
    }
    let format = seen.options.rowFormat(for: form.ofRows)
    var parameters = session
    parameters.set("format", format.rawValue)
    if events { parameters.set("events", true) }
    if let interval { parameters.set("interval", interval) }
    try seen.set(in: &parameters, query)
    let watcher = PipedWatch(
      client: client, parameters: parameters, form: form, format: format, start: start, count: count,
      reconnects: reconnect)
    try watcher.run(waits: wait)
  }
}
