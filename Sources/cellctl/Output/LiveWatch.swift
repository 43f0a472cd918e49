import CellEngine
import CellProtocol
import Glibc

/// A watch on a terminal. It draws, scrolls, and follows the size of the terminal. If the daemon
/// is restarted, the rows stay on the screen, and the watch goes on when the daemon is back.
struct LiveWatch {
  private var client: Client
  /// The attempts to connect again, until the daemon and the session are back.
  private var reconnection: Reconnection?
  /// Whether the daemon is back, but without the session.
  private var isWithoutSession = false
  private let session: String
  private let options: EnvironmentOptions
  private let query: QueryOptions
  private let followsTerminal: Bool
  private var subscription: RowSubscription
  private var window: RowWindow
  private var scroll: Scroll
  private var size: (columns: Int, lines: Int)
  /// The width class chosen with a key. It wins over the option.
  private var widthClass: Environment.ClassChoice?
  /// The indexes of the watched rows.
  private var watched = 0..<0
  /// The runs of a preset that change the session, if any.
  private let feed: PresetFeed?

  /// - Parameters:
  ///   - parameters: the parameters of `rows.watch`, without an environment if the watch follows
  ///     the terminal.
  ///   - options: the options of that environment.
  ///   - query: the conditions and the order of that environment.
  ///   - feed: the runs of a preset, whose errors the status line shows.
  init(
    client: Client, parameters: Parameters, session: String, start: Int, options: EnvironmentOptions,
    query: QueryOptions, followsTerminal: Bool, feed: PresetFeed? = nil
  ) {
    self.query = query
    self.feed = feed
    self.client = client
    self.session = session
    self.options = options
    self.followsTerminal = followsTerminal
    subscription = RowSubscription(client: client, parameters: parameters)
    scroll = Scroll(index: start)
    window = RowWindow(format: options.rowFormat(for: .text))
    size = Terminal.size() ?? (80, 24)
  }

