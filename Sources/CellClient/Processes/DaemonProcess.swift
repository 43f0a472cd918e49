import Glibc

/// A celld started in the background. Its standard error is read until the value is released.
package final class DaemonProcess {
  private let id: pid_t
  private let errors: DescriptorReader
  private var said: [UInt8] = []

  /// Starts celld in a session of its own (setsid) without input or output. It survives the end of
  /// this program and an interrupt at the keyboard.
  /// - Parameter arguments: the arguments without the program's name.
  /// - Throws: `CelldError.programNotFound` if celld is neither beside this program nor in `PATH`.
  package init(arguments: [String]) throws {
    guard let executable = Executable.find("celld") else {
      throw CelldError.programNotFound
    }
    let pipe = try Pipe()
    errors = DescriptorReader(pipe.reading, name: "celld")
    defer { close(pipe.writing) }
    var process = ChildProcess(executable: executable, arguments: arguments)
    process.isDetached = true
    process.errors = pipe.writing
    id = try process.start()
  }

  /// Reads its standard error for at most `milliseconds`.
  /// - Returns: whether it has ended. Don't call it again then.
  package func ends(within milliseconds: Int32) -> Bool {
    switch try? errors.read(milliseconds: milliseconds) {
    case .bytes(let piece): said += piece
    case .idle: return false
    case .end, nil:
      waitpid(id, nil, 0)
      return true
    }
    return false
  }

  /// Whether it ended because another daemon listens on its socket.
  package var foundAnother: Bool { lastWords?.contains("another daemon listens") ?? false }

  /// The last line of its standard error, without the program's name.
  package var lastWords: String? {
    guard let line = said.split(separator: UInt8(ascii: "\n")).last else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let name = "celld: "
    return text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text
  }
}
