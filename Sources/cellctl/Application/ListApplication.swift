import CellClient
import CellEngine
import CellWire
import Glibc

/// The state of a list in a terminal, and its changes by keys and by the daemon.
///
/// `watch` and `pick` differ in their keys and in the way they end.
struct ListApplication {
  let setup: ListSetup
  private(set) var list: WatchedList
  private(set) var query: ListQuery
  /// The attempts to connect again, until the daemon and the session are back.
  private(set) var reconnection: Reconnection?
  /// Whether the daemon is there, but not the session.
  private(set) var isWithoutSession = false
  /// The sentence about the last command; nil for none.
  private(set) var message: String?
  private(set) var prompt: Prompt?
  private var overlays = Overlays()
  /// The search whose hits can be reached; nil for none.
  private(set) var search: HitSearch?
  /// The search before the one that is typed.
  private var heldSearch: HitSearch?
  /// The words that are typed, until they are searched.
  private var soughtText: String?
  /// The rows of the window with their hits.
  private(set) var marks = RowMarks()
  /// The ids of the cells that are marked to be chosen, in the order of the marks.
  private(set) var marked: [ExactText] = []
  /// The columns and lines for rows.
  private(set) var room: (columns: Int, lines: Int)
  /// The lines above the rows: why the last run of a command failed.
  private(set) var notice: [String] = []
  /// Whether the rows have to be requested in another environment, and the cursor's index there.
  private var change: (isNeeded: Bool, fallback: Int?) = (false, nil)
  /// The columns that are scrolled over at the leading edge of rows wider than the window.
  private(set) var shift = 0
  /// The terminal, once a row came that terminals draw differently.
  private var terminal: TerminalText?
  /// The style that the environment of the list sets.
  private(set) var style = ScreenStyle()
  /// Runs a command with the terminal. Set by those who own it.
  var runCommand: (_ run: (_ input: Int32?, _ output: Int32) throws -> Void) throws -> Void = { _ in }

  /// Writes a sequence that copies a text. Set by those who draw on a terminal.
  var copy: ((_ text: String) -> Void)?
  /// The attempts to open an address, while it is not known whether they succeed.
  private var opening: Opening?

  init(_ setup: ListSetup, client: Client, room: (columns: Int, lines: Int)) {
    self.setup = setup
    self.room = room
    var parameters = setup.session
    parameters.set("format", setup.format.rawValue)
    parameters.set("interval", setup.interval)
    if let view = setup.view { parameters.set("view", view) }
    list = WatchedList(client: client, parameters: parameters, format: setup.format, start: setup.start)
    query = ListQuery(options: setup.options, query: setup.query)
    guard setup.purpose == .pick else { return }
    prompt = Prompt(.pick)
    query.isRanked = true
  }

  /// The page that covers the list; nil for none.
  var overlay: Overlay? { overlays.top }

  /// Begins to watch the list. If the session does not exist yet, it is waited for.
  mutating func start() throws {
    do {
      try watch()
    } catch let failure as Failure where failure.status == .notFound {
      guard try !hasSession() else { throw failure }
      isWithoutSession = true
      reconnection = Reconnection(list.client)
    }
  }

  private func hasSession() throws -> Bool {
    do {
      _ = try list.client.call("session.info", setup.session)
      return true
    } catch let failure as Failure where failure.status == .notFound {
      return false
    }
  }

  // MARK: - The daemon

  private mutating func watch(since clock: String? = nil, fallback: Int? = nil) throws {
    let environment = try environment()
    // The row that fits new words best is the first, after the section of its group.
    let best = fallback != nil && query.isRanked ? (query.isGrouped ? 1 : 0) : nil
    if let best { list.startOver(at: best) }
    try list.watch(environment: environment, height: room.lines, since: clock, fallback: best ?? fallback)
    style =
      try environment.map { ScreenStyle(try JSON(parsing: $0.json)) } ?? requests.style(ofView: setup.view)
  }

