import CellClient
import CellProtocol

/// The rows of a session in a window, and a cursor in them.
///
/// The daemon places the window. Requests name the row of the cursor and its line, so the row keeps
/// its place through edits, resizes and changes of the order.
struct WatchedList {
  /// The row that the cursor goes to after a change of the window.
  private enum Choice {
    case sameRow
    case index(Int)
    /// The row at a line of the window.
    case line(Int)
    /// The row of the cursor if all of it is visible, else the nearest such row.
    case visible
  }

  private(set) var client: Client
  private var subscription: RowSubscription
  private(set) var window: RowWindow
  /// The row of the cursor, and its first line in the window.
  private(set) var cursor: RowAnchor
  /// The last window that had the row of the cursor.
  private var lastRows = LastRows()
  /// The lines of the window.
  private(set) var height = 1

  /// - Parameters:
  ///   - parameters: the parameters of `rows.watch` without a range and an environment.
  ///   - start: the index of the first row.
  init(client: Client, parameters: Parameters, format: RowFormat, start: Int) {
    self.client = client
    subscription = RowSubscription(client: client, parameters: parameters)
    window = RowWindow(format: format)
    cursor = RowAnchor(index: start)
  }

  /// Whether rows have one line each.
  var isCondensed: Bool {
    get { window.isCondensed }
    set { window.isCondensed = newValue }
  }

  /// The row of the cursor; nil if the list is empty.
  var row: RowWindow.Row? { window.rows.first { $0.id.exact == cursor.id?.exact } }

  /// The rows in the window, with their first lines.
  var placedRows: [(row: RowWindow.Row, line: Int)] {
    var line = window.anchor?.offset ?? 0
    return window.rows.compactMap { row in
      defer { line += row.height }
      return line < height ? (row, line) : nil
    }
  }

  // MARK: - Watching

  /// Watches the rows around the cursor.
  /// - Parameters:
  ///   - environment: the environment; nil for that of a shared view.
  ///   - clock: the clock of rows that are known already.
  ///   - fallback: the index of the cursor if its row is no longer shown; nil for its own.
  mutating func watch(
    environment: Parameters?, height: Int, since clock: String? = nil, fallback: Int? = nil
  ) throws {
    if let environment { subscription.set("environment", environment) }
    self.height = height
    cursor.offset = min(max(cursor.offset, 0), height - 1)
    var anchor = cursor
    if let fallback { anchor.index = fallback }
    let reply = try subscription.watch(range(anchor), since: clock)
    // Rows that moved into the range are unchanged, but not on the screen.
    guard try reply.withResult({ try window.apply($0) }) else {
      return try watch(environment: nil, height: height, fallback: fallback)
    }
    if row == nil, let fallback { cursor.index = fallback }
    try follow()
  }

  /// Goes on at another connection.
  mutating func resume(at client: Client) {
    self.client = client
    subscription.resume(at: client)
  }

  /// Applies a notification.
  /// - Returns: its meaning.
  mutating func take(_ message: Message) throws -> RowSubscription.Event {
    let event = subscription.event(of: message)
    if case .changed = event {
      _ = try message.withParams { try window.apply($0) }
      if row != nil { lastRows = window.lastRows }
    }
    return event
  }

  /// Scrolls to the row of the cursor after changes of the list. If the list does not show it any
  /// more, a row of the last window replaces it.
  mutating func follow() throws {
    if row == nil, let id = cursor.id, window.count > 0 {
      if let shown = try subscription.firstShown(of: [id] + lastRows.heirs(of: id)) {
        (cursor.id, cursor.index) = (shown.id, shown.index)
      }
      try place(cursor)
    } else if isCondensed, isMisplaced {
      try place(cursor)
    }
    try settle(.sameRow)
  }

  /// Whether the row of the cursor has moved, or the window has room for rows before it.
  private var isMisplaced: Bool {
    window.rows.count < min(height, window.count)
      || placedRows.first { $0.row.id.exact == cursor.id?.exact }?.line != cursor.offset
  }

  /// Returns the range of a window. The daemon counts all lines of rows, so a window with one line
  /// of each is a range of indexes.
  private func range(_ anchor: RowAnchor) throws -> RowRange {
    guard isCondensed else { return .window(anchor, height: height) }
    let shown = try anchor.id.flatMap { try subscription.firstShown(of: [$0]) } ?? anchor
    return .indexes(start: max(min(shown.index - anchor.offset, window.count - height), 0), count: height)
  }

  /// Moves the window.
  private mutating func place(_ anchor: RowAnchor) throws {
    let reply = try subscription.move(to: range(anchor))
    // They are older than the reply.
    for message in client.takeEarlierNotifications() { _ = try take(message) }
    guard try reply.withResult({ try window.apply($0) }) else {
      return try watch(environment: nil, height: height)
    }
  }

