/// The main content of a wide grid cell: a table row of columns.
enum TableRow {
  // MARK: Measuring

  /// Measures the columns that have room. Returns the height of the row.
  static func measure(
    _ plan: ColumnPlan, _ view: borrowing CellView, into measured: inout MeasuredRow,
    _ lines: inout TextLines
  ) -> Int32 {
    shareTracks(plan, view, into: &measured.tracks)
    measured.rowCount = 1
    var height = view.lengths.height(of: .title)
    for index in measured.tracks.indices {
      let isFirst = index == 0
      let text = measured.measure(
        view.cell.columns[index].text, isFirst ? .title : .subtitle, view.role(isFirst ? .title : .body),
        width: measured.tracks[index].width, maximumLines: view.style.rowLines, view, into: &lines)
      height = max(height, textTop(at: index, view) + text)
    }
    return height
  }

  /// The width that the columns share, which is equal in all rows of a list. All rows leave room
  /// for statuses. A status that is wider than this room makes the last column narrower.
  private static func sharedWidth(_ plan: ColumnPlan, _ view: borrowing CellView) -> Int32 {
    let kept = view.columns.tableStatus
    return kept > 0 ? plan.main + max(0, plan.statuses.width - kept) : plan.main
  }

  /// Sets the position and the width of each column. Fixed and fractional widths come first, in
  /// order, as far as they fit. The other columns share the rest evenly.
  private static func shareTracks(
    _ plan: ColumnPlan, _ view: borrowing CellView, into tracks: inout Scratch<GridTrack>
  ) {
    let gap = view.lengths.tableGap
    let count = Int32(truncatingIfNeeded: view.cell.columns.count)
    let shared = sharedWidth(plan, view)
    var rest = max(0, shared - gap * (count - 1))
    var sharing: Int32 = 0
    for index in view.cell.columns.indices {
      let asked = width(ofTrackAt: index, of: shared, view)
      let width = min(asked ?? 0, rest)
      if asked == nil { sharing += 1 }
      rest -= width
      tracks.append(GridTrack(x: 0, width: width))
    }
    var x: Int32 = 0
    for index in view.cell.columns.indices {
      if width(ofTrackAt: index, of: shared, view) == nil {
        let share = rest / sharing
        tracks[index].width = share
        rest -= share
        sharing -= 1
      }
      guard x + tracks[index].width <= shared, x < plan.main else { return tracks.keepFirst(index) }
      tracks[index].x = x
      tracks[index].width = min(tracks[index].width, plan.main - x)
      x += tracks[index].width + gap
    }
  }

  /// The width that a column asks for, in layout units; `nil` for a share of the rest. In a row
  /// without a limit it is the width of the text.
  private static func width(
    ofTrackAt index: Int, of shared: Int32, _ view: borrowing CellView
  ) -> Int32? {
    if view.isUnlimited { return view.advance(of: view.cell.columns[index].text) }
    switch view.cell.columns[index].width {
    case .fixed(let dp): return max(1, Int32(min(dp / view.lengths.dp, Double(view.style.width)).rounded()))
    case .fraction(let share): return Int32((Double(shared) * share).rounded(.down))
    case .rest: return nil
    }
  }

  /// The width of all columns with their texts on one line.
  static func naturalWidth(_ view: borrowing CellView, _ plan: ColumnPlan) -> Int32 {
    let gap = view.lengths.tableGap
    var width = -gap
    for index in view.cell.columns.indices {
      width = width.addingSaturating(self.width(ofTrackAt: index, of: plan.main, view) ?? 0).addingSaturating(
        gap)
    }
    return max(0, min(width, Lengths.longest))
  }

  /// How far the text of a column is lowered to the baseline of the first.
  private static func textTop(at index: Int, _ view: borrowing CellView) -> Int32 {
    index == 0 ? 0 : max(0, view.lineBaseline(of: .title) - view.lineBaseline(of: .subtitle))
  }

  // MARK: Placing

  static func place(
    x: Int32, y: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) {
    for index in measured.texts.indices {
      let track = measured.tracks[index]
      measured.texts[index].place(
        x: x + track.x, y: y + textTop(at: index, view), width: track.width, view, into: &content)
    }
  }

  // MARK: Diagnostics

  /// Notes columns of a cell that is not a table, and those that have no room in one.
  static func note(_ view: borrowing CellView, _ measured: borrowing MeasuredRow, in notes: inout Diagnostics)
  {
    guard !view.cell.columns.isEmpty else { return }
    guard view.cell.kind == .grid else { return notes.insert(.columns) }
    guard view.isTableRow else { return }
    var shown = 0
    for index in measured.tracks.indices where measured.tracks[index].width > 0 { shown += 1 }
    if shown < view.cell.columns.count { notes.insert(.columnRoom) }
  }
}
