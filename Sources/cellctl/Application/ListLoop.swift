import CellClient
import Glibc

/// The terminal of a list, as a screen or line by line.
protocol ListDisplay: AnyObject {
  /// The signals that the list needs.
  var signals: [Int32] { get }
  /// The descriptor that is read; -1 for none.
  var input: Int32 { get }
  /// Whether a person types.
  var isInteractive: Bool { get }
  /// Whether something is typed only if nothing follows soon.
  var isWaiting: Bool { get }
  /// The columns and lines for rows and a notice.
  var size: (columns: Int, lines: Int) { get }

  /// Begins to show the list.
  func begin(_ state: ListState)
  func show(_ state: ListState)
  /// Reads what was typed.
  /// - Parameter isIdle: whether nothing came in time.
  /// - Returns: nil at the end of the input.
  func read(isIdle: Bool) -> [ListEvent]?
  /// Leaves the terminal to another program while `body` runs.
  func suspend(_ body: (_ input: Int32, _ output: Int32) throws -> Void) rethrows
  /// Draws all of it again, in the size that it has now.
  func redraw()
  /// Returns the terminal if a row needs it, once.
  func terminal(for state: ListState) -> TerminalText?
  /// Returns what was typed while the terminal was asked, and draws all of it again.
  func keys(typedAt terminal: TerminalText) -> [ListEvent]
  func copy(_ text: String)
  func say(_ lines: [String])
  func report(_ state: ListState, hasRows: Bool)
}

/// Passes events to a list, and carries out its effects. Nothing else waits.
final class ListLoop {
  /// The end of a list.
  private struct Ended: Error {
    let outcome: ListOutcome
  }

  private var state: ListState
  private let client: Client
  private let daemon: ListDaemon
  private let display: any ListDisplay
  private let signals: SignalPipe
  /// The keys and lines that were not passed on yet.
  private var typed: [ListEvent] = []
  /// The attempts to connect again, until the daemon and the session are back.
  private var reconnection: Reconnection?
  /// The attempts to open an address, while it is not known whether they succeed.
  private var opening: Opening?
  /// A lone escape character is a key if nothing follows it in this time.
  private static let escapeMilliseconds: Int32 = 50
  /// The end of the input was read.
  private var hasInputEnded = false
  /// The time after which the daemon hangs. What is typed before that may be for its answer.
  private var patience = Deadline.never

  init(_ setup: ListSetup, client: Client, display: any ListDisplay) throws {
    (self.client, self.display) = (client, display)
    daemon = ListDaemon(client: client, setup)
    signals = try SignalPipe(display.signals)
    state = ListState(setup, size: display.size)
  }

  /// Runs until a key, a command or a signal ends the list, or the input ends.
  /// - Throws: `SilentExit` with status `interrupted` after a signal.
  func run() throws -> ListOutcome {
    // Before the screen is cleared, so that an error appears below the command.
    try start()
    display.begin(state)
    defer { listenWhileWaiting(isOn: false) }
    listenWhileWaiting(isOn: true)
    do {
      while true { try turn() }
    } catch let end as Ended {
      return end.outcome
    }
  }

  /// Begins to watch the list. If the session does not exist yet, it is waited for.
  private func start() throws {
    do {
      try take(.answer(daemon.watch(state), to: .watch(fallback: nil)))
    } catch let failure as Failure where failure.status == .notFound {
      guard try !daemon.hasSession() else { throw failure }
      try take(.connection(.withoutSession))
    }
  }

  // MARK: - Events

