import CellClient
import CellWire
import Glibc

/// cellweb, the program that shows sessions in a browser. It has a package of its own, because its
/// build takes minutes.
struct WebGateway {
  private let executable: String
  private let arguments: [String]

  /// Finds the program.
  /// - Parameters:
  ///   - sessions: the names of the sessions that it serves.
  ///   - socket: the daemon's socket.
  ///   - port: its port on 127.0.0.1; 0 is any free one.
  ///   - options: further options.
  /// - Throws: `Failure` if it is not built.
  init(sessions: [String], socket: String, port: Int, options: [String] = []) throws {
    guard let executable = Executable.find("cellweb") ?? Self.builtFromSource else {
      throw Failure(
        .failed, "cellweb is neither next to cellctl nor in PATH",
        hint: "install the package of celld, or run scripts/build-web in the folder of its sources")
    }
    self.executable = executable
    arguments = ["--socket", socket, "--port", String(port)] + options + ["--"] + sessions
  }

  /// Returns a new address of a running cellweb of this user. Its socket is named after its port.
  static func newAddress(port: Int?, by deadline: Deadline) throws -> String {
    let folder = (getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "") + "/celld/"
    let ports = Directory.names(in: folder).compactMap { name -> Int? in
      guard name.hasPrefix("cellweb-"), name.hasSuffix(".sock") else { return nil }
      return Int(name.dropFirst(8).dropLast(5))
    }
    // A killed program leaves its socket. Connecting would end the code of the last address.
    let table = DescriptorReader(Glibc.open("/proc/net/unix", O_RDONLY | O_CLOEXEC), name: "/proc/net/unix")
    let sockets = String(decoding: try table.readAll(), as: UTF8.self)
    let running = ports.filter { sockets.contains("\(folder)cellweb-\($0).sock") }.sorted()
    let known = running.map(String.init).joined(separator: ", ")
    guard let found = port ?? running.first, running.contains(found) else {
      let hint =
        running.isEmpty ? "start one with 'cellctl serve SESSION'" : "there are pages on the ports \(known)"
      throw Failure(.notFound, "no page is served" + (port.map { " on port \($0)" } ?? ""), hint: hint)
    }
    guard port != nil || running.count == 1 else {
      throw Failure(.usage, "several pages are served", hint: "name one with --port: \(known)")
    }
    do {
      let path = SocketPath("\(folder)cellweb-\(found).sock", origin: .runtimeDirectory)
      if let line = try Connection.open(path, by: deadline).line(by: deadline) {
        return String(decoding: line, as: UTF8.self)
      }
    } catch is SocketError {}
    throw Failure(.failed, "the page on port \(found) gives no address; start it again")
  }

  /// The program of `scripts/build-web`, if cellctl runs in a folder of sources.
  private static var builtFromSource: String? {
    guard let own = Executable.ownDirectory, let build = own.firstRange(of: "/.build/") else { return nil }
    let folder = own[..<build.lowerBound] + "/Web/.build/"
    return ["release", "debug"].map { "\(folder)\($0)/cellweb" }.first { access($0, X_OK) == 0 }
  }

  /// Replaces this process with the program, so that signals reach it.
  func replaceProcess() throws -> Never {
    var strings = ([executable] + arguments).map { strdup($0) }
    strings.append(nil)
    execv(executable, strings)
    throw Failure(.failed, "cannot start \(executable): \(systemMessage(errno))")
  }

  /// Starts the program with an input of its own. It ends with the value.
  func start(input: Int32) throws -> RunningChild {
    var process = ChildProcess(executable: executable, arguments: arguments)
    process.input = input
    process.output = STDOUT_FILENO
    process.errors = STDERR_FILENO
    return try RunningChild(process)
  }

  /// Runs the program until it ends, and calls `update` again and again. It also ends with this
  /// process.
  func run(everyMilliseconds interval: Int32, _ update: () throws -> Void) throws {
    let pipe = try Pipe()
    let child = try start(input: pipe.reading)
    close(pipe.reading)
    defer { close(pipe.writing) }
    // An end of the pipe without the other end is an event, also if none is asked for.
    var input = pollfd(fd: pipe.writing, events: 0, revents: 0)
    while poll(&input, 1, interval) == 0 { try update() }
    guard child.wait() == 0 else { throw SilentExit(status: .failed) }
  }
}
