/// The chart of an object header: a title and a subtitle; below them its figures and its series.
///
/// The figures are the trend and the key figure (KPI), one below the other. The series is after
/// them. Both end at the same height. A trend without a key figure begins with the series
/// (SAP/cloud-sdk-ios-fiori, HeaderChart).
struct ChartBlock {
  private let chart: CellFields.ChartEntry
  private let hasSeries: Bool

  init(_ chart: CellFields.ChartEntry) {
    self.chart = chart
    hasSeries = chart.values.count >= 8
  }

  private var hasFigures: Bool { chart.kpi != nil || chart.trend != nil }

  // MARK: Needs

  /// The width of the chart without a limit: with one column of the series for each value.
  func naturalWidth(_ view: borrowing CellView) -> Int32 {
    var width: Int32 = 0
    for field in [chart.title, chart.subtitle] {
      if let field { width = max(width, view.advance(of: field)) }
    }
    var figures = figuresWidth(view)
    if hasSeries {
      if figures > 0 { figures = figures.addingSaturating(view.lengths.chartColumnGap) }
      let labels = labelsWidth(view)
      figures = figures.addingSaturating(ShownSeries.naturalWidth(of: chart, view))
      if labels > 0 { figures = figures.addingSaturating(labels &+ view.lengths.chartLabelGap) }
    }
    return max(width, figures)
  }

  private func figuresWidth(_ view: borrowing CellView) -> Int32 {
    let trend = chart.trend.map { StatusBlock.advance(of: $0, view) } ?? 0
    return max(trend, chart.kpi.map { view.advance(of: $0) } ?? 0)
  }

  /// The height of the trend and the key figure.
  private func figuresHeight(_ view: borrowing CellView) -> Int32 {
    let trend = chart.trend != nil ? view.lengths.height(of: .chart) : 0
    let kpi = chart.kpi != nil ? height(of: .kpi, view) : 0
    return trend + kpi + (trend > 0 && kpi > 0 ? view.lengths.chartTitleGap : 0)
  }

  private func labelsWidth(_ view: borrowing CellView) -> Int32 {
    var width: Int32 = 0
    for field in [chart.minimum, chart.maximum] {
      if let field { width = max(width, view.advance(of: field)) }
    }
    return width
  }

  /// The height of a line of the texts of a font role.
  private func height(of role: FontRole, _ view: borrowing CellView) -> Int32 {
    guard !view.lengths.isColumns else { return 1 }
    return switch role {
    case .kpi: view.lengths.lines.kpi.height
    case .title: view.lengths.lines.title.height
    case .footnote: view.lengths.lines.footnote.height
    default: view.lengths.lines.chart.height
    }
  }

  // MARK: Placing

  /// Places the chart in `width`. Returns the y position of its end.
  func place(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) -> Int32 {
    let title = place(chart.title, .title, x: x, y: y, width: width, view, into: &content)
    let gap = title > y ? view.lengths.chartTitleGap : 0
    let subtitle = place(
      chart.subtitle, .secondary, x: x, y: title + gap, width: width, view, into: &content)
    let end = chart.subtitle != nil ? subtitle : title
    guard hasFigures || hasSeries else { return end }
    let top = end > y ? end + view.lengths.chartGap : y
    let seriesHeight = hasSeries ? view.lengths.series : 0
    let figuresHeight = figuresHeight(view)
    let height = max(figuresHeight, seriesHeight)
    let figures = min(figuresWidth(view), hasSeries && !view.isUnlimited ? width / 2 : width)
    placeFigures(
      x: x, y: chart.kpi != nil ? top + height - figuresHeight : top, width: figures, view, into: &content)
    if hasSeries {
      let start = figures > 0 ? figures + view.lengths.chartColumnGap : 0
      placeSeries(
        x: x + start, y: top + height - seriesHeight, width: width - start, view, into: &content)
    }
    return top + height
  }

  /// Places the trend and the key figure.
  private func placeFigures(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    var kpiY = y
    if let trend = chart.trend {
      StatusBlock.place(
        trend, slot: .chart, x: x, y: y, width: width, isTrailing: false, view, into: &content)
      kpiY += view.lengths.height(of: .chart) + view.lengths.chartTitleGap
    }
    _ = place(chart.kpi, .title, x: x, y: kpiY, width: width, view, into: &content)
  }

  /// Places the series, and the labels of its highest and lowest value after it if they have room.
  private func placeSeries(
    x: Int32, y: Int32, width: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    let labels = labelsWidth(view)
    let gap = view.lengths.chartLabelGap
    let hasLabels = labels > 0 && (view.isUnlimited || labels + gap <= width / 2)
    let room = hasLabels ? width - labels - gap : width
    let drawn =
      view.isUnlimited
      ? ShownSeries.naturalWidth(of: chart, view) : ShownSeries.width(of: chart, in: room, view)
    guard let series = ShownSeries(of: chart, in: drawn, view) else { return }
    let height = view.lengths.series
    let rows = view.lengths.isColumns ? height : 1
    let first = content.nextElement
    if content.notesElements {
      content.note(
        PlacedElement(slot: .chart, role: view.role(.body), x: x, y: y, width: drawn, height: height),
        lineCount: rows)
    }
    for row in 0..<rows {
      content.lines.append(
        PlacedLine(
          x: x, y: y + row, advance: drawn, element: first, content: .series(row: row, of: rows),
          isRightToLeft: content.isMirrored))
    }
    content.series = series
    guard hasLabels else { return }
    let labelX = x + drawn + gap
    let lowest = y + height - self.height(of: .footnote, view)
    _ = place(
      chart.maximum, .secondary, x: labelX, y: series.isLow && chart.minimum == nil ? lowest : y,
      width: labels, view, into: &content)
    _ = place(chart.minimum, .secondary, x: labelX, y: lowest, width: labels, view, into: &content)
  }

  /// Places a text on one line. Returns the y position of its end: `y` if the cell does not have
  /// the text.
  private func place(
    _ field: Int32?, _ role: StyleRole, x: Int32, y: Int32, width: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) -> Int32 {
    guard let field else { return y }
    let height = height(of: view.cell.fields[Int(field)].role, view)
    let cut = view.cut(field, width: max(0, width), slot: .chart, into: &content.texts)
    content.place(
      cut.piece.map { .text($0) } ?? .nothing, x: x, y: y, advance: cut.advance,
      in: PlacedElement(
        slot: .chart, role: view.role(role), x: x, y: y,
        width: view.isUnlimited ? cut.advance : max(0, width), height: height, hidden: cut.hidden))
    return y + height
  }

  // MARK: Words

  /// Appends the words of the chart: its texts, then the lowest and the highest value.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    guard let chart = view.cell.chart else { return }
    for field in [chart.title, chart.subtitle, chart.kpi] { parts.append(field: field, view) }
    if let trend = chart.trend { StatusBlock.appendWords(of: trend, view, to: &parts) }
    var range: [String] = []
    for field in [chart.minimum, chart.maximum] { range.append(field: field, view) }
    if !range.isEmpty { parts.append(range.joined(separator: " to ")) }
  }
}
