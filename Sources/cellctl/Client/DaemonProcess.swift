import Glibc

/// A celld that cellctl started, and whose errors it reads for as long as the value lives.
final class DaemonProcess {
  private let id: pid_t
  private let errors: InputSource
  private var said: [UInt8] = []

  /// Starts celld in a session of its own (setsid), with nothing to read or to print to, so that neither the end of
  /// cellctl nor an interrupt at the keyboard reaches it.
  /// - Parameter arguments: without the program's name.
  /// - Throws: `Failure` with status `noDaemon` when there is no celld beside cellctl or in `PATH`.
  init(arguments: [String]) throws {
    guard let executable = Executable.find("celld") else {
      throw Failure(
        .noDaemon, "no celld beside cellctl nor in PATH",
        hint: "install celld, or start it yourself and give its socket with --socket")
    }
    let pipe = try Pipe()
    errors = InputSource(descriptor: pipe.reading, name: "celld")
    defer { close(pipe.writing) }
    var process = ChildProcess(executable: executable, arguments: arguments)
    process.isDetached = true
    process.errors = pipe.writing
    id = try process.start()
  }

  /// Reads what it says for so many milliseconds.
  /// - Returns: whether it has ended; then do not ask again.
  func ends(within milliseconds: Int32) -> Bool {
    switch try? errors.read(milliseconds: milliseconds) {
    case .bytes(let piece): said += piece
    case .idle: return false
    case .end, nil:
      waitpid(id, nil, 0)
      return true
    }
    return false
  }

  /// Whether it ended because another daemon listens at its place.
  var foundAnother: Bool { lastWords?.contains("another daemon listens") ?? false }

  /// The last line that it said, without its name.
  var lastWords: String? {
    guard let line = said.split(separator: UInt8(ascii: "\n")).last else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let name = "celld: "
    return text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text
  }
}
