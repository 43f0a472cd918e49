import ArgumentParser
import CellProtocol

/// `cellctl watch SESSION`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the rows of a session, and every change of them.",
    discussion: """
      On a terminal, the rows are drawn anew with every change and follow the terminal's size. Keys: arrows, j and k, \
      PgUp and PgDn, g and G scroll; c, m, e and a choose the width class; q ends. In a pipe, all rows are printed \
      after each change, or with -o ndjson one line.
      """)

  @OptionGroup var session: SessionArgument

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(parsing: .unconditional, help: ArgumentHelp("How many rows, in a pipe.", valueName: "count"))
  var count = 1000

  @Flag(help: "Tell of invoked actions too, with -o ndjson.")
  var events = false

  @Option(help: ArgumentHelp("The least time between two frames.", valueName: "milliseconds"))
  var interval: Int?

  @OptionGroup var seen: ViewOptions
  @OptionGroup var options: RequestOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.validate(options.output)
    if seen.environment.format?.picture != nil,
      seen.environment.format == .png || options.output.chosen != .ndjson
    {
      throw ValidationError(
        "a watch prints no files; use --format svg or html with -o ndjson, or 'cellctl rows'")
    }
    if options.output.chosen == .json {
      throw ValidationError("a watch prints one value after the other; use -o ndjson")
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
      // The environment is the watch's own: it changes with the terminal and with keys.
      if let view = seen.view { parameters.set("view", view) }
      let client = try options.connection.connect()
      var watcher = LiveWatch(
        client: client, parameters: parameters, session: session.name, start: start, options: environment,
        followsTerminal: seen.view == nil)
      return try watcher.run()
    }
    try seen.set(in: &parameters)
    let client = try options.connection.connect()
    try PipedWatch(client: client, form: form).run(
      RowSubscription(client: client, parameters: parameters), start: start, count: count)
  }
}
