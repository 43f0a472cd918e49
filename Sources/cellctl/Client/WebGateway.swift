import Glibc

/// cellweb, the program that shows sessions in a browser. It has a package of its own, because a
/// build of its HTTP server takes minutes.
struct WebGateway {
  private let executable: String
  private let arguments: [String]

  /// Finds the program.
  /// - Parameters:
  ///   - sessions: the names of the sessions that it serves.
  ///   - socket: the daemon's socket.
  ///   - port: its port on 127.0.0.1; 0 is any free one.
  ///   - endsWithInput: whether it ends when its standard input ends.
  /// - Throws: `Failure` if it is not built.
  init(sessions: [String], socket: String, port: Int, endsWithInput: Bool = false) throws {
    guard let executable = Executable.find("cellweb") ?? Self.builtFromSource else {
      throw Failure(
        .failed, "cellweb is neither next to cellctl nor in PATH",
        hint: "install the package of celld, or run scripts/build-web in the folder of its sources")
    }
    self.executable = executable
    arguments =
      ["--socket", socket, "--port", String(port)] + (endsWithInput ? ["--end-with-input"] : [])
      + ["--"] + sessions
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

  /// Runs the program until it ends, and calls `update` again and again. It also ends with this
  /// process.
  func run(everyMilliseconds interval: Int32, _ update: () throws -> Void) throws {
    let pipe = try Pipe()
    var process = ChildProcess(executable: executable, arguments: arguments)
    process.input = pipe.reading
    process.output = STDOUT_FILENO
    process.errors = STDERR_FILENO
    let child = try RunningChild(process)
    close(pipe.reading)
    defer { close(pipe.writing) }
    // An end of the pipe without the other end is an event, also if none is asked for.
    var input = pollfd(fd: pipe.writing, events: 0, revents: 0)
    while poll(&input, 1, interval) == 0 { try update() }
    guard child.wait() == 0 else { throw SilentExit(status: .failed) }
  }
}
