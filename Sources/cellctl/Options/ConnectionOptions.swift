import ArgumentParser

/// Which daemon, and how long to wait for it.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket, instead of the usual places.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Flag(name: .customLong("no-spawn"), help: "Do not start a daemon where none answers.")
  var noSpawn = false

  @Option(help: ArgumentHelp("How long to wait for a reply.", valueName: "seconds"))
  var timeout: Double = 30

  func validate() throws {
    guard timeout > 0, timeout < 1e9 else {
      throw ValidationError("--timeout takes a number of seconds above 0")
    }
  }

  /// A connection to a daemon that speaks our protocol, started if need be.
  func connect() throws -> Client {
    try Client(endpoint: Endpoint(socket: socket), spawns: !noSpawn, timeout: timeout)
  }
}
