/// The content of the screen for the state of a list. It is a function of that state.
struct ListFrame {
  /// The columns at the left for the cursor and the marks.
  static let gutter = 2
  /// The lines of the status.
  static let statusLines = 1

  let application: ListApplication
  let size: (columns: Int, lines: Int)
  /// Whether signs have colours.
  let isColored: Bool

  /// Returns the columns and lines for rows on a screen.
  static func room(in size: (columns: Int, lines: Int)) -> (columns: Int, lines: Int) {
    (max(size.columns - gutter, 1), max(size.lines - statusLines, 1))
  }

  var content: Screen.Content {
    var lines: [String]
    switch application.overlay {
    case .page(let page): lines = Array(page.lines.dropFirst(page.top)).map { "  \($0)" }
    case .actions(let menu): lines = self.lines(of: menu)
    case nil: lines = rowLines
    }
    let height = application.room.lines
    lines = Array(lines.prefix(height))
    lines += Array(repeating: "", count: height - lines.count)
    guard application.overlay == nil, let prompt = application.prompt else {
      return Screen.Content(lines: lines + [inverse(status)])
    }
    let typed = promptLine(prompt)
    return Screen.Content(
      lines: lines + [typed.line],
      cursor: Screen.Cursor(column: typed.column, line: height))
  }

  // MARK: - Rows

  private var rowLines: [String] {
    let height = application.room.lines
    var lines: [String] = []
    for (row, line) in application.list.placedRows {
      let isCurrent = row.id == application.list.cursor.id
      let isMarked = application.setup.purpose == .pick ? application.marked.contains(row.id) : row.isSelected
      let first = max(-line, 0)
      for index in first..<max(row.height, first) where lines.count < height {
        let text = row.lines.indices.contains(index) ? row.lines[index] : ""
        lines.append(gutter(isCurrent: isCurrent, isMarked: isMarked && index == first) + text)
      }
    }
    if lines.isEmpty { lines = emptyLines }
    return lines
  }

  private func gutter(isCurrent: Bool, isMarked: Bool) -> String {
    let isASCII = application.setup.options.hasASCIIGlyphs
    let cursor = isCurrent ? colored(isASCII ? ">" : "▌", "1;34") : " "
    return cursor + (isMarked ? colored(isASCII ? "*" : "✓", "1;32") : " ")
  }

  private func colored(_ sign: String, _ color: String) -> String {
    isColored ? "\u{1B}[\(color)m\(sign)\u{1B}[0m" : sign
  }

  /// The sentence of a list without rows.
  private var emptyLines: [String] {
    let name = application.setup.name.printable
    let sentence =
      if application.isWithoutSession {
        "There is no session \"\(name)\" yet."
      } else if application.reconnection != nil {
        ""
      } else if !application.query.filter.isEmpty {
        "No cell has \"\(application.query.filter.printable)\"."
      } else {
        "No cells yet."
      }
    return ["", ""] + sentence.wrapped(columns: application.room.columns).map { "  \($0)" }
  }

  private func lines(of menu: ActionMenu) -> [String] {
    let title = isColored ? "\u{1B}[1m\(menu.title)\u{1B}[0m" : menu.title
    return ["  \(title)", ""]
      + menu.lines.enumerated().map { index, line in
        (gutter(isCurrent: index == menu.cursor, isMarked: false) + line).description
      }
  }

  // MARK: - The status line

  private func inverse(_ text: String) -> String {
    let cut = text.prefix(columns: size.columns)
    return "\u{1B}[7m\(cut)\(String(repeating: " ", count: max(size.columns - cut.columns, 0)))\u{1B}[0m"
  }

  private var status: String {
    let name = application.setup.name.printable
    if let message = application.message ?? application.setup.feed?.failure, application.overlay == nil {
      return " \(message)"
    }
    return switch application.overlay {
    case .page(let page):
      Self.joined([name, page.title, pageHint(page), "Esc closes"], columns: size.columns)
    case .actions: Self.joined([name, "actions", "Enter invokes", "Esc closes"], columns: size.columns)
    case nil: Self.joined([name] + parts + ["? keys"], columns: size.columns)
    }
  }

  private func pageHint(_ page: TextPage) -> String {
    if case .header(_, _, let parts) = page.content, parts > 1 { return "← → pages" }
    return page.lines.count > application.room.lines ? "↓ more" : ""
  }

  /// The state of the list: rows, filter, search, order and environment.
  private var parts: [String] {
    let window = application.list.window
    if application.reconnection != nil {
      return [application.isWithoutSession ? "no such session yet" : "reconnecting"]
    }
    let query = application.query
    return [
      position, query.filter.isEmpty ? "" : "\"\(query.filter.printable)\"",
      application.search.map {
        "/\($0.text.printable)\(query.isGrouped ? "" : " \($0.count.counted("hit"))")"
      } ?? "",
      query.orderName.map { "by \($0)" } ?? "",
      "\(window.widthClass) \(window.width.map(String.init) ?? "unlimited")",
    ]
  }

  /// The indexes of the visible rows: `5–9 of 200`.
  private var position: String {
    let window = application.list.window
    let rows = application.list.placedRows
    guard let first = rows.first?.row.index, let last = rows.last?.row.index else { return "no cells" }
    return "\(first == last ? "\(first + 1)" : "\(first + 1)–\(last + 1)") of \(window.count)"
  }

  /// Returns the parts with dots between them. Parts are dropped until the rest fits: the name and
  /// the last part stay.
  static func joined(_ parts: [String], columns: Int) -> String {
    var parts = parts.filter { !$0.isEmpty }
    while parts.count > 2, parts.joined(separator: " · ").columns + 1 > columns {
      parts.remove(at: parts.count - (parts.count > 3 ? 2 : 1))
    }
    return " \(parts.joined(separator: " · "))"
  }

  /// Returns the line with the typed text, and the column of the insertion point. The end of a long
  /// text is shown.
  private func promptLine(_ prompt: Prompt) -> (line: String, column: Int) {
    let sign = prompt.sign
    let room = max(size.columns - sign.columns - 1, 1)
    var beginning = prompt.input.beginning
    while beginning.columns > room { beginning.removeFirst() }
    let text = beginning + prompt.input.text.dropFirst(prompt.input.position)
    let shown = (sign + text).prefix(columns: size.columns - 1)
    let hint = promptHint(prompt, columns: size.columns - shown.columns - 2)
    let gap = String(repeating: " ", count: max(size.columns - shown.columns - hint.columns - 1, 0))
    let isDim = isColored && application.message == nil
    return (
      shown + gap + (isDim ? "\u{1B}[2m\(hint)\u{1B}[0m" : hint), (sign + beginning).columns
    )
  }

  /// Returns the state of the list at the right of the typed text, as far as there is room.
  private func promptHint(_ prompt: Prompt, columns: Int) -> String {
    if let message = application.message ?? application.setup.feed?.failure {
      return message.prefix(columns: max(columns, 0))
    }
    var hints: [String]
    if application.reconnection != nil {
      hints = [parts[0]]
    } else {
      hints = [position]
      if !application.marked.isEmpty { hints.append("\(application.marked.count) marked") }
      if let order = application.query.orderName { hints.append("by \(order)") }
      hints += prompt.purpose == .pick ? ["Tab marks", "Enter chooses", "F1 keys"] : []
    }
    while !hints.isEmpty, hints.joined(separator: " · ").columns > columns { hints.removeLast() }
    return hints.joined(separator: " · ")
  }
}