  /// Returns the environment of the list; nil if a shared view sets it.
  private func environment(
    search: TextCondition? = nil, isGrouped: Bool = true, isOfRows: Bool = true
  ) throws -> Parameters? {
    guard setup.view == nil else { return nil }
    var environment = try query.environment(
      columns: room.columns, lines: room.lines, search: search, isGrouped: isGrouped)
    terminal?.set(in: &environment)
    if isOfRows, list.isCondensed {
      environment.set("titleLines", 1)
      environment.set("descriptionLines", 1)
      environment.set("verticalAlignment", Environment.VerticalAlignment.top.rawValue)
    }
    return environment
  }

  /// Whether the window has a row that terminals draw differently.
  var hasUncertainRows: Bool {
    list.window.rows.contains { $0.lines.contains(where: \.isUncertainInTerminals) }
  }

  /// Lays the rows out as a terminal draws them.
  mutating func adapt(to terminal: TerminalText) throws {
    self.terminal = terminal
    if let view = setup.view { message = terminal.note(onView: view, style.model.mode) }
    change.isNeeded = true
    try update()
  }

  /// Returns the parameter that names the view of the list.
  private func viewParameters(search: TextCondition? = nil, isGrouped: Bool = true) throws -> Parameters {
    var parameters = Parameters()
    if let environment = try environment(search: search, isGrouped: isGrouped) {
      parameters.set("environment", environment)
    } else if let view = setup.view {
      parameters.set("view", view)
    }
    return parameters
  }

  private var requests: CellRequests { CellRequests(client: list.client, session: setup.session) }

  /// Reads what the process that pushes the cells has reported.
  /// - Returns: the outcome if it failed, and there is nothing to pick.
  mutating func followFeed() throws -> ListOutcome? {
    setup.feed?.update()
    if setup.feed?.notice.count ?? 0 != notice.count || !notice.isEmpty {
      try resize((room.columns, room.lines + notice.count))
    }
    guard setup.purpose == .pick, setup.feed?.failure != nil else { return nil }
    // Cells that were pushed before the error may not be in the window yet.
    let count = try list.client.call("session.info", setup.session).result["count"]?.int ?? 0
    return count == 0 ? .feedFailed : nil
  }

  /// Reads what the daemon has sent.
  mutating func receive() throws {
    try attempt { application in
      let isOpen = try application.list.client.receive()
      try application.takeNotifications()
      guard isOpen else { throw Failure(.noDaemon, "the daemon closed the connection") }
    }
  }

  private mutating func takeNotifications() throws {
    var hasChanged = false
    while let message = try list.client.bufferedNotification() {
      switch try list.take(message) {
      case .changed: hasChanged = true
      case .ended(.sessionDeleted):
        isWithoutSession = true
        reconnection = Reconnection(list.client)
        return
      case .ended(let end): throw end.failure
      case .foreign:
        search?.take(message)
        heldSearch?.take(message)
      case .other: break
      }
    }
    guard hasChanged else { return }
    try list.follow()
    if list.row != nil, [Self.emptiness, Self.nothingToChoose].contains(message) { message = nil }
    try refreshPage()
  }

  /// Requests the content of a page again.
  private mutating func refreshPage() throws {
    switch overlay {
    case .page(let page):
      switch page.content {
      case .header(let id, let part, _): try showHeader(of: id, part: part)
      case .preview(let id): try showPreview(of: id)
      case .keys: break
      }
    case .cell(let shown):
      guard let cell = try requests.whole(shown.id) else { return show(nil) }
      overlays.update(cell, height: room.lines)
    case .actions, nil: break
    }
  }

  /// Runs a step that may need the daemon. Its errors become the message, and a closed connection
  /// begins the attempts to connect again.
  private mutating func attempt(_ step: (inout Self) throws -> Void) throws {
    do {
      try step(&self)
    } catch let failure as Failure where list.client.isClosed && reconnection == nil {
      guard failure.isTransient else { throw failure }
      reconnection = Reconnection(list.client)
      search = nil
    } catch let failure as Failure where failure.message == RowWindow.noLines {
      throw failure
    } catch let failure as Failure {
      message = failure.message.printable
    }
  }

