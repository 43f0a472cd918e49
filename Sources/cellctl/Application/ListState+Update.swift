import CellClient
import CellEngine
import CellWire

extension ListState {
  /// Changes the state after an event. Nothing else happens: what has to be done is in the effects,
  /// whose answers are events again.
  mutating func update(_ event: ListEvent) -> [ListEffect] {
    switch event {
    case .key(let key):
      message = nil
      return take(key)
    case .line(let line): return take(line)
    case .endOfInput: return [.end(setup.isPlain && setup.purpose != .pick ? .ended : .nothingChosen)]
    case .command(let command): return perform(command)
    case .pause:
      // The marks are for what is requested first.
      let settling = settle()
      guard settling.isEmpty else { return settling + [.event(.pause)] }
      return isOpen && !marks.fit(self) ? [.request(.marks)] : []
    case .answer(let answer, let request): return take(answer, to: request)
    case .failed(let failure, let isClosed, let request):
      return take(failure, isClosed: isClosed, request: request)
    case .connection(let connection):
      self.connection = connection
      // It may be about the daemon or the session, which are back.
      if connection == .open { message = nil }
      return []
    case .resized(let columns, let lines):
      size = (columns, lines)
      return resize()
    case .feed(let feed): return take(feed)
    case .terminal(let terminal):
      self.terminal = terminal
      if let view = setup.view { message = terminal.note(onView: view, style.model.mode) }
      change.isNeeded = true
      return settle()
    case .browser(let state, let target): return take(state, target: target)
    case .typed(let text): return endTyping(text)
    case .read:
      overlays.show(nil)
      return []
    }
  }

  private var isOpen: Bool { connection == .open }

  /// Requests what has changed since the last request.
  private mutating func settle() -> [ListEffect] {
    guard isOpen else { return [] }
    var effects: [ListEffect] = []
    if change.isNeeded {
      effects.append(.request(.watch(fallback: change.fallback)))
      change = (false, nil)
    }
    if let text = soughtText, let origin = prompt?.origin {
      effects.append(.request(.seek(text, from: origin)))
    }
    soughtText = nil
    return effects
  }

  // MARK: - The daemon

  private mutating func take(_ answer: ListAnswer, to request: ListRequest) -> [ListEffect] {
    switch (answer, request) {
    case (.watched(let list, let query, let style), _):
      (self.query, self.style) = (query, style)
      adopt(list)
    case (.moved(let list), _): adopt(list)
    case (.followed(let list, let search, let held, let hasChanged), _):
      (self.search, heldSearch) = (search, held)
      adopt(list)
      guard hasChanged else { break }
      if list.row != nil, [Self.emptiness, Self.nothingToChoose].contains(message) { message = nil }
      return refreshPage()
    case (.sessionDeleted, _): connection = .withoutSession
    case (.found(let search, let list, let note), _):
      self.search = search
      adopt(list)
      if let note { message = note }
    case (.marks(let marks), _): self.marks = marks
    case (.json(let element), .element): return element.map { operate($0) } ?? []
    case (.json(let cell), .whole(_, let use)): return take(cell, for: use)
    case (.page(let page), _): show(page)
    case (.part(let part?), _): message = "this is \(part), which cannot be chosen"
    case (.part(nil), .part(let id, .choose)): return [.end(.chosen([id]))]
    case (.part(nil), .part(let id, .mark(let isDown))):
      marked.append(id.exact)
      return move(.by(isDown ? 1 : -1))
    case (.count(nil), .select): message = "nothing can be selected in \(setup.name.printable)"
    case (.count(let selected?), .select): message = "\(selected.counted("cell")) selected"
    case (.count(0), .count): return [.end(.feedFailed)]
    case (.count(let delivered), .invoke(let invocation)): return take(delivered ?? 0, for: invocation)
    case (.refused(let reason), .invoke(let invocation)):
      message = reason
      return [.request(.whole(invocation.cell, .show))]
    default: break
    }
    return []
  }

  private mutating func adopt(_ list: WatchedList) {
    self.list = list
    scrollSideways(by: 0)
  }

  /// An error becomes the message. A closed connection begins the attempts to connect again.
  private mutating func take(
    _ failure: Failure, isClosed: Bool, request: ListRequest?
  ) -> [ListEffect] {
    if request == .marks { marks = RowMarks(of: self) }
    if isClosed, isOpen {
      (connection, search) = (.lost, nil)
      return failure.isTransient ? [] : [.fail(failure)]
    }
    guard failure.message != ListRow.noLines else { return [.fail(failure)] }
    message = failure.message.printable
    return []
  }

