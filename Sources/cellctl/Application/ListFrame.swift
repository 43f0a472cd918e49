import CellEngine

/// The content of the screen for the state of a list. It is a function of that state.
struct ListFrame {
  /// The columns at the left for the cursor and the marks.
  static let gutter = 2
  /// The lines of the status.
  static let statusLines = 1

  let state: ListState
  let size: (columns: Int, lines: Int)
  /// Whether signs have colours.
  private var isColored: Bool { state.setup.format == .ansi }

  /// Returns the columns and lines for rows on a screen.
  static func room(in size: (columns: Int, lines: Int)) -> (columns: Int, lines: Int) {
    (max(size.columns - gutter, 1), max(size.lines - statusLines, 1))
  }

  private var style: ScreenStyle { state.style }

  var content: Screen.Content {
    var lines: [String]
    switch state.overlay {
    case .page(let page): lines = self.lines(of: page)
    case .cell(let cell): lines = self.lines(of: cell)
    case .actions(let menu): lines = self.lines(of: menu)
    case nil: lines = rowLines
    }
    let height = state.room.lines
    lines = Array(lines.prefix(height))
    lines += Array(repeating: "", count: height - lines.count)
    lines = state.notice.map { framed($0, gutter: (false, false)) } + lines
    var cursor: Screen.Cursor?
    if state.overlay == nil, let prompt = state.prompt {
      let typed = promptLine(prompt)
      lines.append(typed.line)
      cursor = Screen.Cursor(column: typed.column, line: lines.count - 1)
    } else {
      let status = status
      lines.removeLast(min(status.count - 1, height))
      lines += status.map(inverse)
    }
    return Screen.Content(lines: lines, cursor: cursor, columns: size.columns, model: style.model)
  }

  // MARK: - Rows

  private var rowLines: [String] {
    let height = state.room.lines
    let width = state.list.window.width
    var lines: [String] = []
    for (row, line) in state.list.placedRows {
      let isCurrent = row.id.exact == state.list.cursor.id?.exact
      let isMarked =
        state.setup.purpose == .pick ? state.marked.contains(row.id.exact) : row.isSelected
      let first = max(-line, 0)
      let shown = state.marks.lines(of: row)
      for index in first..<max(row.height, first) where lines.count < height {
        let text = shown.indices.contains(index) ? shown[index] : ""
        lines.append(
          framed(
            text, of: width, shift: state.shift,
            gutter: (isCurrent: isCurrent, isMarked: isMarked && index == first)))
      }
    }
    if lines.isEmpty { lines = emptyLines }
    return lines
  }

