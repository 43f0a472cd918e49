import ArgumentParser

/// The daemon, and the time to wait for it.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket, instead of the default ones.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Flag(name: .customLong("no-spawn"), help: "Don't start a daemon if none answers.")
  var noSpawn = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How long to wait for a reply.", valueName: "seconds"))
  var timeout: Double = 30

  func validate() throws {
    guard timeout > 0, timeout < 1e9 else {
      throw ValidationError("--timeout must be a number of seconds above 0 and below 1e9")
    }
  }

  /// Connects to a daemon. Starts one if none answers, unless `--no-spawn` is given.
  func connect() throws -> Client {
    try Client(endpoint: Endpoint(socket: socket), spawns: !noSpawn, timeout: timeout)
  }
}
