import Glibc

/// Switches a terminal to single keys without echo, until the value is released.
final class RawMode {
  private let descriptor: Int32
  private var saved = termios()

  /// Returns nil if the descriptor is not a terminal.
  init?(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
    guard tcgetattr(descriptor, &saved) == 0 else { return nil }
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else { return nil }
  }

  deinit {
    tcsetattr(descriptor, TCSANOW, &saved)
  }
}
