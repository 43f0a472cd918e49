import CellClient
import Glibc

/// The program that shows output which is longer than the screen: `$CELLCTL_PAGER`, else `$PAGER`,
/// else `less -FRX`.
///
/// An empty variable, `cat` or a missing program turns it off. The command is
/// split at spaces; no shell runs.
final class Pager {
  /// The lines of the screen.
  let lines: Int
  private let executable: String
  private let arguments: [String]
  private var process: pid_t?
  private static let standard = "less -FRX"

  /// Returns nil if standard output is not a terminal, or the pager is turned off.
  init?() {
    guard let size = Terminal.size(), environmentVariable("TERM") != "dumb" else { return nil }
    let command = ["CELLCTL_PAGER", "PAGER"].lazy.compactMap { (name: String) in getenv(name) }.first
      .map { String(cString: $0) }
    let words = (command ?? Self.standard).split(separator: " ").map(String.init)
    guard let name = words.first, words != ["cat"] else { return nil }
    guard let executable = name.contains("/") ? name : Executable.find(name), access(executable, X_OK) == 0
    else { return nil }
    lines = size.lines
    self.executable = executable
    arguments = Array(words.dropFirst())
  }

  /// Starts the program. Until ``finish(_:)``, only the program reacts to Ctrl-C.
  /// - Returns: the descriptor to write to, or nil if the program cannot be started.
  func start() -> Int32? {
    guard let pipe = try? Pipe() else { return nil }
    // As git does: colours are shown, and output that fits after all is left on the screen.
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    var child = ChildProcess(executable: executable, arguments: arguments)
    child.input = pipe.reading
    child.output = STDOUT_FILENO
    child.errors = STDERR_FILENO
    process = try? child.start()
    close(pipe.reading)
    guard process != nil else {
      close(pipe.writing)
      return nil
    }
    signal(SIGINT, SIG_IGN)
    return pipe.writing
  }

  /// Closes the descriptor, and waits for the end of the program.
  func finish(_ descriptor: Int32) {
    close(descriptor)
    guard let process else { return }
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    self.process = nil
    signal(SIGINT) { _ in ExitStatus.exitInterrupted() }
  }
}

extension PagerOptions {
  /// The pager of the user; nil if it is turned off, or standard output is not a terminal.
  var pager: Pager? { noPager ? nil : Pager() }
}