  /// Requests the content of a page again.
  private func refreshPage() -> [ListEffect] {
    switch overlay {
    case .page(let page):
      switch page.content {
      case .header(let id, let part, _): return [.request(.header(of: id, part: part))]
      case .preview(let id): return [.request(.preview(of: id))]
      case .keys: return []
      }
    case .cell(let shown): return [.request(.whole(shown.id, .refresh))]
    case .actions, nil: return []
    }
  }

  /// Lays out the screen. A notice leaves half of the lines to rows, if they need that much.
  private mutating func resize() -> [ListEffect] {
    let lines = feed.notice.map { $0.wrapped(columns: size.columns, indent: "") }
    let isWhole = list.window.rows.count == list.window.count
    let needed = isWhole ? list.window.rows.reduce(0) { $0 + $1.height } : size.lines
    let most = max(size.lines - max(needed, 1), size.lines / 2)
    let first = lines.first?.prefix(most) ?? []
    notice = first + lines.dropFirst().joined().suffix(max(most - first.count, 0))
    change.isNeeded = true
    let (setup, columns) = (setup, room.columns)
    overlays.resize(columns: columns, height: room.lines, style: style) {
      setup.keys($0).help(columns: columns)
    }
    scrollSideways(by: 0)
    return settle() + refreshPage()
  }

  private mutating func take(_ feed: RecordFeed.Report) -> [ListEffect] {
    self.feed = feed
    let effects = feed.notice.isEmpty && notice.isEmpty ? [] : resize()
    // Cells that were pushed before the error may not be in the window yet.
    return effects + (setup.purpose == .pick && !feed.reason.isEmpty ? [.request(.count)] : [])
  }

  // MARK: - Keys

  private mutating func take(_ key: Key) -> [ListEffect] {
    switch key {
    case .wheelUp, .wheelDown:
      let lines = key == .wheelUp ? -3 : 3
      guard overlay != nil else { return move(.scroll(lines)) }
      overlays.scroll(by: lines, height: room.lines)
      return []
    case .click(let column, let line): return click(column: column, line: line - notice.count)
    default: break
    }
    if overlay != nil { return overlays.take(key, height: room.lines) }
    if let prompt { return take(key, in: prompt) }
    return setup.keys.command(of: key).map { perform($0) } ?? []
  }

  /// Moves the cursor to the row of a click, and operates what the row shows there.
  private mutating func click(column: Int, line: Int) -> [ListEffect] {
    guard (0..<room.lines).contains(line) else { return [] }
    guard overlay == nil else {
      overlays.click(line: line, height: room.lines)
      return []
    }
    let effects = move(.toLine(line))
    guard isOpen, let (row, first) = list.placedRows.last(where: { $0.line <= line }), row.groupValue == nil,
      row.lines.indices.contains(line - first),
      let column = columnInRow(column, ofLine: row.lines[line - first])
    else { return effects }
    let drawn = ScreenLine(text: marks.lines(of: row)[line - first]).plainText
    return effects + [
      .request(.element(row: row.id, column: column, line: line - first, drawn: drawn))
    ]
  }

  /// Returns the column of a row at one of the screen; nil for the gutter.
  private func columnInRow(_ column: Int, ofLine text: String) -> Int? {
    let column = column - (style.isMirrored ? 0 : ListFrame.gutter)
    guard (0..<room.columns).contains(column) else { return nil }
    guard style.isMirrored else { return column + shift }
    let width = max(list.window.width ?? 0, ScreenLine(text: text, model: style.model).columns)
    return column + width - room.columns - shift
  }

  /// Does what a click on an element of the row of the cursor means. The selection control has no
  /// action, and a menu lists those that it has.
  private mutating func operate(_ element: JSON) -> [ListEffect] {
    guard let action = element["id"]?.string else { return setup.purpose == .pick ? [] : select() }
    if action == KnownAction.open.rawValue { return setup.purpose == .pick ? [] : perform(.open) }
    guard element["enabled"]?.bool != false else {
      message = "\(element["label"]?.string?.oneLine ?? "") is disabled"
      return []
    }
    return whole(.invoke(id: action))
  }

  private mutating func take(_ key: Key, in prompt: Prompt) -> [ListEffect] {
    var typed = prompt
    let table = typed.purpose == .pick ? setup.keys : KeyTable.prompt
    if let command = table.command(of: key) {
      guard typed.purpose != .pick, [.choose, .cancel].contains(command) else { return perform(command) }
      let effects = command == .choose ? settle() : []
      self.prompt = nil
      switch (command, typed.purpose) {
      case (.choose, .search): return effects + [.event(.typed(typed.input.text))]
      case (.choose, _): break
      case (_, .search): return cancelSearch(typed)
      default: filter(by: typed.before)
      }
      return effects
    }
    let before = typed.input.text
    guard typed.input.take(key) else { return [] }
    self.prompt = typed
    if typed.purpose != .search {
      filter(by: typed.input.text)
    } else if typed.input.text != before {
      (soughtText, search) = (typed.input.text, nil)
    }
    return []
  }