  /// Tries to go on with the rows that are shown, when it is time.
  mutating func reconnectIfDue() throws {
    guard let attempt = reconnection, attempt.deadline.isOver else { return }
    try reconnect(attempt, mayAsk: false)
  }

  private mutating func reconnect(_ planned: Reconnection, mayAsk: Bool) throws {
    var attempt = planned
    do {
      guard let client = try attempt.connect(mayAsk: mayAsk) else { return reconnection = attempt }
      list.resume(at: client)
      reconnection = nil
      try watch(since: list.window.clock)
      isWithoutSession = false
      // It may be about the daemon or the session, which are back.
      message = nil
    } catch let failure as Failure where failure.asks || failure.isTransient {
      isWithoutSession = failure.status == .notFound
      attempt.postpone(asks: failure.asks)
      reconnection = attempt
    }
  }

  /// The sentence about the connection, while there is none.
  var reconnectionState: String {
    if reconnection?.asks == true { return "ssh has a question: Ctrl-R asks it" }
    return isWithoutSession ? "no such session yet" : "reconnecting"
  }

  /// Lets ssh ask its question on the terminal, and connects.
  private mutating func answer() throws {
    guard let attempt = reconnection, attempt.asks else { return message = "no question is waiting" }
    var application = self
    try runCommand { _, _ in
      // Ctrl-C ends the question, and not the list.
      do { try application.reconnect(attempt, mayAsk: true) } catch is Interrupted {}
    }
    self = application
  }

  /// The milliseconds until ``update()`` or ``reconnectIfDue()`` has something to do; -1 for never.
  var pause: Int32 {
    let pause = reconnection?.deadline.milliseconds ?? -1
    guard opening != nil else { return pause }
    return pause < 0 ? Opening.milliseconds : min(pause, Opening.milliseconds)
  }

  /// Requests the rows again if the environment has changed, and applies what came in the meantime.
  mutating func update() throws {
    try followOpening()
    guard reconnection == nil else { return }
    try attempt { application in
      if application.change.isNeeded {
        let fallback = application.change.fallback
        application.change = (false, nil)
        try application.chooseRanking()
        try application.watch(fallback: fallback)
        try application.tryFuzzily(fallback: fallback)
      }
      if let text = application.soughtText {
        application.soughtText = nil
        try application.seek(text)
      }
      try application.takeNotifications()
      try application.refreshMarks()
    }
  }

  /// Changes the size. A notice leaves half of the lines to rows, if they need that much.
  mutating func resize(_ room: (columns: Int, lines: Int)) throws {
    let lines = (setup.feed?.notice ?? []).map { $0.wrapped(columns: room.columns, indent: "") }
    let isWhole = list.window.rows.count == list.window.count
    let needed = isWhole ? list.window.rows.reduce(0) { $0 + $1.height } : room.lines
    let most = max(room.lines - max(needed, 1), room.lines / 2)
    let first = lines.first?.prefix(most) ?? []
    notice = first + lines.dropFirst().joined().suffix(max(most - first.count, 0))
    self.room = (room.columns, room.lines - notice.count)
    let room = self.room
    change.isNeeded = true
    let setup = setup
    overlays.resize(columns: room.columns, height: room.lines, style: style) {
      setup.keys($0).help(columns: room.columns)
    }
    try update()
    scrollSideways(by: 0)
    if reconnection == nil { try attempt { try $0.refreshPage() } }
  }

  // MARK: - Keys

  /// Reacts to a key.
  /// - Returns: the outcome if the list ends.
  mutating func take(_ key: Key) throws -> ListOutcome? {
    message = nil
    switch key {
    case .wheelUp, .wheelDown:
      try scroll(by: key == .wheelUp ? -3 : 3)
      return nil
    case .click(let column, let line): return try click(column: column, line: line)
    default: break
    }
    if overlay != nil {
      try takeInOverlay(key)
      return nil
    }
    if prompt != nil { return try takeInPrompt(key) }
    guard let command = setup.keys.command(of: key) else { return nil }
    return try perform(command)
  }

  private mutating func scroll(by lines: Int) throws {
    guard overlay == nil else { return overlays.scroll(by: lines, height: room.lines) }
    try attempt { try $0.move { try $0.scroll(by: lines) } }
  }

