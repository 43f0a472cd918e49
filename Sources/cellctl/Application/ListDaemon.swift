import CellClient
import CellEngine
import CellProtocol
import CellWire

/// The daemon of a list, which answers its requests. Nothing here changes the state of the list.
struct ListDaemon {
  let client: Client
  /// The parameters that name the session.
  let session: Parameters
  /// The watch of the rows.
  private let rows: RowSubscription<ListRow>

  init(client: Client, _ setup: ListSetup) {
    (self.client, session) = (client, setup.session)
    var parameters = session
    parameters.set("format", setup.format.rawValue)
    parameters.set("interval", setup.interval)
    if let view = setup.view { parameters.set("view", view) }
    rows = RowSubscription(client: client, parameters: parameters, style: .lines(setup.format))
  }

  /// Sends what a request needs, and waits for the replies.
  func answer(_ request: ListRequest, _ state: ListState) throws -> ListAnswer {
    var list = state.list
    switch request {
    case .watch(let fallback): return try watch(state, fallback: fallback)
    case .follow: return try follow(state)
    case .move(let move):
      try list.perform(move, rows)
      return .moved(list)
    case .search(let text):
      let search = try search(for: text, state)
      return try found(search, from: list.cursor.index - 1, forward: true, in: list)
    case .nextHit(let forward):
      return try found(state.search, from: list.cursor.index, forward: forward, in: list)
    case .seek(let text, let origin):
      let search = try search(for: text, state)
      let hit = try search?.hit(from: origin.index - 1, forward: true) ?? search?.hit(from: -1, forward: true)
      if let id = hit?.id ?? origin.id {
        try list.perform(.toCell(id, index: hit?.index ?? origin.index), rows)
      }
      return .found(search, list, note: nil)
    case .marks: return .marks(try RowMarks(of: state, self))
    case .element(let row, let column, let line, let drawn):
      return .json(
        try element(of: row, column: column, line: line, in: drawn, view: state.viewParameters()))
    case .part(let id, _): return .part(try part(of: id))
    case .select(let row): return .count(try toggleSelection(of: row))
    case .invoke(let invocation):
      do {
        var parameters = session
        parameters.set("id", invocation.cell)
        parameters.set("action", invocation.action)
        return .count(try client.call("action.invoke", parameters).result["delivered"]?.int ?? 0)
      } catch let failure as Failure
        where invocation.fallback == .page && failure.status == .failed && !client.isClosed
      {
        return .refused(failure.message.printable)
      }
    case .header(let id, let part):
      return .page(
        try header(of: id, part: part, view: state.pageParameters(), format: state.setup.format))
    case .preview(let id): return .page(try preview(of: id, view: state.pageParameters()))
    case .whole(let id, _): return .json(try whole(id))
    case .count: return .count(try count())
    }
  }

  /// Runs commands for a cell, as `cells.get` returns it.
  func run(_ commands: [ActionCommand], cell id: String, _ run: (ActionCommand, JSONNode) throws -> Void)
    throws
  {
    let reply = try cell(id)
    for command in commands {
      try reply.withResult { result in
        if let cell = result["cells"]?.elements.first(where: { _ in true }) { try run(command, cell) }
      }
    }
  }

  func hasSession() throws -> Bool {
    do {
      _ = try client.call("session.info", session)
      return true
    } catch let failure as Failure where failure.status == .notFound {
      return false
    }
  }

  private func count() throws -> Int {
    try client.call("session.info", session).result["count"]?.int ?? 0
  }

  // MARK: - Rows

  /// The cells up to which a `pick` ranks them by its words. More would take a pause.
  private static let rankedCells = 100_000

