import CellClient
import CellWire
import Glibc

/// A celld on a private socket. It ends with the value, and at the latest with this process: it
/// ends when its standard input is closed.
final class PrivateDaemon {
  /// The socket that it listens on.
  let socketPath: SocketPath
  /// The process id.
  let processID: pid_t
  private let input: Int32
  private let errors: DescriptorReader
  private let dependents: Dependents

  /// Starts `celld --plugin` and reads the path of its socket.
  init() throws {
    guard let executable = Executable.find("celld") else {
      throw Failure(.noDaemon, "celld is neither next to cellctl nor in PATH", hint: "install celld")
    }
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    setenv("CELLD_PLUGIN_COOKIE", "celld", 1)
    var process = ChildProcess(executable: executable, arguments: ["--plugin"])
    process.isDetached = true
    process.input = input.reading
    process.output = output.writing
    process.errors = errors.writing
    processID = try process.start()
    unsetenv("CELLD_PLUGIN_COOKIE")
    self.input = input.writing
    self.errors = DescriptorReader(errors.reading, name: "celld")
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    do {
      socketPath = SocketPath(try Self.address(from: output.reading), origin: .option)
    } catch {
      kill(processID, SIGTERM)
      throw Self.explained(error, by: self.errors)
    }
    dependents = Dependents(daemon: processID)
  }

  deinit {
    stop()
  }

  /// Returns an error with the daemon's last message as its hint, if the daemon has ended.
  func explained(_ error: any Error) -> any Error {
    Self.explained(error, by: errors)
  }

  private static func explained(_ error: any Error, by errors: DescriptorReader) -> any Error {
    guard var failure = error as? Failure, let words = lastWords(in: errors) else { return error }
    failure.hint = "celld ended with: \(words)"
    return failure
  }

  /// Returns the last error line of a daemon that has ended. Returns nil if it still runs or
  /// printed nothing.
  private static func lastWords(in errors: DescriptorReader) -> String? {
    var said: [UInt8] = []
    while true {
      // A daemon that has closed its connections may need a moment to end.
      switch try? errors.read(milliseconds: 200) {
      case .bytes(let piece): said += piece
      case .idle: return nil
      case .end, nil:
        return said.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Ends the daemon and waits until it has removed its socket.
  func stop() {
    guard dependents.forgetDaemon() else { return }
    close(input)
    waitpid(processID, nil, 0)
  }

  /// Reads `1|1|unix|PATH|jsonrpc`.
  private static func address(from descriptor: Int32) throws -> String {
    let source = DescriptorReader(descriptor, name: "celld --plugin")
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")) {
      guard case .bytes(let piece) = try source.read(milliseconds: 5000) else {
        throw Failure(
          .noDaemon, "celld does not start", hint: "see its errors with: celld --socket /tmp/demo.sock")
      }
      line += piece
    }
    let fields = String(decoding: line.dropLast(), as: UTF8.self).split(separator: "|")
    guard fields.count == 5, fields[2] == "unix" else {
      throw Failure(
        .versionMismatch, "cannot read the address that celld printed; install the same version of both")
    }
    return String(fields[3])
  }
}
