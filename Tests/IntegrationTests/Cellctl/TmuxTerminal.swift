import Foundation
import Glibc

/// A terminal whose screen a test looks at: tmux draws what the program writes.
final class TmuxTerminal {
  private let directory: String
  private static let program = "/usr/bin/tmux"

  /// Whether tmux is there. `scripts/setup --tests` installs it.
  static var isInstalled: Bool { access(program, X_OK) == 0 }

  /// Starts a shell command in which `cellctl` is the program that is tested. When it ends, the
  /// screen shows `ended with` and its status.
  init(_ command: String, socket: String, columns: Int, lines: Int, environment: [String: String] = [:])
    throws
  {
    directory = try DaemonProcess.makeDirectory()
    let variables = ["CELLD_SOCKET": socket, "NO_COLOR": "1"].merging(environment) { $1 }
      .map { "export \($0.key)='\($0.value)'" }.joined(separator: "; ")
    let script = """
      \(variables); unset COLUMNS LINES CELLCTL_WIDTH
      cellctl() { '\(CellctlProcess.program.path)' "$@"; }
      \(command)
      echo "ended with $?"
      sleep 1000
      """
    try script.write(toFile: directory + "/script", atomically: true, encoding: .utf8)
    try tmux(
      startsServer: true, "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(lines)",
      "bash \(directory)/script"
    )
  }

  deinit {
    _ = try? tmux("kill-server")
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Becomes tmux. The server outlives this call, so it gets no descriptor of
  /// the tests: a pipe would not end before the server. A thread of the tests can block signals,
  /// which the server needs.
  private static let launcher = [
    "-c",
    "import os,signal,sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.closerange(3, 4096); "
      + "os.execv(sys.argv[1], sys.argv[1:])",
  ]

  /// Runs tmux.
  /// - Parameter startsServer: whether the server is started by it.
  @discardableResult
  private func tmux(startsServer: Bool = false, _ arguments: String...) throws -> String {
    let process = Process()
    let words = ["-S", directory + "/tmux"] + arguments
    process.executableURL = URL(fileURLWithPath: startsServer ? "/usr/bin/python3" : Self.program)
    process.arguments = startsServer ? Self.launcher + [Self.program] + words : words
    var environment = ProcessInfo.processInfo.environment
    environment["TMUX"] = nil
    environment["LC_ALL"] = "C.UTF-8"
    process.environment = environment
    let path = directory + "/output"
    try Data().write(to: URL(fileURLWithPath: path))
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: path)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The lines of the screen, without spaces at their ends.
  var lines: [String] {
    let text = (try? tmux("capture-pane", "-p")) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The lines with reverse video between `«` and `»`, and no other style.
  var linesWithHits: [String] {
    let text = (try? tmux("capture-pane", "-p", "-e")) ?? ""
    let marked = text.replacing("\u{1B}[7m", with: "«").replacing(/\u{1B}\[(27|0)m/, with: "»")
    return marked.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map(String.init)
  }

  /// The last line, which has the status.
  var status: String { lines.last ?? "" }

  /// The lines with the cursor.
  var current: [String] { lines.filter { $0.hasPrefix("▌") } }

  /// Waits until the screen fulfils a condition.
  func wait(_ isSo: ([String]) -> Bool) -> Bool {
    eventually {
      if isSo(lines) { return true }
      // Each look at the screen starts a process.
      usleep(30_000)
      return false
    }
  }

  /// Waits until a text is on the screen.
  func wait(for text: String) -> Bool { wait { $0.contains { $0.contains(text) } } }

  /// Waits until the row of the cursor has a text.
  func wait(cursorAt text: String) -> Bool {
    wait { $0.contains { $0.hasPrefix("▌") && $0.contains(text) } }
  }

  /// Whether a text that is too long for the line of the cursor goes on in the next line.
  var wraps: Bool { get throws { try tmux("display-message", "-p", "#{wrap_flag}").hasPrefix("1") } }

  /// The columns in which tmux has drawn a text, from the last line to the first.
  func columns(of text: String, count: Int) throws -> [Int] {
    try tmux("copy-mode", "-H")
    return try (0..<count).map { _ in
      try tmux("send-keys", "-X", "search-backward", text)
      let column = try tmux("display-message", "-p", "#{copy_cursor_x}")
      return Int(column.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }
  }

  /// Presses keys by the names of tmux, such as `Enter` and `C-c`.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Types a text, or the bytes that a terminal sends.
  func type(_ text: String) throws {
    try tmux("send-keys", "-l", text)
  }

  /// Pastes a text. It is marked if the program asked for that.
  func paste(_ text: String) throws {
    try tmux("set-buffer", text)
    try tmux("paste-buffer", "-p", "-r")
  }

  /// Lets programs copy texts with the sequence of terminals.
  func acceptCopies() throws { try tmux("set-option", "-s", "set-clipboard", "on") }

  /// The text that was copied last.
  var copied: String { (try? tmux("show-buffer")) ?? "" }

  func resize(columns: Int, lines: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(lines)")
  }

  /// The id of the process that the shell runs.
  func childProcess() throws -> pid_t? {
    let shell = try tmux("list-panes", "-F", "#{pane_pid}").trimmingCharacters(in: .whitespacesAndNewlines)
    return try pid_t(shell).flatMap { try CellctlProcess.children(of: $0).first }
  }
}