  /// Shows the keys for what is on the screen.
  private mutating func showKeys() {
    let mode: KeyTable.Mode =
      switch overlay {
      case .page: .page
      case .cell: .cell
      case .actions: .menu
      case nil: prompt.map { $0.purpose != .pick } == true ? .prompt : .list
      }
    let lines = setup.keys(mode).help(columns: room.columns)
    overlays.push(.page(TextPage(content: .keys(mode), title: "keys", lines: lines)))
  }

  // MARK: - Lines

  /// Performs a line: a word and its text, or the number of a row. An empty line is the next row.
  private mutating func take(_ line: String) -> [ListEffect] {
    let parts = line.printable.split(separator: " ", maxSplits: 1).map(String.init)
    let text = parts.count > 1 ? parts[1] : ""
    message = nil
    let effects: [ListEffect]
    var command: ListCommand?
    if let number = Int(parts.first ?? "") {
      effects = move(.to(number - 1))
    } else if let word = parts.first {
      command = setup.keys.command(word: word)
      guard let command else { return [.say(["there is no command \"\(word)\"; help lists them"])] }
      effects = perform(command, text: text)
    } else {
      effects = perform(.down)
    }
    let hasRows = command == .pageDown || command == .pageUp
    return effects + [.event(.pause), .report(hasRows: hasRows)]
  }

  private mutating func perform(_ command: ListCommand, text: String) -> [ListEffect] {
    switch command {
    case .search: return find(text)
    case .filter:
      filter(by: text)
      return []
    case .actions where !text.isEmpty: return whole(.invokeNamed(text))
    case .help: return [.say(PlainList.help(of: setup.keys))]
    // Without a choice.
    case .quit where setup.purpose == .pick: return [.end(.nothingChosen)]
    default: return perform(command)
    }
  }

  // MARK: - Commands

  private mutating func perform(_ command: ListCommand) -> [ListEffect] {
    // The command is for the rows of a filter that was typed just before.
    let settling = settle()
    guard settling.isEmpty else { return settling + [.event(.command(command))] }
    switch command {
    case .quit: return [.end(.ended)]
    case .cancel: return cancel()
    case .choose: return choose()
    case .open: return open()
    case .down: return move(.by(1))
    case .up: return move(.by(-1))
    case .pageDown: return move(.page(1))
    case .pageUp: return move(.page(-1))
    case .first: return move(.to(0))
    case .last: return move(.to(Int.max))
    case .select: return select()
    case .mark, .markUp: return mark(isDown: command == .mark)
    case .search, .filter: openPrompt(command == .search ? .search : .filter)
    case .nextHit, .previousHit: return find(forward: command == .nextHit)
    case .sort:
      guard hasOwnView() else { break }
      query.sortNext()
      change = (true, nil)
      message = "order: \(query.orderName ?? "as at the start")"
    case .detail:
      if let value = list.row?.groupValue {
        fold(value)
      } else if let row = currentCell() {
        return [.request(.header(of: row.id, part: 0))]
      }
    case .actions: return whole(.listActions)
    case .browse, .copyTitle, .copyCell: return use(command)
    case .widthClass(let choice):
      guard hasOwnView() else { break }
      query.widthClass = choice
      change.isNeeded = true
    case .condense:
      guard hasOwnView() else { break }
      list.isCondensed.toggle()
      change.isNeeded = true
    case .help: showKeys()
    case .answer:
      if connection == .asking { return [.answerQuestion] }
      message = "no question is waiting"
    case .left, .right: scrollSideways(by: (command == .left ? -1 : 1) * max(room.columns / 2, 1))
    }
    return []
  }

  /// Ends what was opened last: the search, then the filter. A `pick` ends.
  private mutating func cancel() -> [ListEffect] {
    if setup.purpose == .pick { return [.end(.nothingChosen)] }
    if search != nil {
      search = nil
    } else if !query.filter.isEmpty {
      filter(by: "")
    }
    return []
  }

  private mutating func choose() -> [ListEffect] {
    guard marked.isEmpty else { return [.end(.chosen(marked.map(\.text)))] }
    // The rows are those before the last filter.
    guard isOpen || !change.isNeeded else {
      message = "the daemon is not there"
      return []
    }
    guard let row = list.row else {
      message = Self.nothingToChoose
      return []
    }
    if let value = row.groupValue {
      fold(value)
      return []
    }
    return choose(row)
  }

