import Glibc

/// The exit codes of cellctl. `cellctl help exit-codes` prints this table.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case noDaemon = 3
  case notFound = 4
  case badData = 5
  case versionMismatch = 6
  case timedOut = 124
  case notExecutable = 126
  case programNotFound = 127
  case interrupted = 130

  /// The sentence of the help.
  var summary: String {
    switch self {
    case .done: "done"
    case .failed: "failed; 'lint' and 'doctor' end with 1 when they find something"
    case .usage: "wrong option or argument, or an unknown member of a view"
    case .noDaemon: "no daemon answers, and none could be started"
    case .notFound: "no such session, cell, view or action"
    case .badData: "celld cannot use a record or a cell"
    case .versionMismatch: "the daemon uses another version of the protocol"
    case .timedOut: "timed out (--timeout)"
    case .notExecutable: "the program of a command cannot be run"
    case .programNotFound: "there is no such program"
    case .interrupted: "interrupted (Ctrl-C)"
    }
  }

  /// Ends the process after an interrupt. Safe in a signal handler.
  ///
  /// A terminal shows `^C` or a progress bar on the current line, so that line is ended first.
  static func exitInterrupted() -> Never {
    if isatty(STDERR_FILENO) == 1 {
      var feed = UInt8(ascii: "\n")
      _ = write(STDERR_FILENO, &feed, 1)
    }
    _exit(ExitStatus.interrupted.rawValue)
  }
}

/// The reason why a command ends early: its exit code and the message for standard error.
struct Failure: Error {
  /// The exit code of the process.
  var status: ExitStatus
  /// The sentence that describes the error.
  var message: String
  /// The text with the error, and a caret below it.
  var excerpt: String?
  /// How to fix it. Each line is printed on a line of its own.
  var hint: String?
  /// Whether ssh has a question that it may not ask.
  var asks = false
  /// The exit code of the process, if it is that of a command.
  var code: Int32?

  init(_ status: ExitStatus, _ message: String, excerpt: String? = nil, hint: String? = nil) {
    self.status = status
    self.message = message
    self.excerpt = excerpt
    self.hint = hint
  }
}

/// Ends a command with an exit code and no message. The reason is in its output, or the user
/// interrupted it.
struct SilentExit: Error {
  let status: ExitStatus
}

/// Ends a command with the exit status of another program, whose output was shown.
struct CommandStatus: Error {
  let code: Int32
  /// The sentence for standard error; nil if it is not printed.
  var sentence: String?
}

/// The reader of standard output is gone. The command ends silently with 0, as `head` expects.
struct ClosedPipe: Error {}
