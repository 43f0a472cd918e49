import ArgumentParser
import CellClient

/// The daemon, and the time to wait for it.
struct ConnectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket, instead of the default ones.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The daemon of another machine: ssh://[user@]host[:port][/socket].", valueName: "address"))
  var host: String?

  @Flag(name: .customLong("no-spawn"), help: "Don't start a daemon if none answers.")
  var noSpawn = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait for a reply (30), or a run of a command.", valueName: "seconds"),
    transform: Self.seconds)
  var timeout: Double?

  /// The seconds to wait for a reply.
  var replyTimeout: Double { timeout ?? 30 }

  /// Reads a time: `0.5`, `2s`, `5m`.
  static func seconds(_ argument: String) throws -> Double {
    guard let time = TimeArgument(argument: argument) else {
      throw ValidationError("--timeout must be a number of seconds above 0 and below 1e9")
    }
    return time.seconds
  }

  func validate() throws {
    guard host == nil || socket == nil else {
      throw ValidationError(
        "--host and --socket exclude each other; a socket there is the path in the address")
    }
  }

  /// The place of the daemon.
  func endpoint() throws -> Endpoint {
    var endpoint = try Endpoint(socket: socket, host: host)
    endpoint.guardian = { Interruption.descriptor < 0 ? ProcessGuardian($0) : nil }
    return endpoint
  }

  /// Connects to a daemon. Starts one if none answers, unless `--no-spawn` is given.
  func connect() throws -> Client {
    try Client(endpoint: endpoint(), spawns: !noSpawn, timeout: replyTimeout)
  }
}
