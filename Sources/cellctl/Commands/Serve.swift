import ArgumentParser
import CellClient

/// `cellctl serve SESSION…`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show sessions in a browser of this machine.",
    usage: """
      cellctl serve <session> ... [<options>]
      cellctl serve --address [--port <number>]
      """,
    discussion: """
      Prints an address to open. Its page shows the sessions live, laid out for the width of the window: search, \
      filter, groups, selection and actions, with the mouse or the keyboard. Ctrl-C ends it.

      The page is served on this machine only. The address works once, and other browsers and users have no access. \
      Enter prints a new address, and so does 'cellctl serve --address' in another terminal. Only the named sessions \
      are served.

      With --host, the page is of this machine, and its lists are of another one. Its windows share ssh connections, \
      at most eight each. ssh asks its questions here.

      Runs cellweb, which is in the packages. In a folder of celld's sources, scripts/build-web builds it.
      """)

  @Argument(help: ArgumentHelp("The sessions.", valueName: "session"), completion: .sessionName)
  var sessions: [String] = []

  @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 is any free one.", valueName: "number"))
  var port: Int?

  @Flag(help: "Print a new address of a page that is served already.")
  var address = false

  @Flag(help: "Open the address in the browser.")
  var open = false

  @Option(
    help: ArgumentHelp("Let the pages of another origin in, such as http://localhost:3000.", valueName: "url")
  )
  var origin: String?

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (0...65535).contains(port ?? 0) else { throw ValidationError("--port must be from 0 to 65535") }
    if address, !sessions.isEmpty || open || origin != nil {
      throw ValidationError("--address takes --port only; leave the rest out")
    }
    if !address, sessions.isEmpty { throw ValidationError("name at least one session") }
  }

  func run() throws {
    if address {
      let output = StandardOutput()
      try output.line(try WebGateway.newAddress(port: port, by: Deadline(seconds: connection.replyTimeout)))
      return try output.end()
    }
    let endpoint = try connection.endpoint()
    let more = (open ? ["--open"] : []) + (origin.map { ["--origin", $0] } ?? [])
    guard endpoint.host == nil else { return try serve(endpoint, more) }
    // A missing daemon is started, and one of another version is reported.
    let client = try connection.connect()
    let gateway = try WebGateway(
      sessions: sessions, socket: client.socketPath.path, port: port ?? 0, options: more)
    for session in sessions { try Self.noteIfMissing(session, at: client) }
    try gateway.replaceProcess()
  }

  /// Serves sessions of another machine.
  private func serve(_ endpoint: Endpoint, _ options: [String]) throws {
    // The folder of the socket goes away after a signal, too.
    let signals = try SignalPipe(Interruption.signals)
    defer { withExtendedLifetime(signals) {} }
    let socket = try HostSocket(endpoint, timeout: connection.replyTimeout)
    let gateway = try WebGateway(
      sessions: sessions, socket: socket.path, port: port ?? 0, options: options + ["--end-with-input"])
    var client: Client? = try socket.connect(spawns: !connection.noSpawn)
    for session in sessions { if let client { try Self.noteIfMissing(session, at: client) } }
    client = nil
    try socket.serve(gateway)
  }

  /// Prints a note if a session does not exist.
  /// - Throws: `Failure` if there cannot be such a session, or if it belongs to another user.
  private static func noteIfMissing(_ session: String, at client: Client) throws {
    var parameters = Parameters()
    parameters.set("session", session)
    do {
      _ = try client.call("session.info", parameters)
    } catch let failure as Failure where failure.status == .notFound {
      StandardError.note("there is no session \"\(session)\" yet; the page waits for it")
    }
  }
}
