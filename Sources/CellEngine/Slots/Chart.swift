/// The bars of a chart in an object header. The chart also has a title, a trend and a subtitle.
enum ChartBars {
  // MARK: Needs

  /// The number of bars that fit `width`. There is at most one for each value.
  private static func count(of values: Int, in width: Int32, _ view: borrowing CellView) -> Int {
    view.isUnlimited ? values : min(values, Int(width / max(1, view.glyphs.advance(of: .bar1))))
  }

  /// The width of the chart with one bar for each value.
  static func naturalWidth(of chart: CellFields.ChartEntry, _ view: borrowing CellView) -> Int32 {
    Int32(clamping: chart.values.count / 8).multipliedReportingOverflow(
      by: view.glyphs.advance(of: .bar1)
    ).partialValue
  }

  // MARK: Placing

  /// Places a series as bars. If there are more values than bars, each bar is the mean of several
  /// values. Returns the `y` after the bars.
  static func place(
    _ chart: CellFields.ChartEntry, x: Int32, y: Int32, width: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) -> Int32 {
    let bars = count(of: chart.values.count / 8, in: width, view)
    guard bars > 0 else { return y }
    content.bars = levels(of: chart.values, bars: bars)
    var advance: Int32 = 0
    for level in content.bars { advance += view.glyphs.advance(of: Glyph.bar(level)) }
    content.place(
      .bars, x: x, y: y, advance: advance,
      in: PlacedElement(
        slot: .chart, role: view.role(.body), x: x, y: y, width: max(width, advance),
        height: view.lengths.series))
    return y + view.lengths.series
  }

  /// The height of each bar, 0…1 between the lowest and the highest. The height of a bar is the
  /// mean of its values.
  private static func levels(of packed: UnsafeBufferPointer<UInt8>, bars: Int) -> [Double] {
    let values = RecordField(head: 0, bytes: packed)
    let count = packed.count / 8
    let means = (0..<bars).map { bar in
      let part = (count * bar / bars)..<(count * (bar + 1) / bars)
      return part.reduce(0) { $0 + values.double(at: $1) / Double(part.count) }
    }
    // Values are halved, so that their difference cannot overflow.
    let lowest = (means.min() ?? 0) / 2
    let span = (means.max() ?? 0) / 2 - lowest
    return means.map { mean in
      let level = span > 0 ? (mean / 2 - lowest) / span : 0
      return level.isFinite ? level : 0
    }
  }

  // MARK: Words

  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    guard let chart = view.cell.chart else { return }
    for field in [chart.title, chart.subtitle, chart.trend] { parts.append(field: field, view) }
  }
}

/// The page control of an object header: a dot for each page.
enum PageControl {
  /// Places the dots in the middle of a row, if they fit it.
  static func place(
    _ shown: Int, of count: Int, y: Int32, rowWidth: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    var advance = Int32(count - 1) * view.glyphs.advance(of: .space)
    for page in 0..<count { advance += view.glyphs.advance(of: page == shown ? .pageShown : .pageHidden) }
    guard advance <= rowWidth else { return }
    let x = (rowWidth - advance) / 2
    content.place(
      .pages(shown: Int32(clamping: shown), count: Int32(clamping: count)), x: x, y: y, advance: advance,
      in: PlacedElement(
        slot: .pages, role: .control, x: x, y: y, width: advance, height: view.lengths.height(of: .pages)))
  }
}
