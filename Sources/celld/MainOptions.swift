import ArgumentParser
import CellProtocol
import Logging

/// The options of the daemon.
struct MainOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "celld",
    abstract: "Lays out lists of objects as cells that fit a width, for clients on a Unix socket.",
    version: "celld \(celldVersion), protocol \(protocolVersion)")

  @Option(
    help: ArgumentHelp(
      "Listen at this path, not at $CELLD_SOCKET, $XDG_RUNTIME_DIR/celld/celld.sock and so on.",
      valueName: "path"))
  var socket: String?

  @Option(help: ArgumentHelp("The mode of the socket, in octal.", valueName: "mode"), transform: socketMode)
  var mode: UInt32 = 0o600

  @Flag(help: "Serve one client on standard input and output.")
  var stdio = false

  @Flag(help: "Serve the program that spawned celld as its layout plugin.")
  var plugin = false

  @Option(help: ArgumentHelp("End after this time without clients and sessions.", valueName: "seconds"))
  var idleExit: Double?

  @Option(help: ArgumentHelp("Change a limit of hello.limits. May be repeated.", valueName: "name=value"))
  var limit: [String] = []

  @Option(help: ArgumentHelp("Log messages of this level and above.", valueName: "level"))
  var logLevel: Logger.Level = .notice

  /// The standard limits with the changes of `--limit`.
  func limits() throws(StartError) -> Limits {
    var limits = Limits.standard
    for assignment in limit {
      do { try limits.set(assignment) } catch { throw StartError(error.sentence) }
    }
    return limits
  }

  func validate() throws {
    do { _ = try limits() } catch { throw ValidationError(error.description) }
    if stdio && plugin { throw ValidationError("--stdio and --plugin exclude each other.") }
    if socket != nil && (stdio || plugin) {
      throw ValidationError("--socket cannot be combined with --stdio or --plugin.")
    }
    if let idleExit, !(idleExit > 0 && idleExit < 1e9) {
      throw ValidationError("--idle-exit takes a number of seconds above 0.")
    }
  }

  private static func socketMode(_ text: String) throws -> UInt32 {
    guard let mode = UInt32(text, radix: 8), mode <= 0o777 else {
      throw ValidationError("A mode is three octal digits, such as 660.")
    }
    return mode
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
