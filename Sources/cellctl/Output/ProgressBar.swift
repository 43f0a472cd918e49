/// A progress bar on standard error. It is drawn on a terminal only.
final class ProgressBar {
  private let caption: String
  /// The value of 100 %. If it is nil, only the note is shown.
  private let total: Int?
  private let isShown: Bool
  private var lastLine = ""
  private var lastDrawn = ContinuousClock.now
  private var isDrawn = false

  /// - Parameter total: the value of 100 %, in the unit of `update`; nil if unknown.
  init(_ caption: String, total: Int?, isShown: Bool = StandardError.isTerminal && Terminal.isScreen) {
    self.caption = caption
    self.total = total
    self.isShown = isShown
  }

  deinit {
    clear()
  }

  /// Updates the bar. Draws at most twenty times per second.
  /// - Parameters:
  ///   - done: the progress, in the unit of `total`.
  ///   - note: the text after the bar.
  func update(_ done: Int, note: String = "") {
    lastLine = line(done, note: note)
    let now = ContinuousClock.now
    let isLast = total.map { done >= $0 } ?? false
    guard isShown, isLast || !isDrawn || lastDrawn.duration(to: now) > .milliseconds(50) else { return }
    lastDrawn = now
    isDrawn = true
    let width = Terminal.size(of: 2)?.columns ?? 80
    StandardError.write("\r\u{1B}[K" + lastLine.prefix(columns: max(width - 1, 1)))
  }

  /// Prints the final state on a line of its own, even without a terminal.
  func finish() {
    clear()
    StandardError.line(lastLine)
  }

  /// Erases the bar.
  func clear() {
    guard isDrawn else { return }
    isDrawn = false
    StandardError.write("\r\u{1B}[K")
  }

  private func line(_ done: Int, note: String) -> String {
    guard let total, total > 0 else { return "\(caption)  \(note)" }
    let cells = 24
    let filled = min(done, total) * cells / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: cells - filled)
    let percent = String(min(done, total) * 100 / total)
    return
      "\(caption)  \(bar) \(String(repeating: " ", count: 3 - min(percent.count, 3)))\(percent) %  \(note)"
  }
}
