import CellEngine
import Glibc

/// The alternate screen of a terminal, until the value is released.
///
/// Only changed lines are drawn.
final class Screen {
  /// The content of the screen.
  struct Content: Equatable {
    var lines: [String]
    /// The place of the visible cursor, from 0; nil if it is hidden.
    var cursor: Cursor?
    /// The columns of the screen.
    var columns = 0
    /// The way in which columns are counted.
    var model = WidthModel()
  }

  struct Cursor: Equatable {
    var column: Int
    var line: Int
  }

  private let terminal: TerminalDevice
  private let hasMouse: Bool
  private var shown = Content(lines: [], cursor: nil)
  private var rawMode: RawMode?

  /// Switches to the alternate screen.
  /// - Parameter hasMouse: whether clicks and the wheel are reported. The terminal then selects
  ///   text only while Shift is held.
  init(_ terminal: TerminalDevice, hasMouse: Bool) {
    self.terminal = terminal
    self.hasMouse = hasMouse
    takeOver()
  }

  deinit {
    giveBack()
  }

  /// Switches back to the normal screen while `body` runs, such as a stop of the process.
  func suspend(_ body: () throws -> Void) rethrows {
    giveBack()
    defer { takeOver() }
    try body()
  }

  private func takeOver() {
    rawMode = RawMode(descriptor: terminal.input)
    // Alternate screen; no cursor; no wrapping at the right edge; pastes are marked.
    terminal.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J")
    // Clicks and the wheel, in the form without a limit of columns.
    if hasMouse { terminal.write("\u{1B}[?1000h\u{1B}[?1006h") }
    shown = Content(lines: [], cursor: nil)
  }

  private func giveBack() {
    if hasMouse { terminal.write("\u{1B}[?1006l\u{1B}[?1000l") }
    terminal.write("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    rawMode = nil
  }

  /// Whether keys can be read.
  var hasKeyboard: Bool { rawMode != nil }

  /// Draws the lines from the top, and clears the lines below.
  func draw(_ content: Content) {
    guard content != shown else { return }
    let lines = content.lines
    // A synchronised update: terminals that support it show the whole frame at once.
    var frame = "\u{1B}[?2026h"
    if shown.cursor != nil { frame += "\u{1B}[?25l" }
    for (index, line) in lines.enumerated() where index >= shown.lines.count || shown.lines[index] != line {
      // Clear before writing: after a line as wide as the screen, clearing would erase its last
      // column.
      frame += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[K"
      frame += ScreenLine(text: line, model: content.model).placed(width: content.columns) + "\u{1B}[0m"
    }
    if lines.count < shown.lines.count { frame += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    if let cursor = content.cursor {
      frame += "\u{1B}[\(cursor.line + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    frame += "\u{1B}[?2026l"
    shown = content
    terminal.write(frame)
  }

  /// Clears the screen and draws all lines next time, for example after a change of its size.
  func invalidate() {
    shown = Content(lines: [], cursor: nil)
    terminal.write("\u{1B}[?25l\u{1B}[2J")
  }
}