  /// Watches the rows around the cursor. If no cell has the words of the filter, it is fuzzy.
  /// - Parameter clock: the clock of rows that are known, after a new connection.
  func watch(_ state: ListState, since clock: String? = nil, fallback: Int? = nil) throws -> ListAnswer {
    var state = state
    if clock == nil, state.setup.purpose == .pick, !state.query.filter.isEmpty {
      state.query.isRanked = try count() <= Self.rankedCells
    }
    func watch() throws {
      // The row that fits new words best is the first, after the section of its group.
      let best = fallback != nil && state.query.isRanked ? (state.query.isGrouped ? 1 : 0) : nil
      if let best { state.list.startOver(at: best) }
      try state.list.watch(
        rows, environment: state.environment(), height: state.room.lines, since: clock,
        fallback: best ?? fallback)
    }
    try watch()
    let isFuzzy = TextCondition(text: state.query.filter, isFuzzy: true).json != nil
    if clock == nil, state.list.window.count == 0, !state.query.isFuzzy, state.setup.purpose != .pick, isFuzzy
    {
      state.query.isFuzzy = true
      try watch()
      if state.list.window.count == 0 {
        // Cells that get the words later are shown.
        state.query.isFuzzy = false
        try watch()
      }
    }
    let style =
      try state.environment().map { ScreenStyle(try JSON(parsing: $0.json)) }
      ?? ScreenStyle(ofView: state.setup.view, session, client)
    return .watched(state.list, state.query, style)
  }

  /// Applies the notifications that have come.
  private func follow(_ state: ListState) throws -> ListAnswer {
    var (list, search, held) = (state.list, state.search, state.heldSearch)
    var hasChanged = false
    while let message = try client.bufferedNotification() {
      switch try list.take(message, rows) {
      case .changed: hasChanged = true
      case .ended(.sessionDeleted): return .sessionDeleted
      case .ended(let end): throw Failure(.watchEnded(end))
      case .foreign:
        search?.take(message)
        held?.take(message)
      case .other: break
      }
    }
    if hasChanged { try list.follow(rows) }
    return .followed(list, search: search, held: held, hasChanged: hasChanged)
  }

  // MARK: - Searches

  /// Begins the search for words. What no cell has is searched fuzzily.
  private func search(for text: String, _ state: ListState) throws -> HitSearch? {
    let exact = try hits(of: TextCondition(text: text), state)
    guard exact?.cells == 0, let fuzzy = try hits(of: TextCondition(text: text, isFuzzy: true), state),
      fuzzy.cells > 0
    else { return exact }
    return fuzzy
  }

  private func hits(of condition: TextCondition, _ state: ListState) throws -> HitSearch? {
    guard condition.json != nil else { return nil }
    return try HitSearch(
      condition, client: client, session: session, listView: state.viewParameters(),
      hitView: state.viewParameters(search: condition),
      cellView: state.query.isGrouped ? state.viewParameters(search: condition, isGrouped: false) : nil)
  }

  /// Goes to the next hit. After the last one, the first one is next.
  private func found(
    _ search: HitSearch?, from index: Int, forward: Bool, in list: WatchedList
  ) throws -> ListAnswer {
    guard let search else { return .found(nil, list, note: nil) }
    var note: String?
    var hit = try search.hit(from: index, forward: forward)
    if hit == nil {
      hit = try search.hit(from: forward ? -1 : Int.max, forward: forward)
      if hit != nil { note = "the search went on at the \(forward ? "start" : "end")" }
    }
    guard let hit, hit.index < Int.max else {
      return .found(search, list, note: "no cell has \"\(search.text.printable)\"")
    }
    var list = list
    try list.perform(.toCell(hit.id, index: hit.index), rows)
    return .found(search, list, note: note)
  }

  // MARK: - Cells

  /// Returns the reply of `cells.get` for a cell.
  func cell(_ id: String) throws -> Message { try cells([id]) }

  /// Returns the reply of `cells.get` for some cells.
  func cells(_ ids: [String]) throws -> Message {
    var parameters = session
    parameters.set("ids", ids)
    return try client.call("cells.get", parameters)
  }

  /// Returns a cell with its data; nil if it was removed.
  func whole(_ id: String) throws -> JSON? { try cell(id).result["cells"]?.array?.first }

