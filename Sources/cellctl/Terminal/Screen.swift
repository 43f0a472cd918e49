import Glibc

/// The terminal's alternate screen, until the value is released; then everything is as it was.
///
/// Only lines that changed are drawn.
final class Screen {
  private var shown: [String] = []
  private var rawMode: RawMode?

  /// Takes the screen over.
  init() {
    takeOver()
  }

  deinit {
    giveBack()
  }

  /// Gives the screen back for as long as `body` takes, as for a stop of the process.
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

  /// Draws the lines from the top; what stands below them is cleared.
  func draw(_ lines: [String]) {
    // A synchronised update: terminals that know it show the frame at once.
    var frame = "\u{1B}[?2026h"
    for (index, line) in lines.enumerated() where index >= shown.count || shown[index] != line {
      // Cleared first: behind a line as wide as the screen, clearing would take its last column away.
      frame += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[K\(line)\u{1B}[0m"
    }
    if lines.count < shown.count { frame += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    frame += "\u{1B}[?2026l"
    shown = lines
    Self.write(frame)
  }

  /// Forgets what stands on the screen, as after a change of its size.
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