  private func turn() throws {
    if let terminal = display.terminal(for: state) {
      try take(.terminal(terminal))
      typed += display.keys(typedAt: terminal)
    }
    display.show(state)
    let ready = typed.isEmpty ? wait() : Ready()
    if ready.signal { try takeSignals() }
    if ready.daemon, try attempt(nil, client.receive) == false {
      try take(.failed(Failure(.noDaemon, "the daemon closed the connection"), isClosed: true, request: nil))
    }
    try ask(.follow)
    if ready.feed, let feed = state.setup.feed {
      feed.update()
      try take(.feed(feed.report))
    }
    if state.connection == .open {
      reconnection = nil
    } else {
      let attempt = reconnection ?? Reconnection(client)
      reconnection = attempt
      if attempt.deadline.isOver { try reconnect(attempt) }
    }
    try followOpening()
    display.show(state)
    if ready.input || ready.isIdle && display.isWaiting { readTyped(isIdle: ready.isIdle) }
    while !typed.isEmpty { try take(typed.removeFirst()) }
    // The typed text appears before the rows that it finds.
    display.show(state)
    try take(.pause)
    // What came with the replies can have other hits.
    try ask(.follow)
    try take(.pause)
  }

  /// The sources that can be read.
  private struct Ready {
    var signal = false
    var input = false
    var daemon = false
    var feed = false
    /// Whether nothing came in time.
    var isIdle = false
  }

  private func wait() -> Ready {
    let descriptors =
      signals.descriptors + [
        hasInputEnded ? -1 : display.input, state.connection == .open ? client.descriptor : -1,
      ]
      + (state.setup.feed?.descriptors ?? [])
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let pauses = [
      state.connection == .open ? -1 : reconnection?.deadline.milliseconds ?? 0,
      opening == nil ? -1 : Opening.milliseconds, display.isWaiting ? Self.escapeMilliseconds : -1,
    ]
    guard poll(&waiting, nfds_t(waiting.count), pauses.filter { $0 >= 0 }.min() ?? -1) > 0 else {
      return Ready(isIdle: true)
    }
    return Ready(
      signal: waiting[0].revents != 0 || waiting[1].revents != 0, input: waiting[2].revents != 0,
      daemon: waiting[3].revents != 0, feed: waiting[4...].contains { $0.revents != 0 })
  }

  private func takeSignals() throws {
    let received = signals.received()
    if received.contains(where: Interruption.signals.contains) { throw SilentExit(status: .interrupted) }
    if received.contains(SIGTSTP) { display.suspend { _, _ in kill(getpid(), SIGSTOP) } }
    guard received.contains(SIGWINCH) || received.contains(SIGTSTP) else { return }
    display.redraw()
    let size = display.size
    try take(.resized(columns: size.columns, lines: size.lines))
  }

  private func readTyped(isIdle: Bool) {
    // It may have been read while a reply was waited for.
    var waiting = pollfd(fd: display.input, events: Int16(POLLIN), revents: 0)
    guard isIdle || poll(&waiting, 1, 0) > 0 else { return }
    let events = display.read(isIdle: isIdle)
    hasInputEnded = events == nil
    typed += events ?? [.endOfInput]
  }

  private func take(_ event: ListEvent) throws {
    for effect in state.update(event) { try perform(effect) }
  }

  /// Follows the attempts to open an address.
  private func followOpening() throws {
    guard var attempts = opening else { return }
    let state = attempts.state()
    opening = state == .waiting ? attempts : nil
    try take(.browser(state, target: attempts.target))
  }

  // MARK: - Effects

  private func perform(_ effect: ListEffect) throws {
    switch effect {
    case .request(let request): try ask(request)
    case .event(let event): try take(event)
    case .run(let commands, let cell):
      let (session, id) = (state.setup.name, cell)
      try attempt(nil) {
        try daemon.run(commands, cell: id) { command, cell in
          try withTerminal { try command.run(for: cell, session: session, input: $0, output: $1) }
        }
      }
    case .browse(let target):
      opening = Opening(target, Browser.all(for: target, variable: environmentVariable("BROWSER")))
      try followOpening()
    case .show(let browser):
      var process = ChildProcess(executable: browser.executable, arguments: browser.arguments)
      try attempt(nil) {
        try withTerminal { input, output in
          (process.input, process.output, process.errors) = (input, output, output)
          _ = try RunningChild(process).wait()
        }
      }
    case .copy(let text): display.copy(text)
    case .answerQuestion:
      guard let attempt = reconnection else { break }
      // Ctrl-C ends the question, and not the list.
      try withTerminal { _, _ in do { try reconnect(attempt, mayAsk: true) } catch is Interrupted {} }
    case .say(let lines): display.say(lines)
    case .report(let hasRows):
      display.report(state, hasRows: hasRows)
      try take(.read)
    case .fail(let failure): throw failure
    case .end(let outcome): throw Ended(outcome: outcome)
    }
  }