  /// Returns a line with the gutter at its leading edge, cut at the edges of the window.
  /// - Parameters:
  ///   - width: the columns that the line was laid out in; nil for those that it has.
  ///   - shift: the columns that are scrolled over at its leading edge.
  private func framed(
    _ text: String, of width: Int? = nil, shift: Int = 0, gutter: (isCurrent: Bool, isMarked: Bool)
  ) -> String {
    let room = state.room.columns
    let line = ScreenLine(text: text, model: style.model)
    let cursor = gutter.isCurrent ? colored(style.cursor, "1;34") : " "
    let mark = gutter.isMarked ? colored(style.mark, "1;32") : " "
    guard style.isMirrored else {
      return cursor + mark + line.window(from: shift, columns: room, mark: style.ellipsis)
    }
    let columns = line.columns
    // Spaces at the trailing edge are not in the line. In a mirrored row, it is the left one.
    let whole = max(width ?? columns, columns)
    let hidden = whole - room - shift
    let shown = ScreenLine(
      text: hidden > 0 || shift > 0
        ? line.window(from: max(hidden, 0), columns: room + min(hidden, 0), mark: style.ellipsis) : text,
      model: style.model)
    let before = max(room - max(whole - shift, 0), 0)
    let after = max(room - before - shown.columns, 0)
    return spaces(before) + shown.text + spaces(after) + mark + cursor
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func colored(_ sign: String, _ color: String) -> String {
    isColored ? "\u{1B}[\(color)m\(sign)\u{1B}[0m" : sign
  }

  /// The sentence of a list without rows.
  private var emptyLines: [String] {
    let name = state.setup.name.printable
    let sentence =
      if state.connection == .withoutSession {
        "There is no session \"\(name)\" yet."
      } else if state.connection != .open {
        ""
      } else if !state.query.filter.isEmpty {
        "No cell has \"\(state.query.filter.printable)\"."
      } else if !state.notice.isEmpty {
        ""
      } else {
        "No cells yet."
      }
    return ["", ""] + sentence.wrapped(columns: state.room.columns).map { "  \($0)" }
  }

  private func lines(of page: TextPage) -> [String] {
    let lines = page.lines.dropFirst(page.top)
    // The table of keys begins at the left.
    if case .keys = page.content { return lines.map { "  \($0)" } }
    let width = page.lines.map { ScreenLine(text: $0, model: style.model).columns }.max()
    return lines.map { framed($0, of: width, gutter: (false, false)) }
  }

  private func lines(of cell: WholeCell) -> [String] {
    cell.lines.indices.dropFirst(cell.top).prefix(state.room.lines).map { index in
      let line = cell.lines[index]
      let text = line.part == .heading && isColored ? "\u{1B}[1m\(line.text)\u{1B}[0m" : line.text
      return framed(text, gutter: (index == cell.cursor, false))
    }
  }

  private func lines(of menu: ActionMenu) -> [String] {
    let room = state.room
    return menu.page(height: room.lines, columns: room.columns, style: style).map { line in
      let text = line.part == .title && isColored ? "\u{1B}[1m\(line.text)\u{1B}[0m" : line.text
      return framed(text, gutter: (line.part == .item(menu.cursor), false))
    }
  }

  // MARK: - The status line

  private func columns(of text: String) -> Int { text.columns(by: style.model) }

  private func cut(_ text: String, _ columns: Int) -> String {
    text.cut(columns: max(columns, 0), ellipsis: style.ellipsis, by: style.model)
  }

  private func inverse(_ text: String) -> String {
    let cut = cut(text, size.columns)
    return "\u{1B}[7m\(cut)\(spaces(max(size.columns - columns(of: cut), 0)))\u{1B}[0m"
  }

  /// The lines of the status: one, or several for a long sentence.
  private var status: [String] {
    let name = state.setup.name.printable
    switch state.overlay {
    case .page(let page):
      return [joined([name, page.title, pageHint(page), "Esc closes"])]
    case .cell(let cell):
      if let message = state.message { return [" \(message)"] }
      let last = min(cell.top + state.room.lines, cell.lines.count)
      let position =
        last - cell.top < cell.lines.count ? "\(cell.top + 1)–\(last) of \(cell.lines.count)" : ""
      return [joined([name, "cell", position, "--on open 'COMMAND {id}' runs a command", "Esc closes"])]
    case .actions(let menu):
      return [joined([name, "actions", menuHint(menu), "Enter invokes", "Esc closes"])]
    case nil: break
    }
    if let message = state.message {
      return message.wrapped(columns: max(size.columns - 1, 1)).prefix(4).map { " \($0)" }
    }
    return [joined([name] + parts + ["? keys"])]
  }

  private func pageHint(_ page: TextPage) -> String {
    if case .header(_, _, let parts) = page.content, parts > 1 { return "← → pages" }
    return page.lines.count > state.room.lines ? "↓ more" : ""
  }

  /// The visible items if there are more: `1–3 of 6`.
  private func menuHint(_ menu: ActionMenu) -> String {
    let visible = menu.visibleItems(height: state.room.lines)
    return visible.count < menu.items.count
      ? "\(visible.lowerBound + 1)–\(visible.upperBound) of \(menu.items.count)" : ""
  }

  /// The state of the list: rows, filter, search, order and environment.
  private var parts: [String] {
    let window = state.list.window
    if state.connection != .open {
      return [state.connectionSentence]
    }
    let query = state.query
    let found = [
      query.filter.isEmpty ? "" : "\"\(query.filter.printable)\"\(query.isFuzzy ? " fuzzy" : "")",
      state.search.map { "/\($0.text.printable) \($0.summary)" } ?? "",
    ]
    // Without room for all parts, hits are counted, and not rows.
    let places = state.search == nil ? [position] + found : found + [position]
    let status = state.feed.status
    return [status == 0 ? "" : "exit status \(status)"] + places + [
      query.orderName.map { "by \($0)" } ?? "", state.list.isCondensed ? "one line" : "",
      "\(window.widthClass) \(window.width.map(String.init) ?? "unlimited")"
        + (state.isWide ? " ← →" : ""),
    ]
  }

  /// The indexes of the visible rows: `5–9 of 200`.
  private var position: String {
    let window = state.list.window
    let rows = state.list.placedRows
    guard let first = rows.first?.row.index, let last = rows.last?.row.index else { return "no cells" }
    return "\(first == last ? "\(first + 1)" : "\(first + 1)–\(last + 1)") of \(window.count)"
  }

  private func joined(_ parts: [String]) -> String {
    Self.joined(parts, columns: size.columns, ellipsis: style.ellipsis, by: style.model)
  }

  /// Returns the parts with dots between them. Parts are dropped until the rest fits: the name and
  /// the last part stay. The words next to a key are dropped before the key.
  static func joined(
    _ parts: [String], columns: Int, ellipsis: String = "…", by model: WidthModel = WidthModel()
  ) -> String {
    var parts = parts.filter { !$0.isEmpty }
    var excess: Int { parts.joined(separator: " · ").columns(by: model) + 1 - columns }
    func shorten(_ index: Int) {
      let room = parts[index].columns(by: model) - excess
      guard excess > 0, let short = keyed(parts[index], columns: room, ellipsis: ellipsis, by: model) else {
        return
      }
      parts[index] = short
    }
    while parts.count > 3, excess > 0 { parts.remove(at: parts.count - 2) }
    shorten(parts.count - 1)
    if parts.count > 2, excess > 0 { parts.removeLast() }
    shorten(parts.count - 1)
    if excess > 0, parts.count > 1, keys(in: parts[1].split(separator: " ")) != nil {
      parts[0] = parts[0].cut(
        columns: max(parts[0].columns(by: model) - excess, 1), ellipsis: ellipsis, by: model)
    }
    return " \(parts.joined(separator: " · "))"
  }

  /// The names of keys that are not letters of a text.
  private static let keyNames = Set<Substring>(
    [KeyTable.watch, .pick, .prompt, .page, .cell, .menu].flatMap(\.bindings)
      .flatMap { $0.label.split(separator: " ") }.filter { $0.count > 1 || !($0.first?.isLetter ?? true) })

  /// Returns the range of the first keys in some words.
  private static func keys(in words: [Substring]) -> Range<Int>? {
    guard let first = words.firstIndex(where: keyNames.contains) else { return nil }
    return first..<(words[first...].firstIndex { !keyNames.contains($0) } ?? words.count)
  }

  /// Returns a text that names a key in at most `columns`, or the key if it is wider: `ssh has a
  /// question: Ctrl-R asks it` is `ssh has… Ctrl-R` in 16 columns. Returns nil if it names none.
  private static func keyed(
    _ text: String, columns: Int, ellipsis: String, by model: WidthModel
  ) -> String? {
    let words = text.split(separator: " ")
    guard let keys = keys(in: words) else { return nil }
    for end in (keys.upperBound...words.count).reversed() {
      let beginning = words[..<end].joined(separator: " ")
      if beginning.columns(by: model) <= columns { return beginning }
    }
    let key = words[keys].joined(separator: " ")
    let room = columns - key.columns(by: model) - 1
    guard room > ellipsis.columns(by: model), keys.lowerBound > 0 else { return key }
    let before = words[..<keys.lowerBound].joined(separator: " ")
    return "\(before.cut(columns: room, ellipsis: ellipsis, by: model)) \(key)"
  }

  /// Returns the line with the typed text, and the column of the insertion point. The end of a long
  /// text is shown.
  private func promptLine(_ prompt: Prompt) -> (line: String, column: Int) {
    let sign = prompt.sign
    let room = max(size.columns - sign.columns - 1, 1)
    var beginning = prompt.input.beginning
    while columns(of: beginning) > room { beginning.removeFirst() }
    let text = beginning + prompt.input.text.dropFirst(prompt.input.position)
    let shown = (sign + text).prefix(columns: size.columns - 1, by: style.model)
    let hint = promptHint(prompt, columns: size.columns - columns(of: shown) - 2)
    let gap = spaces(max(size.columns - columns(of: shown) - columns(of: hint) - 1, 0))
    let isDim = isColored && state.message == nil
    return (
      shown + gap + (isDim ? "\u{1B}[2m\(hint)\u{1B}[0m" : hint), columns(of: sign + beginning)
    )
  }

  /// Returns the state of the list at the right of the typed text, as far as there is room.
  private func promptHint(_ prompt: Prompt, columns: Int) -> String {
    if let message = state.message {
      return cut(message, columns)
    }
    var hints: [String]
    if state.connection != .open {
      hints = [parts[0]]
    } else {
      let query = state.query
      let isContained = prompt.purpose == .pick && !query.isRanked && !query.filter.isEmpty
      hints = [position + (query.isFuzzy ? " fuzzy" : isContained ? " not fuzzy" : "")]
      if isContained { hints.append("over 100,000 cells") }
      if prompt.purpose == .search { hints = state.search.map { [$0.summary] } ?? [] }
      if !state.marked.isEmpty { hints.append("\(state.marked.count) marked") }
      if let order = state.query.orderName { hints.append("by \(order)") }
      hints += prompt.purpose == .pick ? ["Tab marks", "Enter chooses"] : []
      hints.append("F1 keys")
    }
    while hints.count > 1, self.columns(of: hints.joined(separator: " · ")) > columns { hints.removeLast() }
    let hint = hints.joined(separator: " · ")
    guard self.columns(of: hint) > columns else { return hint }
    return Self.keyed(hint, columns: columns, ellipsis: style.ellipsis, by: style.model) ?? ""
  }
}