  /// Moves the cursor to the row of a click, and operates what the row shows there.
  private mutating func click(column: Int, line: Int) throws -> ListOutcome? {
    let line = line - notice.count
    guard (0..<room.lines).contains(line) else { return nil }
    guard overlay == nil else {
      overlays.click(line: line, height: room.lines)
      return nil
    }
    let clicked = list.placedRows.last { $0.line <= line }
    var element: JSON?
    try attempt { application in
      try application.move { try $0.go(toLine: line) }
      guard application.reconnection == nil, let (row, first) = clicked, row.groupValue == nil,
        row.lines.indices.contains(line - first),
        let column = application.columnInRow(column, ofLine: row.lines[line - first])
      else { return }
      element = try application.requests.element(
        of: row.id, column: column, line: line - first,
        in: ScreenLine(text: application.marks.lines(of: row)[line - first]).plainText,
        view: application.viewParameters())
    }
    guard let element else { return nil }
    guard element["id"]?.string != KnownAction.open.rawValue else {
      return setup.purpose == .pick ? nil : try perform(.open)
    }
    try attempt { try $0.operate(element) }
    return nil
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
  private mutating func operate(_ element: JSON) throws {
    guard let action = element["id"]?.string else {
      if setup.purpose != .pick { try select() }
      return
    }
    guard element["enabled"]?.bool != false else {
      message = "\(element["label"]?.string?.oneLine ?? "") is disabled"
      return
    }
    try openActions()
    guard case .actions(let menu)? = overlay,
      let item = menu.items.first(where: { $0.id.exact == action.exact })
    else { return }
    overlays.show(nil)
    try invoke(item, cell: menu.cell)
  }

  private mutating func takeInPrompt(_ key: Key) throws -> ListOutcome? {
    guard var typed = prompt else { return nil }
    let table = typed.purpose == .pick ? setup.keys : KeyTable.prompt
    if let command = table.command(of: key) {
      if typed.purpose == .pick { return try perform(command) }
      switch command {
      case .choose:
        try update()
        prompt = nil
        if typed.purpose == .search { try endTyping(typed) }
      case .cancel:
        prompt = nil
        if typed.purpose == .filter { filter(by: typed.before) } else { try cancelSearch(typed) }
      default: return try perform(command)
      }
      return nil
    }
    let before = typed.input.text
    guard typed.input.take(key) else { return nil }
    prompt = typed
    if typed.purpose != .search {
      filter(by: typed.input.text)
    } else if typed.input.text != before {
      soughtText = typed.input.text
    }
    return nil
  }

  private mutating func takeInOverlay(_ key: Key) throws {
    switch overlays.take(key, height: room.lines) {
    case .invoke(let menu): try invoke(menu)
    case .showHeader(let id, let part): try attempt { try $0.showHeader(of: id, part: part) }
    case .showKeys: showKeys()
    case .use(let command): try attempt { try $0.use(command) }
    case nil: break
    }
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

  // MARK: - Commands

  /// Performs a command on the list.
  /// - Returns: the outcome if the list ends.
  mutating func perform(_ command: ListCommand) throws -> ListOutcome? {
    // The command is for the rows of a filter that was typed just before.
    try update()
    switch command {
    case .quit: return .ended
    case .cancel: return cancel()
    case .choose: return try choose()
    case .open:
      if case .watch(printsOpened: true) = setup.purpose, let row = list.row, row.groupValue == nil {
        return try choose(row)
      }
      try attempt { try $0.open() }
    case .down: try attempt { try $0.move { try $0.move(by: 1) } }
    case .up: try attempt { try $0.move { try $0.move(by: -1) } }
    case .pageDown: try attempt { try $0.move { try $0.page(by: 1) } }
    case .pageUp: try attempt { try $0.move { try $0.page(by: -1) } }
    case .first: try attempt { try $0.move { try $0.go(to: 0) } }
    case .last: try attempt { try $0.move { try $0.go(to: max($0.window.count - 1, 0)) } }
    case .select: try attempt { try $0.select() }
    case .mark, .markUp: try attempt { try $0.mark(isDown: command == .mark) }
    case .search, .filter: try openPrompt(command == .search ? .search : .filter)
    case .nextHit: try find(forward: true)
    case .previousHit: try find(forward: false)
    case .sort: try sort()
    case .detail: try attempt { try $0.openDetail() }
    case .actions: try attempt { try $0.openActions() }
    case .browse, .copyTitle, .copyCell: try attempt { try $0.use(command) }
    case .widthClass(let choice): try chooseClass(choice)
    case .condense:
      guard hasOwnView() else { break }
      list.isCondensed.toggle()
      change.isNeeded = true
    case .help: showKeys()
    case .answer: try answer()
    case .left, .right: scrollSideways(by: (command == .left ? -1 : 1) * max(room.columns / 2, 1))
    }
    return nil
  }

  /// Scrolls rows that are wider than the window. The line with the widest one ends at its edge.
  private mutating func scrollSideways(by columns: Int) {
    shift = max(min(shift + columns, widestRow - room.columns), 0)
  }

  private var widestRow: Int { style.widestRow(of: list.window) }

  /// Whether rows in the window are wider than the window.
  var isWide: Bool { widestRow > room.columns }

  /// Moves the cursor to an index.
  mutating func go(to index: Int) throws {
    try attempt { application in
      let last = max(application.list.window.count - 1, 0)
      try application.move { try $0.go(to: min(max(index, 0), last)) }
    }
  }

  /// Removes the sentence about the last command.
  mutating func clearMessage() {
    message = nil
  }

  /// Shows the list again.
  mutating func closeOverlay() {
    overlays.show(nil)
  }

  /// Ends what was opened last: the search, then the filter. A `pick` ends.
  private mutating func cancel() -> ListOutcome? {
    if setup.purpose == .pick { return .nothingChosen }
    if search != nil {
      endSearch()
    } else if !query.filter.isEmpty {
      filter(by: "")
    }
    return nil
  }

  private mutating func choose() throws -> ListOutcome? {
    guard marked.isEmpty else { return .chosen(marked.map(\.text)) }
    // The rows are those before the last filter.
    guard reconnection == nil || !change.isNeeded else {
      message = "the daemon is not there"
      return nil
    }
    guard let row = list.row else {
      message = Self.nothingToChoose
      return nil
    }
    if let value = row.groupValue {
      fold(value)
      return nil
    }
    return try choose(row)
  }

  /// Returns the outcome for the row of a cell. Without a daemon, its kind is not known.
  private mutating func choose(_ row: RowWindow.Row) throws -> ListOutcome? {
    var isObject = true
    try attempt { isObject = try $0.isObject(row) }
    return isObject ? .chosen([row.id]) : nil
  }

  /// Whether the row is that of an object. If not, sets the message.
  private mutating func isObject(_ row: RowWindow.Row) throws -> Bool {
    guard reconnection == nil, let part = try requests.part(of: row.id) else { return true }
    message = "this is \(part), which cannot be chosen"
    return false
  }

  /// Moves the cursor or the window. Without a daemon, nothing moves.
  private mutating func move(_ step: (inout WatchedList) throws -> Void) throws {
    guard reconnection == nil else { return }
    try step(&list)
  }

  /// Returns the row of the cursor if it is a cell, and the daemon is there. Otherwise sets the
  /// message.
  private mutating func currentCell() -> RowWindow.Row? {
    guard reconnection == nil else {
      message = isWithoutSession ? "there is no session \(setup.name) yet" : "the daemon is not there"
      return nil
    }
    guard let row = list.row else {
      message = Self.emptiness
      return nil
    }
    guard row.groupValue == nil else {
      message = "this is a group, not a cell"
      return nil
    }
    return row
  }

  // The messages of commands that need a cell. They end when there is one.
  private static let emptiness = "the list is empty"
  private static let nothingToChoose = "there is no cell to choose"

  private mutating func fold(_ value: String) {
    query.fold(value)
    change.isNeeded = true
  }

  private mutating func open() throws {
    if let value = list.row?.groupValue { return fold(value) }
    guard let row = currentCell() else { return }
    let action = KnownAction.open.rawValue
    do {
      if try invoke(action, title: "open", cell: row.id) { return }
      message = nil
    } catch let failure as Failure where failure.status == .failed && !list.client.isClosed {
      // A session can refuse to open its cells. They can still be read.
      message = failure.message.printable
    }
    guard let cell = try requests.whole(row.id) else { return show(nil) }
    overlays.show(
      .cell(WholeCell(cell, columns: room.columns, style: style, isUnfolded: setup.format == .frames)))
  }

  private mutating func invoke(_ menu: ActionMenu) throws {
    guard let item = menu.item else { return }
    try attempt { try $0.invoke(item, cell: menu.cell) }
  }

  private mutating func invoke(_ item: ActionMenu.Item, cell: String) throws {
    try invoke(item.id, title: item.title, cell: cell)
    if item.isPreview, !setup.commands.contains(where: { $0.action.exact == item.id.exact }) {
      try showPreview(of: cell)
    }
  }

  /// Invokes an action, and runs the commands for it.
  /// - Returns: whether there is a command, or a program that listens to it.
  @discardableResult
  private mutating func invoke(_ action: String, title: String, cell id: String) throws -> Bool {
    let delivered = try requests.invoke(action, cell: id)
    let commands = setup.commands.filter { $0.action.exact == action.exact }
    // Somebody else wrote the id. It can be copied to a shell only if it is one plain word.
    let word = action.isInertInShells && !action.contains(" ") ? action : "ACTION"
    message =
      delivered > 0
      ? "\(title): sent to \(delivered.counted("program"))"
      : "\(title): no program listens"
        + (setup.purpose == .pick ? "" : "; --on \(word) 'COMMAND {id}' runs a command")
    guard !commands.isEmpty else { return delivered > 0 }
    let (session, run) = (setup.name, runCommand)
    let cell = try requests.cell(id)
    for command in commands {
      message = nil
      try cell.withResult { result in
        guard let cell = result["cells"]?.elements.first(where: { _ in true }) else { return }
        try run { try command.run(for: cell, session: session, input: $0, output: $1) }
      }
    }
    return true
  }

  private mutating func select() throws {
    guard let row = currentCell() else { return }
    guard let selected = try requests.toggleSelection(of: row) else {
      message = "nothing can be selected in \(setup.name.printable)"
      return
    }
    message = "\(selected.counted("cell")) selected"
  }

  private mutating func mark(isDown: Bool) throws {
    guard let row = currentCell() else { return }
    if let index = marked.firstIndex(of: row.id.exact) {
      marked.remove(at: index)
    } else {
      guard try isObject(row) else { return }
      marked.append(row.id.exact)
    }
    try list.move(by: isDown ? 1 : -1)
  }

  private mutating func openDetail() throws {
    if let value = list.row?.groupValue { return fold(value) }
    guard let row = currentCell() else { return }
    try showHeader(of: row.id, part: 0)
  }

  private mutating func showHeader(of id: String, part: Int) throws {
    show(try requests.header(of: id, part: part, view: pageParameters(), format: setup.format))
  }

  private mutating func showPreview(of id: String) throws {
    show(try requests.preview(of: id, view: pageParameters()))
  }

  /// Shows a page about a cell instead of other pages. The same page stays scrolled.
  private mutating func show(_ page: TextPage?) {
    guard var page else {
      overlays.show(nil)
      message = "the cell was removed"
      return
    }
    if case .page(let shown)? = overlay, shown.content == page.content {
      page.scroll(by: shown.top, height: room.lines)
    }
    overlays.show(.page(page))
  }

  /// Returns the parameter that names the view of a page, which is not wider than the window.
  private func pageParameters() throws -> Parameters {
    var parameters = Parameters()
    guard var environment = try environment(isOfRows: false) else { return try viewParameters() }
    if list.window.width.map({ $0 > room.columns }) ?? true { environment.set("width", room.columns) }
    parameters.set("environment", environment)
    return parameters
  }

  // MARK: - Addresses and copies

  /// Opens the address of the cell that is shown or of the cursor, or copies its texts.
  private mutating func use(_ command: ListCommand) throws {
    var cell: JSON?
    if case .cell(let shown)? = overlay {
      cell = shown.cell
    } else if let row = currentCell() {
      cell = try requests.whole(row.id)
    } else {
      return
    }
    guard let cell else { return message = "the cell was removed" }
    switch command {
    case .browse: try browse(cell["href"]?.string)
    case .copyTitle: copy(cell["title"]?.string ?? "", named: "title")
    default: copy(CellMembers.text(of: cell), named: "cell", hasLines: true)
    }
  }

  private mutating func copy(_ text: String, named name: String, hasLines: Bool = false) {
    guard let copy else { return message = "only a screen can copy" }
    let kept = Clipboard.text(text, hasLines: hasLines)
    copy(kept.text)
    message = kept.isCut ? "the first 64 KiB of the \(name) were copied" : "the \(name) was copied"
  }

  private mutating func browse(_ address: String?) throws {
    guard let address else { return message = "the cell has no link" }
    guard let target = Browser.target(address) else {
      return message = "only addresses of http, https and mailto are opened, not \(address.oneLine)"
    }
    message = "opened \(target)"
    opening = Opening(target, Browser.all(for: target, variable: environmentVariable("BROWSER")))
    try followOpening()
  }

  /// Tries the next program if the last one could not open the address.
  private mutating func followOpening() throws {
    guard var opening else { return }
    let state = opening.state()
    self.opening = state == .waiting ? opening : nil
    switch state {
    case .waiting, .opened: break
    case .inTerminal(let browser):
      try attempt { application in
        try application.runCommand { input, output in
          var process = ChildProcess(executable: browser.executable, arguments: browser.arguments)
          (process.input, process.output, process.errors) = (input, output, output)
          _ = try RunningChild(process).wait()
        }
      }
    case .failed:
      guard let copy else { return message = "no browser opened \(opening.target)" }
      copy(opening.target)
      message = "no browser opened it ($BROWSER, xdg-open): copied \(opening.target)"
    }
  }

  private mutating func openActions() throws {
    guard let row = currentCell() else { return }
    overlays.show(try requests.whole(row.id).map { .actions(ActionMenu($0)) })
  }

  /// Invokes an action by its id or its title.
  mutating func invoke(named name: String) throws {
    try attempt { application in
      try application.openActions()
      guard case .actions(let menu)? = application.overlay else { return }
      application.overlays.show(nil)
      guard let item = menu.items.first(where: { $0.id.exact == name.exact || $0.title.exact == name.exact })
      else {
        application.message = "the cell has no action \"\(name.printable)\""
        return
      }
      try application.invoke(item, cell: menu.cell)
    }
  }

  private mutating func openPrompt(_ purpose: Prompt.Purpose) throws {
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

  private mutating func sort() throws {
    guard hasOwnView() else { return }
    query.sortNext()
    change = (true, nil)
    message = "order: \(query.orderName ?? "as at the start")"
  }

  private mutating func chooseClass(_ choice: Environment.ClassChoice) throws {
    guard hasOwnView() else { return }
    query.widthClass = choice
    change.isNeeded = true
  }

  /// Shows only the cells that have these words.
  mutating func filter(by text: String) {
    guard text != query.filter else { return }
    query.filter = text
    endSearch()
    // If the row of the cursor is not shown any more, the first one replaces it.
    change = (true, 0)
  }

  // MARK: - Search

  private mutating func endSearch() {
    search?.end()
    search = nil
  }

  /// Searches for words, from the row of the cursor on. Without words, the last search goes on.
  mutating func find(_ text: String) throws {
    guard hasOwnView() else { return }
    guard !text.isEmpty else { return try find(forward: true) }
    try attempt { application in
      guard application.reconnection == nil else { return }
      application.endSearch()
      try application.search(text)
      try application.goToHit(from: application.list.cursor.index - 1, forward: true)
    }
  }

  /// Begins the search for words. What no cell has is searched fuzzily.
  private mutating func search(_ text: String) throws {
    search = try hits(of: TextCondition(text: text))
    guard search?.cells == 0, var fuzzy = try hits(of: TextCondition(text: text, isFuzzy: true)) else {
      return
    }
    if fuzzy.cells > 0 {
      endSearch()
      search = fuzzy
    } else {
      fuzzy.end()
    }
  }

  private func hits(of condition: TextCondition) throws -> HitSearch? {
    guard condition.json != nil else { return nil }
    return try HitSearch(
      condition, client: list.client, session: setup.session, listView: viewParameters(),
      hitView: viewParameters(search: condition),
      cellView: query.isGrouped ? viewParameters(search: condition, isGrouped: false) : nil)
  }

  /// Goes to the first hit of words that are typed, from the row on where the cursor was before.
  private mutating func seek(_ text: String) throws {
    guard let origin = prompt?.origin else { return }
    endSearch()
    try search(text)
    if let hit = try search?.hit(from: origin.index - 1, forward: true)
      ?? search?.hit(from: -1, forward: true)
    {
      return try list.go(toCell: hit.id, index: hit.index)
    }
    try goBack(to: origin)
  }

  private mutating func goBack(to origin: RowAnchor) throws {
    if let id = origin.id { try list.go(toCell: id, index: origin.index) }
  }

  /// Keeps the search that was typed. Without words, the search before goes on.
  private mutating func endTyping(_ typed: Prompt) throws {
    if typed.input.text.isEmpty {
      search = heldSearch
      heldSearch = nil
      return try find(forward: true)
    }
    heldSearch?.end()
    heldSearch = nil
    if search == nil || search?.cells == 0 { message = "no cell has \"\(typed.input.text.printable)\"" }
  }

  /// Goes back to the search and the row before the typing.
  private mutating func cancelSearch(_ typed: Prompt) throws {
    endSearch()
    (search, heldSearch, soughtText) = (heldSearch, nil, nil)
    if reconnection == nil { try attempt { try $0.goBack(to: typed.origin) } }
  }

  /// Ranks the cells of a `pick` by its words, unless they are so many that it would pause.
  private mutating func chooseRanking() throws {
    guard setup.purpose == .pick, !query.filter.isEmpty else { return }
    let count = try list.client.call("session.info", setup.session).result["count"]?.int ?? 0
    query.isRanked = count <= Self.rankedCells
  }

  static let rankedCells = 100_000

  /// Shows the cells that the filter fits fuzzily if no cell has its words.
  private mutating func tryFuzzily(fallback: Int?) throws {
    guard list.window.count == 0, !query.isFuzzy, setup.purpose != .pick,
      TextCondition(text: query.filter, isFuzzy: true).json != nil
    else {
      return
    }
    query.isFuzzy = true
    try watch(fallback: fallback)
    guard list.window.count == 0 else { return }
    // Cells that get the words later are shown.
    query.isFuzzy = false
    try watch(fallback: fallback)
  }

  /// Marks the hits in the rows of the window, unless that is done.
  private mutating func refreshMarks() throws {
    guard setup.format != .frames else { return }
    try marks.refresh(
      list.window.rows, filter: query.filterCondition, search: search,
      columns: min(list.window.width ?? room.columns, room.columns), style, requests)
  }

  private mutating func find(forward: Bool) throws {
    try attempt { application in
      guard application.reconnection == nil else { return }
      guard application.search != nil else {
        application.message = "nothing was searched yet; / searches"
        return
      }
      try application.goToHit(from: application.list.cursor.index, forward: forward)
    }
  }

  private mutating func goToHit(from index: Int, forward: Bool) throws {
    guard let search else { return }
    var hit = try search.hit(from: index, forward: forward)
    if hit == nil {
      hit = try search.hit(from: forward ? -1 : Int.max, forward: forward)
      if hit != nil { message = "the search went on at the \(forward ? "start" : "end")" }
    }
    guard let hit, hit.index < Int.max else {
      message = "no cell has \"\(search.text.printable)\""
      return
    }
    try list.go(toCell: hit.id, index: hit.index)
  }
}
