import CellProtocol
import Glibc
import Synchronization

/// The daemon that an interrupt has to end, or 0.
private let interruptedDaemon = Atomic<pid_t>(0)

/// A celld of one's own, on a socket of its own in a private directory. It lives as long as the value, and not
/// longer than the process in any case: it watches its standard input.
final class PrivateDaemon {
  /// Where it listens.
  let place: SocketPath
  /// Its process id.
  let processID: pid_t
  private let input: Int32
  private let errors: InputSource

  /// Starts it (`celld --plugin`) and reads where it listens.
  init() throws {
    guard let executable = Executable.find("celld") else {
      throw Failure(.noDaemon, "no celld beside cellctl nor in PATH", hint: "install celld")
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
    self.errors = InputSource(descriptor: errors.reading, name: "celld")
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    do {
      place = SocketPath(try Self.address(from: output.reading), origin: .option)
    } catch {
      kill(processID, SIGTERM)
      throw Self.explained(error, by: self.errors)
    }
    interruptedDaemon.store(processID, ordering: .releasing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        let id = interruptedDaemon.load(ordering: .acquiring)
        kill(id, SIGTERM)
        waitpid(id, nil, 0)
        StandardError.endLine()
        _exit(ExitStatus.interrupted.rawValue)
      }
    }
  }

  deinit {
    stop()
  }

  /// An error, and what the daemon said before it ended, if it has.
  func explained(_ error: any Error) -> any Error {
    Self.explained(error, by: errors)
  }

  private static func explained(_ error: any Error, by errors: InputSource) -> any Error {
    guard var failure = error as? Failure, let words = lastWords(in: errors) else { return error }
    failure.hint = "celld ended, and said: \(words.printable)"
    return failure
  }

  /// The last line of a daemon that has ended; nil while it runs, and where it said nothing.
  private static func lastWords(in errors: InputSource) -> String? {
    var said: [UInt8] = []
    while true {
      // One that has closed its connections may take a moment to end.
      switch try? errors.read(milliseconds: 200) {
      case .bytes(let piece): said += piece
      case .idle: return nil
      case .end, nil:
        return said.split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// Ends it, and waits until it has removed its socket.
  func stop() {
    guard interruptedDaemon.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    close(input)
    waitpid(processID, nil, 0)
  }

  /// Reads `1|1|unix|PATH|jsonrpc`.
  private static func address(from descriptor: Int32) throws -> String {
    let source = InputSource(descriptor: descriptor, name: "celld --plugin")
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")) {
      guard case .bytes(let piece) = try source.read(milliseconds: 5000) else {
        throw Failure(
          .noDaemon, "celld does not start", hint: "see what it says: celld --socket /tmp/demo.sock")
      }
      line += piece
    }
    let fields = String(decoding: line.dropLast(), as: UTF8.self).split(separator: "|")
    guard fields.count == 5, fields[2] == "unix" else {
      throw Failure(.versionMismatch, "celld says where it listens in a way that cellctl does not know")
    }
    return String(fields[3])
  }
}
