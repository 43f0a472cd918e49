import CellClient
import Glibc

/// A list that fills the screen of a terminal.
final class ListScreen: ListDisplay {
  private let device: TerminalDevice
  private let hasMouse: Bool
  private var screen: Screen?
  private var reader = KeyReader()
  /// The terminal, until it was asked how it draws a row; nil if it decides nothing.
  private var text: TerminalText?
  let signals = Interruption.signals + [SIGWINCH, SIGTSTP]

  init(_ setup: ListSetup, terminal: TerminalDevice, hasMouse: Bool) {
    device = terminal
    self.hasMouse = hasMouse
    text = TerminalText(setup.options, format: setup.format, output: terminal.output, readsKeys: true)
  }

  var input: Int32 { screen?.hasKeyboard == true ? device.input : -1 }
  let isInteractive = true
  var isWaiting: Bool { reader.isWaiting }
  var size: (columns: Int, lines: Int) { ListFrame.room(in: device.size) }

  func begin(_ state: ListState) { screen = Screen(device, hasMouse: hasMouse) }

  func show(_ state: ListState) { screen?.draw(ListFrame(state: state, size: device.size).content) }

  func read(isIdle: Bool) -> [ListEvent]? {
    if isIdle { return reader.flush().map(ListEvent.key) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(device.input, &bytes, bytes.count)
    // Without bytes, the terminal is gone.
    guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
    return reader.keys(in: bytes[..<count]).map(ListEvent.key)
  }

  func suspend(_ body: (_ input: Int32, _ output: Int32) throws -> Void) rethrows {
    try screen?.suspend { try body(device.input, device.output) }
  }

  func redraw() { screen?.invalidate() }

  func terminal(for state: ListState) -> TerminalText? {
    guard let text, state.hasUncertainRows else { return nil }
    self.text = nil
    return text
  }

  func keys(typedAt terminal: TerminalText) -> [ListEvent] {
    screen?.invalidate()
    return reader.keys(in: terminal.takeTyped()).map(ListEvent.key)
  }

  func copy(_ text: String) {
    device.write(Clipboard.sequence(for: text, inTmux: environmentVariable("TMUX") != nil))
  }

  func say(_ lines: [String]) {}
  func report(_ state: ListState, hasRows: Bool) {}
}
