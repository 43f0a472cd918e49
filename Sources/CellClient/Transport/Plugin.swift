import CellWire
import Glibc

/// A daemon of one's own at a private socket, which other connections can use, too. It ends with
/// the value, and at the latest with this process: it ends when its standard input is closed.
public final class Plugin {
  /// The path of its socket, for ``Endpoint/init(socket:)``.
  public var address: String { socketPath.path }
  /// The socket that it listens on.
  package let socketPath: SocketPath
  private let processID: pid_t
  private let input: Int32
  private let errors: DescriptorReader
  private var guardian: AnyObject?
  private var isRunning = true

  /// Starts `celld --plugin` and reads the path of its socket.
  /// - Parameter arguments: more options, such as `--store FILE`.
  /// - Throws: `CelldError`: `programNotFound`, `system`, `notStarted`.
  public convenience init(arguments: [String] = []) throws {
    try self.init(arguments: arguments) { _ in nil }
  }

  /// - Parameter guardian: ends the daemon of this process id with the program, as long as the
  ///   object lives that it returns.
  package init(arguments: [String] = [], guardian: (pid_t) -> AnyObject?) throws {
    guard let executable = Executable.find("celld") else { throw CelldError.programNotFound }
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    var process = ChildProcess(executable: executable, arguments: ["--plugin"] + arguments)
    process.isDetached = true
    process.input = input.reading
    process.output = output.writing
    process.errors = errors.writing
    process.variables = ["CELLD_PLUGIN_COOKIE=celld"]
    processID = try process.start()
    self.input = input.writing
    self.errors = DescriptorReader(errors.reading, name: "celld")
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    guard let path = try Self.address(from: output.reading) else {
      kill(processID, SIGTERM)
      waitpid(processID, nil, 0)
      close(input.writing)
      let error = SocketError(path: "", code: 0, sentence: "it prints no address of version 1")
      throw CelldError.notStarted(error, reason: Self.lastWords(in: self.errors))
    }
    socketPath = SocketPath(path, origin: .option)
    self.guardian = guardian(processID)
  }

  deinit {
    stop()
  }

  /// Ends the daemon and waits until it has removed its socket.
  public func stop() {
    guard isRunning else { return }
    isRunning = false
    guardian = nil
    close(input)
    waitpid(processID, nil, 0)
  }

  /// The last error line of the daemon, if it has ended.
  package var lastWords: String? { Self.lastWords(in: errors) }

  private static func lastWords(in errors: DescriptorReader) -> String? {
    var said: [UInt8] = []
    while true {
      // A daemon that has closed its connections may need a moment to end.
      switch try? errors.read(milliseconds: 200) {
      case .bytes(let piece): said += piece
      case .idle: return nil
      case .end, nil:
        guard let line = said.split(separator: UInt8(ascii: "\n")).last else { return nil }
        return String(decoding: line, as: UTF8.self)
      }
    }
  }

  /// Reads `1|1|unix|PATH|jsonrpc`. Returns nil if another line comes, or none.
  private static func address(from descriptor: Int32) throws -> String? {
    let source = DescriptorReader(descriptor, name: "celld --plugin")
    var line: [UInt8] = []
    while !line.contains(UInt8(ascii: "\n")) {
      guard case .bytes(let piece) = try source.read(milliseconds: 30_000), line.count < 64 << 10 else {
        return nil
      }
      line += piece
    }
    let fields = String(decoding: line.dropLast(), as: UTF8.self).split(separator: "|")
    guard fields.count == 5, fields[0] == "1", fields[1] == "1", fields[2] == "unix", fields[4] == "jsonrpc"
    else { return nil }
    return String(fields[3])
  }
}
