import CellClient
import CellWire
import Glibc

/// A list that is read line by line, as screen readers and braille displays need it. Rows are shown
/// as their labels, and commands are typed as words. Nothing controls the terminal.
struct PlainList {
  private var application: ListApplication
  private let input: Int32
  private let output: Int32
  private var typed: [UInt8] = []
  /// The labels that were printed last, by id.
  private var labels: [ExactText: String] = [:]
  /// The lines for rows. `page` prints the rows in them.
  private static let room = (columns: 80, lines: 20)

  /// - Parameters:
  ///   - input: the descriptor that commands are read from.
  ///   - output: the descriptor that sentences are written to.
  init(_ setup: ListSetup, client: Client, input: Int32, output: Int32) {
    application = ListApplication(setup, client: client, room: Self.room)
    self.input = input
    self.output = output
  }

  /// Runs until a command or a signal ends the list, or the input ends.
  /// - Throws: `SilentExit` with status `interrupted` after a signal.
  mutating func run() throws -> ListOutcome {
    let signals = try SignalPipe(Interruption.signals)
    let (input, output) = (input, output)
    application.runCommand = { run in
      try run(input, output)
      if signals.received().contains(where: { $0 == SIGTERM || $0 == SIGHUP }) {
        throw SilentExit(status: .interrupted)
      }
    }
    try application.start()
    print("\(application.setup.name.printable): \(state). Type help for the commands.")
    printRow()
    while true {
      var waiting =
        ([
          Interruption.descriptor, input,
          application.reconnection == nil ? application.list.client.descriptor : -1,
        ] + (application.setup.feed?.descriptors ?? [])).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
      let isReady = poll(&waiting, nfds_t(waiting.count), application.pause) > 0
      if isReady, waiting[0].revents != 0 { throw SilentExit(status: .interrupted) }
      let before = (application.reconnection == nil, application.reconnection?.asks)
      if isReady, waiting[2].revents != 0 { try application.receive() }
      if isReady, waiting[3...].contains(where: { $0.revents != 0 }), let outcome = try followFeed() {
        return outcome
      }
      try application.reconnectIfDue()
      try application.update()
      if before != (application.reconnection == nil, application.reconnection?.asks) { print(state) }
      printChanges()
      if isReady, waiting[1].revents != 0, let outcome = try readCommands() { return outcome }
    }
  }

  private mutating func followFeed() throws -> ListOutcome? {
    let (before, status) = (application.setup.feed?.failure, application.setup.feed?.status)
    if let outcome = try application.followFeed() { return outcome }
    guard let feed = application.setup.feed else { return nil }
    // Repeated runs can fail in the same way.
    if feed.failure?.message != before?.message || feed.failure?.hint != before?.hint {
      for line in feed.notice { print(line) }
    }
    if feed.status != status, feed.status != 0 { print("exit status \(feed.status)") }
    return nil
  }

  // MARK: - Commands

  private mutating func readCommands() throws -> ListOutcome? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? nil : end }
    typed += bytes[..<count]
    while let newline = typed.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: typed[..<newline], as: UTF8.self)
      typed.removeSubrange(...newline)
      if let outcome = try perform(line) { return outcome }
    }
    return nil
  }

  /// The outcome of a list whose input ends.
  private var end: ListOutcome { application.setup.purpose == .pick ? .nothingChosen : .ended }

  /// Performs a line: a word and its text, or the number of a row. An empty line is the next row.
  private mutating func perform(_ line: String) throws -> ListOutcome? {
    let parts = line.printable.split(separator: " ", maxSplits: 1).map(String.init)
    let text = parts.count > 1 ? parts[1] : ""
    application.clearMessage()
    if let number = Int(parts.first ?? "") {
      try application.go(to: number - 1)
    } else if let word = parts.first {
      guard let command = application.setup.keys.command(word: word) else {
        print("there is no command \"\(word)\"; help lists them")
        return nil
      }
      if let outcome = try perform(command, text: text) {
        // `quit` without a choice.
        return application.setup.purpose == .pick && outcome == .ended ? .nothingChosen : outcome
      }
    } else if let outcome = try application.perform(.down) {
      return outcome
    }
    try application.update()
    report()
    return nil
  }

  private mutating func perform(_ command: ListCommand, text: String) throws -> ListOutcome? {
    switch command {
    case .search: try application.find(text)
    case .filter: application.filter(by: text)
    case .actions where !text.isEmpty: try application.invoke(named: text)
    case .help: printHelp()
    case .pageDown, .pageUp:
      let outcome = try application.perform(command)
      printRows()
      return outcome
    default: return try application.perform(command)
    }
    return nil
  }

  // MARK: - Output

  private func print(_ sentence: String) {
    DescriptorWriter.write("\(sentence)\n", to: output)
  }

  /// Prints what the last command has changed.
  private mutating func report() {
    if let message = application.message { print(message) }
    switch application.overlay {
    case .page(let page): for line in page.lines where !line.isEmpty { print(line) }
    case .cell(let cell): for line in cell.lines where !line.text.isEmpty { print(line.text) }
    case .actions(let menu):
      for line in menu.lines { print(line) }
      print("Type actions and a title to invoke one.")
    case nil: printRow()
    }
    application.closeOverlay()
  }

  private var state: String {
    if application.isWithoutSession || application.reconnection != nil {
      return application.reconnectionState
    }
    return application.list.window.count.counted("row")
  }

  /// Prints the row of the cursor.
  private mutating func printRow() {
    guard let row = application.list.row else { return print(state) }
    print(sentence(of: row))
    note()
  }

  private mutating func printRows() {
    for (row, line) in application.list.placedRows where line >= 0 { print(sentence(of: row)) }
    note()
  }

  private func sentence(of row: RowWindow.Row) -> String {
    let isMarked = application.marked.contains(row.id.exact)
    let marks = (isMarked ? "marked, " : "") + (row.isSelected ? "selected, " : "")
    return "\(row.index + 1) of \(application.list.window.count): \(marks)\(row.label ?? "")"
  }

  /// Keeps the labels of the rows in the window, to find what changes.
  private mutating func note() {
    labels = Dictionary(application.list.window.rows.map { ($0.id.exact, $0.label ?? "") }) { first, _ in
      first
    }
  }

  /// Prints the rows of the window whose labels have changed.
  private mutating func printChanges() {
    for row in application.list.window.rows {
      if let before = labels[row.id.exact], before != row.label { print("changed: \(sentence(of: row))") }
    }
    note()
  }

  private func printHelp() {
    print("An empty line: next row. A number: that row.")
    for binding in application.setup.keys.bindings {
      guard let word = binding.word else { continue }
      let text = [.search, .filter].contains(binding.command) ? " WORDS" : ""
      print("\(word)\(text): \(binding.summary)")
    }
  }
}
