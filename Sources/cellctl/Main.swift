import ArgumentParser
import Glibc

/// cellctl: the client of celld.
@main
struct Main {
  static func main() {
    holdStandardStreams()
    // A reader or a daemon that goes away is an error of `write`, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // Who starts cellctl from a thread that takes no signals passes that on.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGINT) { _ in
      StandardError.endLine()
      _exit(ExitStatus.interrupted.rawValue)
    }
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Holds the places of standard streams that are closed, which the next socket or file would take. As they are
  /// opened the wrong way around, who reads or prints is told.
  private static func holdStandardStreams() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 {
      // The lowest free descriptor, which is this one.
      _ = open("/dev/null", flags)
    }
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if try HelpRequest.answer(arguments) { return .done }
      var command = try Cellctl.parseAsRoot(arguments)
      try command.run()
      return .done
    } catch is ClosedPipe {
      return .done
    } catch let failure as Failure {
      StandardError.report(failure)
      return failure.status
    } catch {
      return report(error)
    }
  }

  /// What was asked of the argument parser, as help and the version.
  private static func print(_ text: String) -> ExitStatus {
    do {
      let output = StandardOutput()
      try output.line(text)
      try output.flush()
      return .done
    } catch let failure as Failure {
      StandardError.report(failure)
      return failure.status
    } catch {
      return .done
    }
  }

  /// What the argument parser has to say: help goes to standard output, a usage error ends with 2.
  private static func report(_ error: any Error) -> ExitStatus {
    let code = Cellctl.exitCode(for: error)
    if code.isSuccess { return print(Cellctl.fullMessage(for: error)) }
    if code == .validationFailure {
      StandardError.line("cellctl: " + Cellctl.fullMessage(for: error).trimmingErrorLabel)
      return .usage
    }
    StandardError.line("cellctl: \(Cellctl.message(for: error))")
    return .failed
  }
}

extension String {
  /// The parser's message without the label in front of it.
  fileprivate var trimmingErrorLabel: String {
    let label = "Error: "
    return hasPrefix(label) ? String(dropFirst(label.count)) : self
  }
}
