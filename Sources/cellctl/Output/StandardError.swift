import Glibc

/// Standard error: all messages for people. Data for programs goes to `StandardOutput`.
enum StandardError {
  /// Writes a text unchanged. Errors are ignored, because nothing can report them.
  static func write(_ text: String) {
    DescriptorWriter.write(text, to: STDERR_FILENO)
  }

  /// Writes a line.
  static func line(_ text: String) {
    write(text + "\n")
  }

  /// Prints a sentence about what cellctl decided.
  static func note(_ sentence: String) {
    line("cellctl: \(sentence.printable)")
  }

  /// Prints an error, with its excerpt and its hint below.
  static func report(_ failure: Failure) {
    line("cellctl: \(failure.message.printable)")
    for text in [failure.excerpt, failure.hint] {
      for part in text?.split(separator: "\n") ?? [] { line("  \(String(part).printable)") }
    }
  }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

extension StandardError {
  /// Informs the user if records are read from the keyboard.
  static func announceKeyboard(_ source: InputSource) {
    if source.isTerminal { line("reading records from the keyboard; Ctrl-D ends the input") }
  }
}

extension EnvironmentOptions {
  /// Informs the user of options that have no effect.
  func reportUnusedOptions() {
    for sentence in conflicts { StandardError.note(sentence) }
  }
}
