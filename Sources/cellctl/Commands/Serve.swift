import ArgumentParser

/// `cellctl serve SESSION…`.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show sessions in a browser of this machine.",
    usage: "cellctl serve <session> ... [<options>]",
    discussion: """
      Prints an address to open. Its page shows the sessions live, laid out for the width of the window: search, \
      filter, groups, selection and actions, with the mouse or the keyboard. Ctrl-C ends it.

      The page is served on 127.0.0.1 only. The address has a token, and other browsers and users have no access. \
      Only the named sessions are served.

      Runs cellweb, which is in the packages. In a folder of celld's sources, scripts/build-web builds it.
      """)

  @Argument(help: ArgumentHelp("The sessions.", valueName: "session"), completion: .sessionName)
  var sessions: [String]

  @Option(help: ArgumentHelp("The port on 127.0.0.1; any free one by default.", valueName: "number"))
  var port = 0

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port must be from 0 to 65535") }
  }

  func run() throws {
    // A missing daemon is started, and one of another version is reported.
    let socket = try connection.connect().socketPath.path
    try WebGateway(sessions: sessions, socket: socket, port: port).replaceProcess()
  }
}
