import ArgumentParser
import CellProtocol
import Dispatch
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// `cellweb`: shows sessions of celld in a browser of this machine.
@main
struct Main: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellweb", abstract: "Show sessions of celld in a browser.",
    usage: "cellweb <session> ... [--port <number>] [--socket <path>]",
    discussion: """
      Prints an address with a token. Only a browser that opened this address is served. It can see and operate the \
      named sessions, and nothing else of the daemon. 'cellctl serve' starts the daemon and this program.
      """,
    version: "cellweb \(celldVersion) (protocol \(protocolVersion))")

  @Argument(help: "The names of the sessions.")
  var sessions: [String]

  @Option(help: "The port on 127.0.0.1; 0 is any free one.")
  var port = 0

  @Option(help: ArgumentHelp("The daemon's socket, instead of the default ones.", valueName: "path"))
  var socket: String?

  @Flag(name: .customLong("end-with-input"), help: "End when the standard input ends.")
  var endsWithInput = false

  static func main() async {
    let command: Main
    do {
      command = try parse()
    } catch {
      end(fullMessage(for: error), status: exitCode(for: error).isSuccess ? 0 : 2)
    }
    do {
      try await command.run()
    } catch {
      end("cellweb: \(error)", status: 1)
    }
  }

  /// Prints help on standard output and errors on standard error.
  private static func end(_ message: String, status: Int32) -> Never {
    // The message can contain arguments.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    _ = write(status == 0 ? STDOUT_FILENO : STDERR_FILENO, bytes, bytes.count)
    Glibc.exit(status)
  }

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("Expected a port from 0 to 65535, got \(port).")
    }
  }

  func run() async throws {
    // A browser that has left makes `write` fail instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    if endsWithInput { Self.endWithInput() }
    let token = Token()
    let gateway = Gateway(
      access: Access(token: token), gate: RequestGate(sessions: sessions),
      streams: Streams(sockets: SocketPath.candidates(option: socket)))
    var application = Application(
      responder: gateway,
      server: .http1(
        configuration: .init(
          idleTimeout: .seconds(60),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(Bounds.connections)),
      onServerRunning: { channel in
        print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/?token=\(token.text)")
        fflush(nil)
      })
    application.logger.logLevel = .error
    do {
      try await application.runService()
    } catch let error as IOError {
      throw Unserved(address: "127.0.0.1:\(port)", reason: String(cString: strerror(error.errnoCode)))
    }
  }

  /// The server cannot run.
  private struct Unserved: Error, CustomStringConvertible {
    let address: String
    let reason: String

    var description: String { "Cannot serve \(address): \(reason); choose another --port." }
  }

  /// Ends the program in order when the process that started it is gone.
  private static func endWithInput() {
    // A thread of its own: reading blocks it.
    DispatchQueue(label: "input").async {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 {}
      kill(getpid(), SIGTERM)
    }
  }
}