  /// Chooses the row of a cell. Without a daemon, its kind is not known.
  private func choose(_ row: ListRow) -> [ListEffect] {
    isOpen ? [.request(.part(of: row.id, use: .choose))] : [.end(.chosen([row.id]))]
  }

  /// Moves the cursor or the window. Without a daemon, nothing moves.
  private func move(_ move: WatchedList.Move) -> [ListEffect] { isOpen ? [.request(.move(move))] : [] }

  /// Returns the row of the cursor if it is a cell, and the daemon is there. Otherwise sets the
  /// message.
  private mutating func currentCell() -> ListRow? {
    let reason: String
    if connection == .withoutSession {
      reason = "there is no session \(setup.name) yet"
    } else if !isOpen {
      reason = "the daemon is not there"
    } else if let row = list.row {
      guard row.groupValue != nil else { return row }
      reason = "this is a group, not a cell"
    } else {
      reason = Self.emptiness
    }
    message = reason
    return nil
  }

  // The messages of commands that need a cell. They end when there is one.
  private static let emptiness = "the list is empty"
  private static let nothingToChoose = "there is no cell to choose"

  private mutating func fold(_ value: String) {
    query.fold(value)
    change.isNeeded = true
  }

  private mutating func select() -> [ListEffect] {
    currentCell().map { [.request(.select($0))] } ?? []
  }

  private mutating func mark(isDown: Bool) -> [ListEffect] {
    guard let row = currentCell() else { return [] }
    guard let index = marked.firstIndex(of: row.id.exact) else {
      return [.request(.part(of: row.id, use: .mark(isDown: isDown)))]
    }
    marked.remove(at: index)
    return move(.by(isDown ? 1 : -1))
  }

  private mutating func open() -> [ListEffect] {
    if let value = list.row?.groupValue {
      fold(value)
      return []
    }
    if setup.purpose == .watch(printsOpened: true), let row = list.row { return choose(row) }
    guard let row = currentCell() else { return [] }
    let action = KnownAction.open.rawValue
    return [
      .request(
        .invoke(.init(action: action, title: "open", cell: row.id, fallback: .page)))
    ]
  }

  /// Runs the commands for an action that was invoked.
  private mutating func take(_ delivered: Int, for invocation: ListRequest.Invocation) -> [ListEffect] {
    let (action, title) = (invocation.action, invocation.title)
    let commands = setup.commands.filter { $0.action.exact == action.exact }
    guard commands.isEmpty else {
      message = nil
      return [.run(commands, cell: invocation.cell)]
    }
    // Somebody else wrote the id. It can be copied to a shell only if it is one plain word.
    let word = action.isInertInShells && !action.contains(" ") ? action : "ACTION"
    message =
      delivered > 0
      ? "\(title): sent to \(delivered.counted("program"))"
      : "\(title): no program listens"
        + (setup.purpose == .pick ? "" : "; --on \(word) 'COMMAND {id}' runs a command")
    switch invocation.fallback {
    case .preview: return [.request(.preview(of: invocation.cell))]
    case .page where delivered == 0:
      message = nil
      return [.request(.whole(invocation.cell, .show))]
    case .page, nil: return []
    }
  }

  /// Shows a page about a cell instead of other pages. The same page stays scrolled.
  private mutating func show(_ page: TextPage?) {
    guard var page else { return showRemoved() }
    if case .page(let shown)? = overlay, shown.content == page.content {
      page.scroll(by: shown.top, height: room.lines)
    }
    overlays.show(.page(page))
  }

  private mutating func showRemoved() {
    overlays.show(nil)
    message = "the cell was removed"
  }

  // MARK: - Whole cells

  /// Requests the cell of the cursor for a use.
  private mutating func whole(_ use: ListRequest.CellUse) -> [ListEffect] {
    currentCell().map { [.request(.whole($0.id, use))] } ?? []
  }

