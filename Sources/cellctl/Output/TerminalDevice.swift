import CellClient
import Glibc

/// The descriptors of a terminal. They are closed with the value if it opened them.
final class TerminalDevice {
  /// The descriptor that keys come from.
  let input: Int32
  /// The descriptor that is drawn on.
  let output: Int32
  private let isOwned: Bool

  /// The terminal at the standard streams.
  static var standard: TerminalDevice {
    TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO, isOwned: false)
  }

  private init(input: Int32, output: Int32, isOwned: Bool) {
    self.input = input
    self.output = output
    self.isOwned = isOwned
  }

  /// Opens the terminal that controls the process, for commands whose standard streams are data.
  /// - Throws: `Failure` if there is none.
  static func controlling() throws -> TerminalDevice {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Failure(
        .failed, "there is no terminal to draw on (/dev/tty: \(systemMessage(errno)))",
        hint: "run it in a terminal")
    }
    return TerminalDevice(input: descriptor, output: descriptor, isOwned: true)
  }

  deinit {
    if isOwned { close(output) }
  }

  /// The size; that of a usual terminal if it is unknown.
  var size: (columns: Int, lines: Int) { Terminal.size(of: output) ?? (80, 24) }

  /// Writes all bytes. Errors are ignored: a terminal that is gone ends the process by a signal.
  func write(_ text: String) {
    DescriptorWriter.write(text, to: output)
  }
}