  /// Returns the element that a user can operate at a place in a row; nil for none.
  /// - Parameter drawn: the line as it is drawn. An element that is not in it is covered, or new.
  func element(of id: String, column: Int, line: Int, in drawn: String, view: Parameters) throws -> JSON? {
    var parameters = session
    parameters.set("ids", [id])
    parameters.set("format", RowFormat.frames.rawValue)
    parameters.set(view)
    func covers(_ place: Int, _ start: JSON?, _ length: JSON?) -> Bool {
      guard let start = start?.int, let length = length?.int else { return false }
      return (start..<start + max(length, 0)).contains(place)
    }
    let row = try client.call("rows.pull", parameters).result["rows"]?.array?.first
    return row?["elements"]?.array?.first {
      $0["label"] != nil && covers(column, $0["x"], $0["width"]) && covers(line, $0["y"], $0["height"])
        && $0["lines"]?.array?.contains { drawn.contains($0["text"]?.string ?? "") } == true
    }
  }

  /// Returns the words for a cell that is not an object, and so cannot be chosen; nil for objects.
  func part(of id: String) throws -> String? {
    let kind = try whole(id)?["kind"]?.string
    switch kind.flatMap(Cell.Kind.init) {
    case .section: return "a section"
    case .empty: return "the state of an empty list"
    case .skeleton: return "a placeholder"
    case .object, .contact, .keyValue, .grid, nil: return nil
    }
  }

  /// Selects a cell, or removes it from the selection, as far as the session allows it.
  /// - Returns: the number of selected cells; nil if none can be selected.
  func toggleSelection(of row: ListRow) throws -> Int? {
    let mode = try client.call("session.info", session).result["selection"]?.string ?? "none"
    guard mode != "none" else { return nil }
    var parameters = session
    parameters.set("ids", [row.id])
    // With one selected cell at most, another one replaces it.
    parameters.set("op", mode == "single" && !row.isSelected ? "replace" : "toggle")
    return try client.call("selection.set", parameters).result["selected"]?.int ?? 0
  }

  /// Returns a part of the object header of a cell; nil if the cell was removed.
  /// - Parameter view: the parameter that names the view.
  func header(of id: String, part: Int, view: Parameters, format: RowFormat) throws -> TextPage? {
    var parameters = session
    parameters.set("id", id)
    parameters.set("page", part)
    parameters.set("format", format.rawValue)
    parameters.set(view)
    let header: JSON
    do {
      header = try client.call("header.pull", parameters).result
    } catch let failure as Failure where failure.status == .notFound {
      return nil
    }
    let neutral = NeutralLine(format)
    let lines = header["lines"]?.array ?? [header["label"] ?? ""]
    let (part, parts) = (header["page"]?.int ?? 0, header["pages"]?.int ?? 1)
    return TextPage(
      content: .header(id: id, part: part, parts: parts),
      title: parts > 1 ? "header \(part + 1) of \(parts)" : "header",
      lines: lines.compactMap { $0.string.map(neutral.text) })
  }

  /// Returns the preview of a cell: its title, and the preview or else the description. Returns nil
  /// if the cell was removed or has neither.
  /// - Parameter view: the parameter that names the view.
  func preview(of id: String, view: Parameters) throws -> TextPage? {
    var reveal = Parameters()
    reveal.set("what", Reveal.peek.rawValue)
    reveal.set("id", id)
    var parameters = session
    parameters.set("ids", [id])
    parameters.set("format", RowFormat.frames.rawValue)
    parameters.set("reveal", reveal)
    parameters.set(view)
    let row: JSON?
    do {
      row = try client.call("rows.pull", parameters).result["rows"]?.array?.first
    } catch let failure as Failure where failure.status == .notFound {
      return nil
    }
    guard let elements = row?["overlay"]?["elements"]?.array else { return nil }
    let texts = elements.map { $0["lines"]?.array ?? [] }
    let edge = texts.joined().compactMap { $0["x"]?.int }.min() ?? 0
    let neutral = NeutralLine(.text)
    let blocks = texts.map { lines in
      lines.map { line in
        String(repeating: " ", count: max((line["x"]?.int ?? 0) - edge, 0))
          + neutral.text(of: line["text"]?.string ?? "")
      }
    }
    return TextPage(
      content: .preview(id: id), title: "preview", lines: Array(blocks.joined(separator: [""])))
  }
}