  // MARK: - The cursor

  /// Moves the cursor by rows. A row that is higher than the window is scrolled first.
  mutating func move(by rows: Int) throws {
    if let row, row.height > height {
      let end = cursor.offset + row.height
      if rows > 0, end > height { return try scroll(by: min(end - height, max(height - 1, 1))) }
      if rows < 0, cursor.offset < 0 { return try scroll(by: max(cursor.offset, -max(height - 1, 1))) }
    }
    try go(to: min(max(cursor.index + rows, 0), max(window.count - 1, 0)))
  }

  /// Moves the cursor to an index.
  mutating func go(to index: Int) throws {
    guard !window.rows.contains(where: { $0.index == index }) else { return try settle(.index(index)) }
    let isBelow = index > cursor.index
    try place(RowAnchor(offset: isBelow ? height - 1 : 0, index: index))
    try settle(.index(index))
  }

  /// Moves the cursor to a cell, which comes into the upper part of the window if it is not in it.
  mutating func go(toCell id: String, index: Int) throws {
    if !window.rows.contains(where: { $0.id.exact == id.exact }) {
      try place(RowAnchor(id: id, offset: height / 3, index: index))
    }
    cursor = RowAnchor(id: id, index: index)
    try settle(.sameRow)
  }

  /// Moves the cursor to a row at the top of the next window, below those before it.
  mutating func startOver(at index: Int) { cursor = RowAnchor(offset: index, index: index) }

  /// Moves the cursor to the row at a line of the window.
  mutating func go(toLine line: Int) throws {
    try settle(.line(line))
  }

  /// Scrolls by lines. The cursor stays in the window.
  mutating func scroll(by lines: Int) throws {
    guard var anchor = window.anchor else { return }
    anchor.offset -= lines
    try place(anchor)
    choose(.visible)
  }

  /// Scrolls by a window. At the end of the list, the cursor goes to the last row.
  mutating func page(by windows: Int) throws {
    let (line, before) = (cursor.offset, window.anchor)
    guard var anchor = before else { return }
    anchor.offset -= windows * max(height - 1, 1)
    try place(anchor)
    if window.anchor == before {
      try go(to: windows > 0 ? max(window.count - 1, 0) : 0)
    } else {
      try settle(.line(line))
    }
  }

  /// Chooses the row of the cursor, and scrolls until all of it is visible.
  private mutating func settle(_ choice: Choice) throws {
    choose(choice)
    // The height of a row is known when it is in the window.
    for _ in 0..<3 {
      guard let row, let offset = offset(showing: row) else { return }
      cursor.offset = offset
      try place(cursor)
      choose(.sameRow)
    }
  }

  /// Returns the line that the row must begin at to be visible; nil if it is.
  private func offset(showing row: RowWindow.Row) -> Int? {
    let end = cursor.offset + row.height
    let offset =
      if row.height > height {
        // A part of a high row fills the window.
        cursor.offset > 0 ? 0 : end < height ? height - row.height : cursor.offset
      } else if cursor.offset < 0 {
        0
      } else if end > height {
        height - row.height
      } else {
        cursor.offset
      }
    return offset == cursor.offset ? nil : offset
  }

  private mutating func choose(_ choice: Choice) {
    let rows = placedRows
    // In an empty list, the cursor waits for its row.
    guard let chosen = Self.choose(choice, among: rows, cursor: cursor, height: height) else { return }
    cursor = RowAnchor(id: chosen.row.id, offset: chosen.line, index: chosen.row.index)
    lastRows = window.lastRows
  }

  private static func choose(
    _ choice: Choice, among rows: [(row: RowWindow.Row, line: Int)], cursor: RowAnchor, height: Int
  ) -> (row: RowWindow.Row, line: Int)? {
    func nearest(to index: Int, among rows: [(row: RowWindow.Row, line: Int)]) -> (
      row: RowWindow.Row, line: Int
    )? {
      rows.min { abs($0.row.index - index) < abs($1.row.index - index) }
    }
    switch choice {
    case .index(let index): return nearest(to: index, among: rows)
    case .line(let line): return rows.last { $0.line <= line } ?? rows.first
    case .sameRow:
      return rows.first { $0.row.id.exact == cursor.id?.exact } ?? nearest(to: cursor.index, among: rows)
    case .visible:
      let visible = rows.filter { $0.line >= 0 && $0.line + $0.row.height <= height }
      let candidates = visible.isEmpty ? rows : visible
      return candidates.first { $0.row.id.exact == cursor.id?.exact }
        ?? nearest(to: cursor.index, among: candidates)
    }
  }
}
