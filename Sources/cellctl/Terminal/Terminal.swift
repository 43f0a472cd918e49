import Glibc

/// What a descriptor shows about the terminal behind it.
enum Terminal {
  /// The size in columns and lines, or nil where there is no terminal.
  static func size(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, lines: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return nil
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Whether standard output goes to a terminal.
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// The value of an environment variable; an empty one counts as absent.
func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
