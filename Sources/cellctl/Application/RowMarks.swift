import CellWire

/// The rows of a window with the hits of a filter and a search.
struct RowMarks {
  /// The state that the marks were made for.
  private struct Basis: Equatable {
    var rows: [RowWindow.Row]
    var filter: TextCondition
    var search: TextCondition?
    var columns: Int
    var style: ScreenStyle
  }

  private var basis: Basis?
  private var lines: [ExactText: [String]] = [:]

  /// Returns the lines of a row, with marks if there are some for what it shows.
  func lines(of row: RowWindow.Row) -> [String] {
    guard let marked = lines[row.id.exact],
      basis?.rows.contains(where: { $0.id.exact == row.id.exact && $0.lines == row.lines }) == true
    else { return row.lines }
    return marked
  }

  /// Marks the hits in the rows. A row that cuts or hides one shows the part of the text with it.
  mutating func refresh(
    _ rows: [RowWindow.Row], filter: TextCondition, search: HitSearch?, columns: Int, _ style: ScreenStyle,
    _ requests: CellRequests
  ) throws {
    let basis = Basis(
      rows: rows, filter: filter, search: search.map { TextCondition(text: $0.text, isFuzzy: $0.isFuzzy) },
      columns: columns, style: style)
    guard basis != self.basis else { return }
    self.basis = basis
    lines = [:]
    let cells = rows.filter { $0.groupValue == nil }
    guard !cells.isEmpty, filter.json != nil || search != nil else { return }
    let hits = try search?.hits(among: cells.map(\.id)) ?? []
    var incomplete: [(row: RowWindow.Row, marks: HitMarks)] = []
    for row in cells {
      var marks = HitMarks()
      marks.add(filter)
      if let search = basis.search, hits.contains(row.id.exact) { marks.add(search) }
      let marked = marks.marked(row.lines, style.model)
      lines[row.id.exact] = marked.lines
      if !marked.isComplete { incomplete.append((row, marks)) }
    }
    guard !incomplete.isEmpty else { return }
    let reply = try requests.cells(incomplete.map(\.row.id))
    let whole = reply.result["cells"]?.array ?? []
    for (row, marks) in incomplete {
      guard let cell = whole.first(where: { $0["id"]?.string?.exact == row.id.exact }) else { continue }
      let shown = marks.excerpt(of: cell, in: row.lines, columns: columns, style)
      lines[row.id.exact] = marks.marked(shown, style.model).lines
    }
  }
}
