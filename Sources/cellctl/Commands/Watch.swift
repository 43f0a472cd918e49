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

      'cellctl watch pods --every 2s' runs the command of the preset pods every two seconds, and shows its output. \
      A run that fails keeps the rows.
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

  @Option(
    help: ArgumentHelp(
      "Run the command of the preset named like the session this often, and show its output.",
      valueName: "time"))
  var every: TimeArgument?

  @Option(help: ArgumentHelp("The minimum time between two frames.", valueName: "milliseconds"))
  var interval: Int?

  @OptionGroup var query: QueryOptions
  @OptionGroup var seen: ViewOptions
  @OptionGroup var options: RequestOptions

  func validate() throws {
    try RowBounds.check(start: start, count: count)
    try seen.validate(options.output)
    try seen.validate(query)
    if let picture = seen.environment.format?.picture, picture.isPNG || options.output.chosen != .ndjson {
      throw ValidationError(
        "'watch' cannot print picture files; use 'cellctl rows', or svg or html with -o ndjson")
    }
    guard every == nil || seen.view == nil && session.owner.name == nil else {
      throw ValidationError("--every shows a session of its own; --view and --owner cannot be used with it")
    }
    if options.output.chosen == .json {
      throw ValidationError("'watch' prints a value for each change; use -o ndjson")
    }
  }

  func run() throws {
    let environment = seen.environment
    let form = environment.form(options.output)
    environment.reportUnusedWidth()
    let isLive = form == .text && Terminal.isOutput
    var parameters = session.parameters
    parameters.set("format", environment.rowFormat(for: form.ofRows).rawValue)
    if events { parameters.set("events", true) }
    if let interval = interval ?? (isLive ? 30 : nil) { parameters.set("interval", interval) }
    let preset = try every.map { try WatchedPreset(session.name, every: $0, keepsErrors: isLive) }
    // The daemon and the runs end with the value.
    defer { withExtendedLifetime(preset) {} }
    let client = try preset?.client ?? options.connection.connect()
    if isLive {
      // The watch sets the environment itself, because it changes with the terminal and with keys.
      if let view = seen.view { parameters.set("view", view) }
      var watcher = LiveWatch(
        client: client, parameters: parameters, session: session.name, start: start, options: environment,
        query: query, followsTerminal: seen.view == nil, feed: preset?.feed)
      return try watcher.run()
    }
    try seen.set(in: &parameters, query)
    var watcher = PipedWatch(
      client: client, parameters: parameters, form: form, format: environment.rowFormat(for: form.ofRows),
      start: start, count: count, reconnects: reconnect)
    try watcher.run()
  }
}

/// The runs of a preset into a session of a private daemon.
private struct WatchedPreset {
  let client: Client
  let feed: PresetFeed
  private let daemon: PrivateDaemon

  /// Starts the daemon and the runs.
  /// - Throws: `Failure` if the preset does not exist, or if it has no command.
  init(_ name: String, every time: TimeArgument, keepsErrors: Bool) throws {
    _ = try PresetLibrary.preset(name).commandWords
    daemon = try PrivateDaemon()
    client = try Client(socketPath: daemon.socketPath, timeout: 60)
    var parameters = Parameters()
    parameters.set("session", name)
    _ = try client.call("session.create", parameters)
    feed = try PresetFeed(
      preset: name, every: time, socketPath: daemon.socketPath.path, keepsErrors: keepsErrors)
  }
}
