import ArgumentParser
import CellProtocol

/// `cellctl watch SESSION`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the rows of a session, and every change.",
    usage: "cellctl watch <session> [<options>]",
    discussion: """
      On a terminal, the rows fill the screen and follow its size. Keys: arrows, j and k, PgUp and PgDn, g and G \
      scroll; c, m, e and a choose the width class (compact, medium, expanded, auto); q ends. When the daemon is \
      restarted, the rows stay, and the watch goes on when it is back.

      In a pipe, every change prints all rows, or one line with -o ndjson.
      """)

  @OptionGroup var session: SessionArgument

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of rows, in a pipe.", valueName: "count"))
  var count = 1000

  @Flag(help: "Print invoked actions too, with -o ndjson.")
  var events = false

  @Flag(help: "Go on when the daemon was restarted, in a pipe.")
  var reconnect = false

  @Option(help: ArgumentHelp("The minimum time between two frames.", valueName: "milliseconds"))
  var interval: Int?

  @OptionGroup var seen: ViewOptions
  @OptionGroup var options: RequestOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.validate(options.output)
    if let picture = seen.environment.format?.picture, picture.isPNG || options.output.chosen != .ndjson {
      throw ValidationError(
        "'watch' cannot print picture files; use 'cellctl rows', or svg or html with -o ndjson")
    }
    if options.output.chosen == .json {
      throw ValidationError("'watch' prints a value for each change; use -o ndjson")
    }
  }

  func run() throws {
    let environment = seen.environment
    let form = environment.form(options.output)
    let isLive = form == .text && Terminal.isOutput
    var parameters = session.parameters
    parameters.set("format", environment.rowFormat(for: form).rawValue)
    if events { parameters.set("events", true) }
    if let interval = interval ?? (isLive ? 30 : nil) { parameters.set("interval", interval) }
    if isLive {
      // The watch sets the environment itself, because it changes with the terminal and with keys.
      if let view = seen.view { parameters.set("view", view) }
      let client = try options.connection.connect()
      var watcher = LiveWatch(
        client: client, parameters: parameters, session: session.name, start: start, options: environment,
        followsTerminal: seen.view == nil)
      return try watcher.run()
    }
    try seen.set(in: &parameters)
    let client = try options.connection.connect()
    var watcher = PipedWatch(
      client: client, parameters: parameters, form: form, format: environment.rowFormat(for: form),
      start: start, count: count, reconnects: reconnect)
    try watcher.run()
  }
}
