import ArgumentParser
import CellClient
import Glibc

/// cellctl, the client of celld.
@main
struct Main {
  static func main() {
    holdStandardStreams()
    // A closed pipe or socket makes `write` fail instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // The signal mask is inherited from the parent thread; clear it.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGINT) { _ in ExitStatus.exitInterrupted() }
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Opens /dev/null for each closed standard stream, so that no socket or file gets its
  /// descriptor. It is opened in the wrong direction, so that reading or writing it is an error.
  private static func holdStandardStreams() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 {
      // Returns the lowest free descriptor, which is `stream`.
      _ = open("/dev/null", flags)
    }
  }

  private static func run(_ arguments: [String]) -> Int32 {
    do {
      let arguments = try LeadingOptions.reordered(arguments)
      if arguments == ["--version"] { return print(Cellctl.versionLine).rawValue }
      if try Help.run(arguments) { return 0 }
      var command = try Cellctl.parsed(arguments)
      try command.run()
      return 0
    } catch is ClosedPipe {
      return 0
    } catch let exit as SilentExit {
      return exit.status.rawValue
    } catch is Interrupted {
      return ExitStatus.interrupted.rawValue
    } catch let end as CommandStatus {
      if let sentence = end.sentence { StandardError.note(sentence) }
      return end.code
    } catch let error as CelldError {
      return report(Failure(error))
    } catch let failure as Failure {
      return report(failure)
    } catch {
      return report(error, of: arguments).rawValue
    }
  }

  private static func report(_ failure: Failure) -> Int32 {
    StandardError.report(failure)
    return failure.code ?? failure.status.rawValue
  }

  /// Prints a text that the argument parser returned, such as help or the version.
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

  /// Prints the result of the argument parser. Help goes to standard output, a usage error ends
  /// with 2.
  private static func report(_ error: any Error, of arguments: [String]) -> ExitStatus {
    let code = Cellctl.exitCode(for: error)
    let message = Cellctl.fullMessage(for: error, columns: HelpText.unwrapped).withoutErrorLabel
    if code.isSuccess {
      let help = HelpText(ofParser: message)?.lines(columns: HelpText.columns(of: STDOUT_FILENO))
      return print((help ?? [message]).joined(separator: "\n"))
    }
    if code == .validationFailure {
      var lines = message.split(separator: "\n").map(String.init)
      let arguments = (try? LeadingOptions.reordered(arguments)) ?? arguments
      if let sentence = MisreadWord.sentence(in: arguments, message: message) { lines[..<1] = [sentence] }
      StandardError.line("cellctl: " + wrapped(lines))
      return .usage
    }
    StandardError.line("cellctl: \(Cellctl.message(for: error))")
    return .failed
  }
}

extension Main {
  /// Returns the message of a usage error. The lines below the sentence are wrapped.
  fileprivate static func wrapped(_ lines: [String]) -> String {
    let columns = HelpText.columns(of: STDERR_FILENO)
    return (lines.prefix(1) + lines.dropFirst().flatMap { $0.wrapped(columns: columns, indent: "    ") })
      .joined(separator: "\n")
  }
}

extension String {
  /// The parser's message without its label.
  fileprivate var withoutErrorLabel: String {
    let label = "Error: "
    return hasPrefix(label) ? String(dropFirst(label.count)) : self
  }
}
