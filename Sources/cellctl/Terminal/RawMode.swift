import Glibc

/// Keys one by one, without echo, until the value is released; then the terminal is as it was.
final class RawMode {
  private let descriptor: Int32
  private var saved = termios()

  /// - Returns: nil where the descriptor is no terminal.
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
