import CellClient
import CellEngine
import CellWire

/// Everything that the screen of a list depends on. ``update(_:)`` changes it, and ``ListFrame``
/// draws it.
///
/// `watch` and `pick` differ in their keys and in the way they end.
struct ListState {
  enum Connection: Equatable {
    case open
    /// The daemon has closed it.
    case lost
    /// ssh has a question that it may not ask.
    case asking
    /// The daemon is there, but not the session.
    case withoutSession
  }

  let setup: ListSetup
  var list: WatchedList
  var query: ListQuery
  var connection = Connection.open
  /// The sentence about the last command; nil for none.
  var message: String?
  var prompt: Prompt?
  var overlays = Overlays()
  /// The search whose hits can be reached; nil for none.
  var search: HitSearch?
  /// The search before the one that is typed.
  var heldSearch: HitSearch?
  /// The words that are typed, until they are searched.
  var soughtText: String?
  /// The rows of the window with their hits.
  var marks = RowMarks()
  /// The ids of the cells that are marked to be chosen, in the order of the marks.
  var marked: [ExactText] = []
  /// The columns and lines for rows and the notice.
  var size: (columns: Int, lines: Int)
  /// The process that pushes the cells.
  var feed = RecordFeed.Report()
  /// The lines above the rows: why the last run of a command failed.
  var notice: [String] = []
  /// Whether the rows have to be requested in another environment, and the cursor's index there.
  var change: (isNeeded: Bool, fallback: Int?) = (false, nil)
  /// The columns that are scrolled over at the leading edge of rows wider than the window.
  var shift = 0
  /// The terminal, once a row came that terminals draw differently.
  var terminal: TerminalText?
  /// The style that the environment of the list sets.
  var style = ScreenStyle()

  init(_ setup: ListSetup, size: (columns: Int, lines: Int)) {
    self.setup = setup
    self.size = size
    list = WatchedList(start: setup.start)
    query = ListQuery(options: setup.options, query: setup.query)
    guard setup.purpose == .pick else { return }
    prompt = Prompt(.pick)
    query.isRanked = true
  }

  /// The columns and lines for rows.
  var room: (columns: Int, lines: Int) { (size.columns, size.lines - notice.count) }

  /// The page that covers the list; nil for none.
  var overlay: Overlay? { overlays.top }

  /// The sentence about the connection, while there is none.
  var connectionSentence: String {
    switch connection {
    case .asking: "ssh has a question: Ctrl-R asks it"
    case .withoutSession: "no such session yet"
    case .open, .lost: "reconnecting"
    }
  }

  /// Whether the window has a row that terminals draw differently.
  var hasUncertainRows: Bool {
    list.window.rows.contains { $0.lines.contains(where: \.isUncertainInTerminals) }
  }

  private var widestRow: Int { style.widestRow(of: list.window) }

  /// Whether rows in the window are wider than the window.
  var isWide: Bool { widestRow > room.columns }

  /// Scrolls rows that are wider than the window. The line with the widest one ends at its edge.
  mutating func scrollSideways(by columns: Int) {
    shift = max(min(shift + columns, widestRow - room.columns), 0)
  }

  /// The columns of the hits of a filter and a search.
  var markedColumns: Int { min(list.window.width ?? room.columns, room.columns) }

  // MARK: - Environments

  /// Returns the environment of the list; nil if a shared view sets it.
  func environment(
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

  /// Returns the parameter that names the view of the list.
  func viewParameters(search: TextCondition? = nil, isGrouped: Bool = true) throws -> Parameters {
    var parameters = Parameters()
    if let environment = try environment(search: search, isGrouped: isGrouped) {
      parameters.set("environment", environment)
    } else if let view = setup.view {
      parameters.set("view", view)
    }
    return parameters
  }

  /// Returns the parameter that names the view of a page, which is not wider than the window.
  func pageParameters() throws -> Parameters {
    var parameters = Parameters()
    guard var environment = try environment(isOfRows: false) else { return try viewParameters() }
    if list.window.width.map({ $0 > room.columns }) ?? true { environment.set("width", room.columns) }
    parameters.set("environment", environment)
    return parameters
  }
}
