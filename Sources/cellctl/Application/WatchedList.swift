import CellClient
import CellProtocol

/// The rows of a session in a window, and a cursor in them.
///
/// The daemon places the window. Requests name the row of the cursor and its line, so the row keeps
/// its place through edits, resizes and changes of the order. What needs the daemon takes the
/// subscription.
struct WatchedList {
  typealias Rows = RowSubscription<ListRow>

  /// A movement of the cursor or of the window.
  enum Move: Equatable {
    /// By rows. A row that is higher than the window is scrolled first.
    case by(Int)
    /// To the row at an index, or the nearest one.
    case to(Int)
    /// To a cell, which comes into the upper part of the window if it is not in it.
    case toCell(String, index: Int)
    /// To the row at a line of the window.
    case toLine(Int)
    /// By lines. The cursor stays in the window.
    case scroll(Int)
    /// By windows. At the end of the list, the cursor goes to the last row.
    case page(Int)
  }

  /// The row that the cursor goes to after a change of the window.
  private enum Choice {
    case sameRow
    case index(Int)
    /// The row at a line of the window.
    case line(Int)
    /// The row of the cursor if all of it is visible, else the nearest such row.
    case visible
  }

  var window = RowWindow<ListRow>()
  /// The row of the cursor, and its first line in the window.
  var cursor: RowAnchor
  /// The last window that had the row of the cursor.
  private var lastRows = LastRows()
  /// The lines of the window.
  var height = 1

  /// - Parameter start: the index of the first row.
  init(start: Int) { cursor = RowAnchor(index: start) }

  /// Whether the next window has one line of each row.
  var isCondensed = false

  /// The row of the cursor; nil if the list is empty.
  var row: ListRow? { window.rows.first { $0.id.exact == cursor.id?.exact } }

  /// The first row, and its line in the window. A range of indexes begins at its first row.
  private var anchor: RowAnchor? {
    window.anchor ?? window.rows.first.map { RowAnchor(id: $0.id, index: $0.index) }
  }

  /// The rows in the window, with their first lines.
  var placedRows: [(row: ListRow, line: Int)] {
    var line = anchor?.offset ?? 0
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
    _ rows: Rows, environment: Parameters?, height: Int, since clock: String? = nil, fallback: Int? = nil
  ) throws {
    if let environment { rows.parameters.set("environment", environment) }
    if case .lines(let format, _) = rows.style { rows.style = .lines(format, isWhole: !isCondensed) }
    self.height = height
    cursor.offset = min(max(cursor.offset, 0), height - 1)
    var anchor = cursor
    if let fallback { anchor.index = fallback }
    try rows.watch(range(anchor, rows), since: clock)
    window = rows.window
    if row == nil, let fallback { cursor.index = fallback }
    try follow(rows)
  }

  /// Applies a notification.
  /// - Returns: its meaning.
  mutating func take(_ message: Message, _ rows: Rows) throws -> RowEvent {
    let event = try rows.take(message)
    window = rows.window
    if row != nil { lastRows = window.lastRows }
    return event
  }

  /// Scrolls to the row of the cursor after changes of the list. If the list does not show it any
  /// more, a row of the last window replaces it.
  mutating func follow(_ rows: Rows) throws {
    if row == nil, let id = cursor.id, window.count > 0 {
      if let shown = try rows.firstShown(of: [id] + lastRows.heirs(of: id)) {
        (cursor.id, cursor.index) = (shown.id, shown.index)
      }
      try place(cursor, rows)
    } else if isCondensed, isMisplaced {
      try place(cursor, rows)
    }
    try settle(.sameRow, rows)
  }

  /// Whether the row of the cursor has moved, or the window has room for rows before it.
  private var isMisplaced: Bool {
    window.rows.count < min(height, window.count)
      || placedRows.first { $0.row.id.exact == cursor.id?.exact }?.line != cursor.offset
  }

  /// Returns the range of a window. The daemon counts all lines of rows, so a window with one line
  /// of each is a range of indexes.
  private func range(_ anchor: RowAnchor, _ rows: Rows) throws -> Parameters {
    guard isCondensed else { return .rows(around: anchor, height: height) }
    let shown = try anchor.id.flatMap { try rows.firstShown(of: [$0]) } ?? anchor
    return .rows(from: max(min(shown.index - anchor.offset, window.count - height), 0), count: height)
  }

  /// Moves the window.
  private mutating func place(_ anchor: RowAnchor, _ rows: Rows) throws {
    try rows.move(to: range(anchor, rows))
    window = rows.window
  }

  // MARK: - The cursor

  /// Moves the cursor to a row at the top of the next window, below those before it.
  mutating func startOver(at index: Int) { cursor = RowAnchor(offset: index, index: index) }

  mutating func perform(_ move: Move, _ rows: Rows) throws {
    switch move {
    case .by(let count):
      if let row, row.height > height {
        let end = cursor.offset + row.height
        if count > 0, end > height {
          return try perform(.scroll(min(end - height, max(height - 1, 1))), rows)
        }
        if count < 0, cursor.offset < 0 {
          return try perform(.scroll(max(cursor.offset, -max(height - 1, 1))), rows)
        }
      }
      try perform(.to(cursor.index + count), rows)
    case .to(let index):
      let index = min(max(index, 0), max(window.count - 1, 0))
      if !window.rows.contains(where: { $0.index == index }) {
        try place(RowAnchor(offset: index > cursor.index ? height - 1 : 0, index: index), rows)
      }
      try settle(.index(index), rows)
    case .toCell(let id, let index):
      if !window.rows.contains(where: { $0.id.exact == id.exact }) {
        try place(RowAnchor(id: id, offset: height / 3, index: index), rows)
      }
      cursor = RowAnchor(id: id, index: index)
      try settle(.sameRow, rows)
    case .toLine(let line): try settle(.line(line), rows)
    case .scroll(let lines):
      guard var anchor else { return }
      anchor.offset -= lines
      try place(anchor, rows)
      choose(.visible)
    case .page(let windows):
      let (line, before) = (cursor.offset, anchor)
      guard var next = before else { return }
      next.offset -= windows * max(height - 1, 1)
      try place(next, rows)
      if anchor == before {
        try perform(.to(windows > 0 ? Int.max : 0), rows)
      } else {
        try settle(.line(line), rows)
      }
    }
  }

  /// Chooses the row of the cursor, and scrolls until all of it is visible.
  private mutating func settle(_ choice: Choice, _ rows: Rows) throws {
    choose(choice)
    // The height of a row is known when it is in the window.
    for _ in 0..<3 {
      guard let row, let offset = offset(showing: row) else { return }
      cursor.offset = offset
      try place(cursor, rows)
      choose(.sameRow)
    }
  }

  /// Returns the line that the row must begin at to be visible; nil if it is.
  private func offset(showing row: ListRow) -> Int? {
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
    _ choice: Choice, among rows: [(row: ListRow, line: Int)], cursor: RowAnchor, height: Int
  ) -> (row: ListRow, line: Int)? {
    func nearest(to index: Int, among rows: [(row: ListRow, line: Int)]) -> (
      row: ListRow, line: Int
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
