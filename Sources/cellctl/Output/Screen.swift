import Glibc

/// The alternate screen of the terminal, until the value is released.
///
/// Only changed lines are drawn.
final class Screen {
  private var shown: [String] = []
  private var rawMode: RawMode?

  /// Switches to the alternate screen.
  init() {
    takeOver()
  }

  deinit {
    giveBack()
  }

  /// Switches back to the normal screen while `body` runs, such as a stop of the process.
  func suspend(_ body: () -> Void) {
    giveBack()
    body()
    takeOver()
  }

  private func takeOver() {
    rawMode = RawMode()
    // Alternate screen; no cursor; no wrapping at the right edge.
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  private func giveBack() {
    Self.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    rawMode = nil
  }

  /// Whether keys can be read.
  var hasKeyboard: Bool { rawMode != nil }

  /// Draws the lines from the top, and clears the lines below.
  func draw(_ lines: [String]) {
    // A synchronised update: terminals that support it show the whole frame at once.
    var frame = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() where index >= shown.count || shown[index] != line {
      // Clear before writing: after a line as wide as the screen, clearing would erase its last
      // column.
      frame += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[K\(line)\u{1B}[0m"
    }
    if lines.count < shown.count { frame += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    frame += "\u{1B}[?2026l"
    shown = lines
    Self.write(frame)
  }

  /// Clears the screen and draws all lines next time, for example after a change of its size.
  func invalidate() {
    shown = []
    Self.write("\u{1B}[2J")
  }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return
      }
    }
  }
}
