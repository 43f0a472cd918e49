import CellWire

/// The rows of a window with the hits of a filter and a search.
struct RowMarks {
  /// The state that the marks were made for.
  private struct Basis: Equatable {
    var rows: [ListRow]
    var filter: TextCondition
    var search: TextCondition?
    var columns: Int
    var style: ScreenStyle

    init(_ state: ListState) {
      rows = state.list.window.rows
      filter = state.query.filterCondition
      search = state.search.map { TextCondition(text: $0.text, isFuzzy: $0.isFuzzy) }
      columns = state.markedColumns
      style = state.style
    }
  }

  private var basis: Basis?
  private var lines: [ExactText: [String]] = [:]

  init() {}

  /// No marks, for a list whose hits cannot be read.
  init(of state: ListState) { basis = Basis(state) }

  /// Marks the hits in the rows. A row that cuts or hides one shows the part of the text with it.
  init(of state: ListState, _ daemon: ListDaemon) throws {
    let basis = Basis(state)
    self.basis = basis
    let cells = basis.rows.filter { $0.groupValue == nil }
    guard !cells.isEmpty, basis.filter.json != nil || basis.search != nil else { return }
    let hits = try state.search?.hits(among: cells.map(\.id)) ?? []
    var incomplete: [(row: ListRow, marks: HitMarks)] = []
    for row in cells {
      var marks = HitMarks()
      marks.add(basis.filter)
      if let search = basis.search, hits.contains(row.id.exact) { marks.add(search) }
      let marked = marks.marked(row.lines, basis.style.model)
      lines[row.id.exact] = marked.lines
      if !marked.isComplete { incomplete.append((row, marks)) }
    }
    guard !incomplete.isEmpty else { return }
    let whole = try daemon.cells(incomplete.map(\.row.id)).result["cells"]?.array ?? []
    for (row, marks) in incomplete {
      guard let cell = whole.first(where: { $0["id"]?.string?.exact == row.id.exact }) else { continue }
      let shown = marks.excerpt(of: cell, in: row.lines, columns: basis.columns, basis.style)
      lines[row.id.exact] = marks.marked(shown, basis.style.model).lines
    }
  }

  /// Whether the marks are those of a state. Sentences have none.
  func fit(_ state: ListState) -> Bool { state.setup.isPlain || basis == Basis(state) }

  /// Returns the lines of a row, with marks if there are some for what it shows.
  func lines(of row: ListRow) -> [String] {
    guard let marked = lines[row.id.exact],
      basis?.rows.contains(where: { $0.id.exact == row.id.exact && $0.lines == row.lines }) == true
    else { return row.lines }
    return marked
  }
}