  /// Runs until a key, a signal or the daemon ends the watch.
  mutating func run() throws {
    let signals = try SignalPipe([SIGINT, SIGTERM, SIGWINCH, SIGTSTP])
    // Before the screen is cleared, so that an error appears below the command.
    try watch()
    let screen = Screen()
    draw(on: screen)
    while true {
      var waiting =
        ([
          signals.descriptor, reconnection == nil ? client.descriptor : -1,
          screen.hasKeyboard ? STDIN_FILENO : -1,
        ] + (feed?.descriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = poll(&waiting, nfds_t(waiting.count), reconnection?.deadline.milliseconds ?? -1)
      guard ready >= 0 else { continue }
      do {
        if waiting[0].revents != 0 { try take(signals.received(), screen: screen) }
        if waiting[2].revents != 0, try !takeKeys() { return }
        if waiting[1].revents != 0 { try takeNotifications() }
        if waiting[3...].contains(where: { $0.revents != 0 }) { feed?.update() }
        if let reconnection, reconnection.deadline.isOver { try reconnect(reconnection) }
        try watchIfNeeded()
      } catch let failure as Failure
        where reconnection == nil && client.isClosed && failure.status != .notFound
      {
        reconnection = Reconnection(client)
      }
      fill()
      draw(on: screen)
    }
  }

  /// Tries to go on with the rows on the screen.
  private mutating func reconnect(_ reconnection: Reconnection) throws {
    do {
      client = try reconnection.connect()
      subscription.move(to: client)
      self.reconnection = nil
      try watch(since: window.clock)
      isWithoutSession = false
    } catch let failure as Failure where Reconnection.isTransient(failure) {
      isWithoutSession = failure.status == .notFound
      self.reconnection = reconnection
      self.reconnection?.postpone()
    }
  }

  // MARK: - Events

  private mutating func take(_ signals: [Int32], screen: Screen) throws {
    if signals.contains(SIGINT) || signals.contains(SIGTERM) {
      throw SilentExit(status: .interrupted)
    }
    if signals.contains(SIGTSTP) {
      screen.suspend { kill(getpid(), SIGSTOP) }
    }
    size = Terminal.size() ?? size
    screen.invalidate()
    try watch()
  }

  private mutating func takeNotifications() throws {
    let isOpen = try client.receive()
    while let message = client.bufferedNotification() {
      switch subscription.event(of: message) {
      case .changed: _ = try message.withParams { try window.apply($0) }
      case .ended(let end): throw end.failure
      case .other, .foreign: break
      }
    }
    guard isOpen else { throw Failure(.noDaemon, "the daemon closed the connection") }
    scroll.clamp(count: window.count)
  }

  /// - Returns: whether to continue.
  private mutating func takeKeys() throws -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    for key in Key.keys(in: Array(bytes[..<count])) {
      let page = max(viewportLines - 1, 1)
      switch key {
      case .character("q"): return false
      case .down, .character("j"): move(by: 1)
      case .up, .character("k"): move(by: -1)
      case .pageDown, .character(" "): move(by: page)
      case .pageUp: move(by: -page)
      case .home, .character("g"): scroll = Scroll()
      case .end, .character("G"): scroll = Scroll(index: max(window.count - 1, 0))
      case .character("c"): try choose(.compact)
      case .character("m"): try choose(.medium)
      case .character("e"): try choose(.expanded)
      case .character("a"): try choose(.auto)
      case .character: break
      }
    }
    return true
  }

  private mutating func move(by lines: Int) {
    let rows = window.rows
    let first = rows.first?.index ?? 0
    scroll.move(by: lines, count: window.count) { index in
      rows.indices.contains(index - first) ? rows[index - first].lines.count : nil
    }
  }

  /// Scrolls up if the last rows leave empty lines below.
  private mutating func fill() {
    let missing = viewportLines - visibleLines.count
    if missing > 0, scroll != Scroll() { move(by: -missing) }
  }

  private mutating func choose(_ widthClass: Environment.ClassChoice) throws {
    guard followsTerminal else { return }
    self.widthClass = widthClass
    try watch()
  }

  // MARK: - The watched rows

  private var viewportLines: Int { max(size.lines - 1, 1) }

  /// The indexes of the rows that can be visible. Every row has at least one line.
  private var visible: Range<Int> { scroll.index..<scroll.index + viewportLines }

  private mutating func watchIfNeeded() throws {
    let end = min(visible.upperBound, window.count)
    if scroll.index < watched.lowerBound || end > watched.upperBound { try watch() }
  }

  /// Watches the visible rows, and a screen of rows above and below. Without a daemon, it does
  /// nothing: they are watched when it is back.
  private mutating func watch(since clock: String? = nil) throws {
    guard reconnection == nil else { return }
    if followsTerminal {
      var environment = try options.environment(width: WidthArgument.preset())
      if !environment.contains("height") { environment.set("height", viewportLines) }
      if let widthClass { environment.set("widthClass", widthClass.rawValue) }
      query.set(in: &environment)
      subscription.set("environment", environment)
    }
    let start = max(scroll.index - viewportLines, 0)
    watched = start..<visible.upperBound + viewportLines
    let reply = try subscription.watch(start: start, count: watched.count, since: clock)
    if clock == nil { window.clear() }
    // Rows that moved into the range are unchanged, but not on the screen.
    guard try reply.withResult({ try window.apply($0) }) else { return try watch() }
    scroll.clamp(count: window.count)
  }

  // MARK: - The screen

  /// The lines of the visible rows.
  private var visibleLines: [String] {
    var lines: [String] = []
    for row in window.rows where row.index >= scroll.index && lines.count < viewportLines {
      lines += row.index == scroll.index ? row.lines.dropFirst(scroll.offset) : row.lines[...]
    }
    return Array(lines.prefix(viewportLines))
  }

  private func draw(on screen: Screen) {
    var lines = visibleLines
    lines += Array(repeating: "", count: viewportLines - lines.count)
    screen.draw(lines + [statusLine])
  }

  private var statusLine: String {
    let width = window.width.map { "\($0) columns" } ?? "unlimited"
    let position = window.count == 0 ? "no cells" : "\(scroll.index + 1) of \(window.count)"
    var parts = [
      session.printable, position, "\(window.widthClass), \(width)", "revision \(window.revision)", "q ends",
    ]
    if let failure = feed?.failure { parts[1...] = [failure] }
    if reconnection != nil { parts[1...3] = [isWithoutSession ? "no such session yet" : "reconnecting"] }
    // Drop parts from the right. Keep the name of the session and the key that ends the watch.
    while parts.count > 2, parts.joined(separator: " · ").columns + 1 > size.columns {
      parts.remove(at: parts.count - 2)
    }
    let cut = " \(parts.joined(separator: " · "))".prefix(columns: size.columns)
    return "\u{1B}[7m\(cut)\(String(repeating: " ", count: max(size.columns - cut.columns, 0)))\u{1B}[0m"
  }
}