  private func ask(_ request: ListRequest) throws {
    guard state.connection == .open else { return }
    patience = Deadline(seconds: 0.5)
    if let answer = try attempt(request, { try daemon.answer(request, state) }) {
      try take(.answer(answer, to: request))
    }
  }

  /// Runs a step whose error is an event.
  @discardableResult
  private func attempt<Value>(_ request: ListRequest?, _ step: () throws -> Value) throws -> Value? {
    do {
      return try step()
    } catch let failure as Failure {
      try take(.failed(failure, isClosed: client.isClosed, request: request))
      return nil
    }
  }

  /// Tries to go on with the rows that are shown.
  private func reconnect(_ planned: Reconnection, mayAsk: Bool = false) throws {
    var attempt = planned
    patience = Deadline(seconds: 0.5)
    do {
      guard try attempt.connect(mayAsk: mayAsk) else { return reconnection = attempt }
      let answer = try daemon.watch(state, since: state.list.window.clock)
      reconnection = nil
      try take(.answer(answer, to: .watch(fallback: nil)))
      try take(.connection(.open))
    } catch let failure as Failure where failure.asks || failure.isTransient {
      attempt.postpone(asks: failure.asks)
      reconnection = attempt
      try take(.connection(failure.asks ? .asking : failure.status == .notFound ? .withoutSession : .lost))
    }
  }

  /// Leaves the terminal to another program. Ctrl-C is for that.
  private func withTerminal(_ body: (_ input: Int32, _ output: Int32) throws -> Void) throws {
    listenWhileWaiting(isOn: false)
    defer { listenWhileWaiting(isOn: true) }
    try display.suspend { input, output in try signals.release(SIGTSTP) { try body(input, output) } }
    if signals.received().contains(where: { $0 == SIGTERM || $0 == SIGHUP }) {
      throw SilentExit(status: .interrupted)
    }
  }

  // MARK: - While the daemon is waited for

  /// Reads what is typed while a reply is waited for. It is passed on after that, unless it ends
  /// the list, and the daemon hangs.
  private func listenWhileWaiting(isOn: Bool) {
    guard isOn else { return client.listen = Interruption.poll }
    client.listen = { [unowned self] in try waitForReply($0, $1, milliseconds: $2) }
  }

  private func waitForReply(_ descriptor: Int32, _ events: Int16, milliseconds: Int32) throws -> Bool {
    let listens = display.isInteractive && !hasInputEnded
    var waiting = [(descriptor, events), (Interruption.descriptor, Int16(POLLIN))].map {
      pollfd(fd: $0.0, events: $0.1, revents: 0)
    }
    waiting.append(pollfd(fd: listens ? display.input : -1, events: Int16(POLLIN), revents: 0))
    let pauses = [
      milliseconds, typed.isEmpty || patience.isOver ? -1 : patience.milliseconds,
      display.isWaiting ? Self.escapeMilliseconds : -1,
    ]
    let count = poll(&waiting, nfds_t(waiting.count), pauses.filter { $0 >= 0 }.min() ?? -1)
    if waiting[1].revents != 0 { throw Interrupted() }
    if waiting[2].revents != 0 || count == 0 && display.isWaiting { readTyped(isIdle: count == 0) }
    if patience.isOver, let outcome = typedEnd { throw Ended(outcome: outcome) }
    return waiting[0].revents != 0
  }

  /// The outcome of what was typed, if that ends the list whatever the daemon answers.
  private var typedEnd: ListOutcome? {
    var (copy, events) = (state, typed[...])
    while let event = events.popFirst() {
      for effect in copy.update(event) {
        switch effect {
        case .event(let next): events.insert(next, at: events.startIndex)
        case .end(let outcome) where [.ended, .nothingChosen].contains(outcome): return outcome
        default: break
        }
      }
    }
    return nil
  }
}
