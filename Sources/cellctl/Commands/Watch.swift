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

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The index of the first row.", valueName: "index"))
  var start = 0

  @Option(parsing: .unconditional, help: ArgumentHelp("How many rows, in a pipe.", valueName: "count"))
  var count = 1000

  @Option(
    help: ArgumentHelp("A view that all clients share, instead of an environment.", valueName: "name"))
  var view: String?

  @Flag(help: "Tell of invoked actions too, with -o ndjson.")
  var events = false

  @Option(help: ArgumentHelp("The least time between two frames.", valueName: "milliseconds"))
  var interval: Int?

  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try environment.validate(output, view: view)
    if output.chosen == .json {
      throw ValidationError("a watch prints one value after the other; use -o ndjson")
    }
  }

  func run() throws {
    let form = environment.form(output)
    let isLive = form == .text && Terminal.isOutput
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("format", environment.rowFormat(for: form).rawValue)
    if events { parameters.set("events", true) }
    if let interval = interval ?? (isLive ? 30 : nil) { parameters.set("interval", interval) }
    if let view { parameters.set("view", view) }

    let client = try connection.connect()
    if isLive {
      var watcher = LiveWatch(
        client: client, parameters: parameters, session: session, start: start, options: environment,
        followsTerminal: view == nil)
      return try watcher.run()
    }
    if view == nil {
      parameters.set("environment", try environment.environment(width: WidthArgument.preset()))
    }
    try PipedWatch(client: client, form: form).run(
      RowSubscription(client: client, parameters: parameters), start: start, count: count)
  }
}
