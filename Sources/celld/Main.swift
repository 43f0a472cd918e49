import CellProtocol
import Glibc

@main
struct Main {
  static func main() {
    do {
      let options = try MainOptions.parse()
      do { try Startup(options).run() } catch { end("celld: \(error)", status: 1) }
      leave(0)
    } catch {
      let isHelp = MainOptions.exitCode(for: error).isSuccess
      end(MainOptions.fullMessage(for: error), status: isHelp ? 0 : 2)
    }
  }

  /// Prints help on standard output and errors on standard error.
  private static func end(_ message: String, status: Int32) -> Never {
    // The message can contain arguments and names of files.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
    writeAll((lines.joined(separator: "\n") + "\n").utf8, to: status == 0 ? STDOUT_FILENO : STDERR_FILENO)
    leave(status)
  }

  /// Ends the program while threads can still run. An exit in order would destroy C++ objects of
  /// libraries under them.
  static func leave(_ status: Int32) -> Never {
    #if CHECKS_LEAKS
      WorkMark.waitForAll()
      lookForLeaks()
    #endif
    fflush(nil)
    _exit(status)
  }
}

#if CHECKS_LEAKS
  /// Ends the program with an error if memory leaked.
  @_silgen_name("__lsan_do_leak_check") private func lookForLeaks()
#endif
