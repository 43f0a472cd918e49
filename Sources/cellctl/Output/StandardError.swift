import Glibc

/// Standard error: everything that is said to a person, and nothing that a program would want.
enum StandardError {
  /// Writes a text as it is. Errors are ignored: there is nowhere left to report them.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Writes a line.
  static func line(_ text: String) {
    write(text + "\n")
  }

  /// Prints why the process ends, with its cure below it.
  static func report(_ failure: Failure) {
    if !failure.message.isEmpty { line("cellctl: \(failure.message.printable)") }
    for hint in failure.hint?.split(separator: "\n") ?? [] { line("  \(String(hint).printable)") }
  }

  /// Ends the line that a progress bar or `^C` may stand on, where a person reads it. Safe in a signal handler.
  static func endLine() {
    guard isTerminal else { return }
    var feed = UInt8(ascii: "\n")
    _ = Glibc.write(STDERR_FILENO, &feed, 1)
  }

  /// Whether a person reads it.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
