import CellClient
import Glibc

/// A list that fills the screen of a terminal.
struct ListScreen {
  private var application: ListApplication
  private let terminal: TerminalDevice
  private let hasMouse: Bool
  private var size: (columns: Int, lines: Int)
  private var reader = KeyReader()
  /// The terminal, until it was asked how it draws a row; nil if it decides nothing.
  private var terminalText: TerminalText?
  /// A lone escape character is a key if nothing follows it in this time.
  private static let escapeMilliseconds: Int32 = 50

  init(_ setup: ListSetup, client: Client, terminal: TerminalDevice, hasMouse: Bool) {
    self.terminal = terminal
    self.hasMouse = hasMouse
    size = terminal.size
    terminalText = TerminalText(
      setup.options, format: setup.format, output: terminal.output, readsKeys: true)
    application = ListApplication(setup, client: client, room: ListFrame.room(in: size))
  }

  /// Runs until a key or a signal ends the list.
  /// - Throws: `SilentExit` with status `interrupted` after a signal.
  mutating func run() throws -> ListOutcome {
    let signals = try SignalPipe(Interruption.signals + [SIGWINCH, SIGTSTP])
    // Before the screen is cleared, so that an error appears below the command.
    try application.start()
    let screen = Screen(terminal, hasMouse: hasMouse)
    let terminal = terminal
    application.runCommand = { run in
      try screen.suspend {
        try signals.release(SIGTSTP) { try run(terminal.input, terminal.output) }
      }
      // Ctrl-C was for the command.
      if signals.received().contains(where: { $0 == SIGTERM || $0 == SIGHUP }) {
        throw SilentExit(status: .interrupted)
      }
    }
    application.copy = { text in
      terminal.write(Clipboard.sequence(for: text, inTmux: environmentVariable("TMUX") != nil))
    }
    while true {
      if let outcome = try adapt(screen) { return outcome }
      draw(on: screen)
      let ready = wait(for: signals, hasKeyboard: screen.hasKeyboard)
      if ready.signal { try take(signals.received(), screen: screen) }
      if ready.keyboard, let outcome = try takeKeys() { return outcome }
      if ready.isIdle, reader.isWaiting, let outcome = try take(reader.flush()) { return outcome }
      if ready.daemon { try application.receive() }
      if ready.feed, let outcome = try application.followFeed() { return outcome }
      try application.reconnectIfDue()
      // The typed text appears before the rows that it finds.
      draw(on: screen)
      try application.update()
    }
  }

  /// Asks the terminal if a row needs it, before the row is drawn.
  private mutating func adapt(_ screen: Screen) throws -> ListOutcome? {
    guard let text = terminalText, application.hasUncertainRows else { return nil }
    terminalText = nil
    try application.adapt(to: text)
    let typed = text.takeTyped()
    screen.invalidate()
    return try take(reader.keys(in: typed))
  }

  /// The descriptors that can be read.
  private struct Ready {
    var signal = false
    var keyboard = false
    var daemon = false
    var feed = false
    /// Whether nothing came in time.
    var isIdle = false
  }

  private func wait(for signals: SignalPipe, hasKeyboard: Bool) -> Ready {
    let isConnected = application.reconnection == nil
    let descriptors =
      signals.descriptors + [
        hasKeyboard ? terminal.input : -1, isConnected ? application.list.client.descriptor : -1,
      ] + (application.setup.feed?.descriptors ?? [])
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let timeout =
      reader.isWaiting ? Self.escapeMilliseconds : application.pause
    guard poll(&waiting, nfds_t(waiting.count), timeout) > 0 else { return Ready(isIdle: true) }
    return Ready(
      signal: waiting[0].revents != 0 || waiting[1].revents != 0, keyboard: waiting[2].revents != 0,
      daemon: waiting[3].revents != 0, feed: waiting[4...].contains { $0.revents != 0 })
  }

  private mutating func take(_ signals: [Int32], screen: Screen) throws {
    if signals.contains(where: Interruption.signals.contains) {
      throw SilentExit(status: .interrupted)
    }
    if signals.contains(SIGTSTP) {
      screen.suspend { kill(getpid(), SIGSTOP) }
    }
    guard signals.contains(SIGWINCH) || signals.contains(SIGTSTP) else { return }
    size = terminal.size
    screen.invalidate()
    try application.resize(ListFrame.room(in: size))
  }

  private mutating func takeKeys() throws -> ListOutcome? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(terminal.input, &bytes, bytes.count)
    guard count > 0 else {
      // The terminal is gone.
      return count < 0 && errno == EINTR ? nil : .nothingChosen
    }
    return try take(reader.keys(in: bytes[..<count]))
  }

  private mutating func take(_ keys: [Key]) throws -> ListOutcome? {
    for key in keys {
      if let outcome = try application.take(key) { return outcome }
    }
    return nil
  }

  private func draw(on screen: Screen) {
    screen.draw(
      ListFrame(
        application: application, size: size, isColored: application.setup.format == .ansi
      ).content)
  }
}
