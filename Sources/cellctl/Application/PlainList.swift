import CellClient
import CellWire
import Glibc

/// A list that is read line by line, as screen readers and braille displays need it. Rows are shown
/// as their labels, and commands are typed as words. Nothing controls the terminal.
final class PlainList: ListDisplay {
  let input: Int32
  private let output: Int32
  private var typed: [UInt8] = []
  /// The labels that were printed last, by id.
  private var labels: [ExactText: String] = [:]
  private var connection = ListState.Connection.open
  private var feed = RecordFeed.Report()
  let signals = Interruption.signals
  let isWaiting = false
  /// The columns and lines for rows. `page` prints the rows in them.
  let size = (columns: 80, lines: 20)

  /// - Parameters:
  ///   - input: the descriptor that commands are read from.
  ///   - output: the descriptor that sentences are written to.
  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  var isInteractive: Bool { isatty(input) == 1 }

  func begin(_ state: ListState) {
    say(["\(state.setup.name.printable): \(Self.summary(of: state)). Type help for the commands."])
    connection = state.connection
    sayRow(state)
  }

  /// Prints the rows of the window whose labels have changed, and what else has.
  func show(_ state: ListState) {
    // Repeated runs can fail in the same way.
    if state.feed.reason != feed.reason { say(state.feed.notice) }
    if state.feed.status != feed.status, state.feed.status != 0 {
      say(["exit status \(state.feed.status)"])
    }
    feed = state.feed
    if Self.kind(of: state.connection) != Self.kind(of: connection) { say([Self.summary(of: state)]) }
    connection = state.connection
    for row in state.list.window.rows {
      if let before = labels[row.id.exact], before != row.label {
        say(["changed: \(Self.sentence(of: row, state))"])
      }
    }
    keepLabels(of: state)
  }

  func read(isIdle: Bool) -> [ListEvent]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(input, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? [] : nil }
    typed += bytes[..<count]
    var lines: [ListEvent] = []
    while let newline = typed.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(.line(String(decoding: typed[..<newline], as: UTF8.self)))
      typed.removeSubrange(...newline)
    }
    return lines
  }

  func suspend(_ body: (_ input: Int32, _ output: Int32) throws -> Void) rethrows { try body(input, output) }

  func redraw() {}
  func terminal(for state: ListState) -> TerminalText? { nil }
  func keys(typedAt terminal: TerminalText) -> [ListEvent] { [] }
  func copy(_ text: String) {}

  func say(_ lines: [String]) {
    for line in lines { DescriptorWriter.write("\(line)\n", to: output) }
  }

  func report(_ state: ListState, hasRows: Bool) {
    if hasRows {
      for (row, line) in state.list.placedRows where line >= 0 { say([Self.sentence(of: row, state)]) }
    }
    if let message = state.message { say([message]) }
    switch state.overlay {
    case .page(let page): say(page.lines.filter { !$0.isEmpty })
    case .cell(let cell): say(cell.lines.map(\.text).filter { !$0.isEmpty })
    case .actions(let menu): say(menu.lines + ["Type actions and a title to invoke one."])
    case nil: sayRow(state)
    }
  }

  /// Prints the row of the cursor.
  private func sayRow(_ state: ListState) {
    guard let row = state.list.row else { return say([Self.summary(of: state)]) }
    say([Self.sentence(of: row, state)])
    keepLabels(of: state)
  }

  /// Keeps the labels of the rows in the window, to find what changes.
  private func keepLabels(of state: ListState) {
    labels = Dictionary(state.list.window.rows.map { ($0.id.exact, $0.label ?? "") }) { first, _ in first }
  }

  /// The connection as it is announced: a session that comes and goes is not.
  private static func kind(of connection: ListState.Connection) -> ListState.Connection {
    connection == .withoutSession ? .lost : connection
  }

  private static func summary(of state: ListState) -> String {
    state.connection == .open ? state.list.window.count.counted("row") : state.connectionSentence
  }

  private static func sentence(of row: ListRow, _ state: ListState) -> String {
    let isMarked = state.marked.contains(row.id.exact)
    let marks = (isMarked ? "marked, " : "") + (row.isSelected ? "selected, " : "")
    return "\(row.index + 1) of \(state.list.window.count): \(marks)\(row.label ?? "")"
  }

  /// Returns the words of the commands.
  static func help(of keys: KeyTable) -> [String] {
    ["An empty line: next row. A number: that row."]
      + keys.bindings.compactMap { binding in
        let text = [.search, .filter].contains(binding.command) ? " WORDS" : ""
        return binding.word.map { "\($0)\(text): \(binding.summary)" }
      }
  }
}