  /// Uses a cell, which is nil if it was removed.
  private mutating func take(_ cell: JSON?, for purpose: ListRequest.CellUse) -> [ListEffect] {
    switch (purpose, cell) {
    case (.show, let cell?):
      overlays.show(
        .cell(WholeCell(cell, columns: room.columns, style: style, isUnfolded: setup.isPlain)))
    case (.refresh, let cell?): overlays.update(cell, height: room.lines)
    case (.show, nil), (.refresh, nil): showRemoved()
    case (.listActions, _): overlays.show(cell.map { .actions(ActionMenu($0)) })
    case (.invoke(let id), let cell?):
      let menu = ActionMenu(cell)
      if let item = menu.items.first(where: { $0.id.exact == id.exact }) { return [menu.request(for: item)] }
      // A menu has no action of its own. Those in it are chosen.
      overlays.show(.actions(menu))
    case (.invokeNamed(let name), let cell?):
      let menu = ActionMenu(cell)
      let item = menu.items.first { $0.id.exact == name.exact || $0.title.exact == name.exact }
      if let item { return [menu.request(for: item)] }
      message = "the cell has no action \"\(name.printable)\""
    case (.use(let command), let cell?): return use(command, with: cell)
    case (.use, nil): message = "the cell was removed"
    case (.invoke, nil), (.invokeNamed, nil): break
    }
    return []
  }

  /// Opens the address of the cell that is shown or of the cursor, or copies its texts.
  private mutating func use(_ command: ListCommand) -> [ListEffect] {
    if case .cell(let shown)? = overlay { use(command, with: shown.cell) } else { whole(.use(command)) }
  }

  private mutating func use(_ command: ListCommand, with cell: JSON) -> [ListEffect] {
    switch command {
    case .browse: return browse(cell["href"]?.string)
    case .copyTitle: return copy(cell["title"]?.string ?? "", named: "title")
    default: return copy(CellMembers.text(of: cell), named: "cell", hasLines: true)
    }
  }

  private mutating func copy(_ text: String, named name: String, hasLines: Bool = false) -> [ListEffect] {
    guard !setup.isPlain else {
      message = "only a screen can copy"
      return []
    }
    let kept = Clipboard.text(text, hasLines: hasLines)
    message = kept.isCut ? "the first 64 KiB of the \(name) were copied" : "the \(name) was copied"
    return [.copy(kept.text)]
  }

  private mutating func browse(_ address: String?) -> [ListEffect] {
    guard let address, let target = Browser.target(address) else {
      message =
        address.map { "only addresses of http, https and mailto are opened, not \($0.oneLine)" }
        ?? "the cell has no link"
      return []
    }
    message = "opened \(target)"
    return [.browse(target)]
  }

  private mutating func take(_ state: Opening.State, target: String) -> [ListEffect] {
    switch state {
    case .waiting, .opened: return []
    case .inTerminal(let browser): return [.show(browser)]
    case .failed where setup.isPlain:
      message = "no browser opened \(target)"
      return []
    case .failed:
      message = "no browser opened it ($BROWSER, xdg-open): copied \(target)"
      return [.copy(target)]
    }
  }

  // MARK: - Filters and searches

  private mutating func openPrompt(_ purpose: Prompt.Purpose) {
    guard hasOwnView() else { return }
    prompt = Prompt(purpose, text: purpose == .filter ? query.filter : "", origin: list.cursor)
    if purpose == .search { (heldSearch, search) = (search, nil) }
  }

  /// Whether the list has an environment of its own. If not, sets the message.
  private mutating func hasOwnView() -> Bool {
    guard let view = setup.view else { return true }
    message = "the view \(view.printable) is shared; without --view, the list can be changed"
    return false
  }

  /// Shows only the cells that have these words.
  private mutating func filter(by text: String) {
    guard text != query.filter else { return }
    query.filter = text
    search = nil
    // If the row of the cursor is not shown any more, the first one replaces it.
    change = (true, 0)
  }

  /// Searches for words, from the row of the cursor on. Without words, the last search goes on.
  private mutating func find(_ text: String) -> [ListEffect] {
    guard hasOwnView() else { return [] }
    guard !text.isEmpty else { return find(forward: true) }
    return [.request(.search(text))]
  }

  private mutating func find(forward: Bool) -> [ListEffect] {
    guard isOpen else { return [] }
    if search != nil { return [.request(.nextHit(forward: forward))] }
    message = "nothing was searched yet; / searches"
    return []
  }

  /// Keeps the search that was typed. Without words, the search before goes on.
  private mutating func endTyping(_ text: String) -> [ListEffect] {
    let held = heldSearch
    heldSearch = nil
    if text.isEmpty {
      search = held
      return find(forward: true)
    }
    if search == nil || search?.cells == 0 { message = "no cell has \"\(text.printable)\"" }
    return []
  }

  /// Goes back to the search and the row before the typing.
  private mutating func cancelSearch(_ typed: Prompt) -> [ListEffect] {
    (search, heldSearch, soughtText) = (heldSearch, nil, nil)
    return typed.origin.id.map { move(.toCell($0, index: typed.origin.index)) } ?? []
  }
}
