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
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
