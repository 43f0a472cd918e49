import CellClient
import Glibc

/// The terminal of a descriptor.
enum Terminal {
  /// Returns the size in columns and lines, or nil if the descriptor is not a terminal or reports
  /// no size.
  static func size(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, lines: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Whether the terminal can be drawn on. A dumb one, or one without a name, understands no
  /// control sequences.
  static var isScreen: Bool { environmentVariable("TERM").map { $0 != "dumb" } ?? false }

  /// Whether standard output is a terminal.
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether nobody reads standard output any more.
  static var isOutputClosed: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) == 1 && output.revents & Int16(POLLERR) != 0
  }
}
