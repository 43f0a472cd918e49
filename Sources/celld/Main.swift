import Glibc

@main
struct Main {
  static func main() {
    do {
      let options = try MainOptions.parse()
      do { try Startup(options).run() } catch { end("celld: \(error)", status: 1) }
    } catch {
      let isHelp = MainOptions.exitCode(for: error).isSuccess
      end(MainOptions.fullMessage(for: error), status: isHelp ? 0 : 2)
    }
  }

  /// Prints help on standard output and errors on standard error.
  private static func end(_ message: String, status: Int32) -> Never {
    writeAll((message + "\n").utf8, to: status == 0 ? STDOUT_FILENO : STDERR_FILENO)
    exit(status)
  }
}
