/// The exit codes of cellctl, as protocol.md lists them.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  case noDaemon = 3
  case notFound = 4
  case badData = 5
  case versionMismatch = 6
  case timedOut = 124
  case interrupted = 130
}

/// Why a command ends early: the exit code and the sentence for standard error.
struct Failure: Error {
  /// The code that the process ends with.
  var status: ExitStatus
  /// One sentence that says what is wrong; empty where there is nothing to say.
  var message: String
  /// What to do about it, printed on a line of its own.
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// An interrupt: nothing to say, only the code.
  static let interrupted = Failure(.interrupted, "")
}

/// The reader of standard output is gone. The process ends without a word, as `head` expects of its feeders.
struct ClosedPipe: Error {}
