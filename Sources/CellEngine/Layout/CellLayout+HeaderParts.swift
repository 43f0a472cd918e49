/// The parts of an object header. Each is placed in a rectangle whose height it gives by where it ends.
extension CellLayout {
  /// Places the image, and gives where the texts begin.
  func headerImage() -> Int32 {
    let room = rules.width - plan.margin * 2
    let edge = headerImageEdge
    guard cell.hasImage, isUnlimited || room >= lengths.leastMain + edge else { return plan.margin }
    placeImage(cell.initials, slot: .image, x: plan.margin, y: 0, edge: edge)
    return plan.margin + edge + lengths.imageGap
  }

  /// An image is square; in a terminal it is a line high.
  var headerImageHeight: Int32 { lengths.isColumns ? lengths.line : headerImageEdge }

  /// As large as the image asks for, where the header has pages.
  private var headerImageEdge: Int32 {
    guard !lengths.isColumns else { return lengths.headerImage }
    return askedImageEdge(from: lengths.smallestHeaderImage, to: lengths.largestHeaderImage)
      ?? lengths.headerImage
  }

  /// Title and subtitle; the title wraps as often as it must.
  func placeHeaderTitle(x: Int32, y: Int32, width: Int32) -> Int32 {
    let title = placeText(
      cell.title, .title, cell.isEnabled ? .title : .disabled, x: x, y: y, width: width, maxLines: 0)
    return placeText(
      cell.subtitle, .subtitle, cell.isEnabled ? .secondary : .disabled, x: x,
      y: max(title, y + lineHeight(of: .title)), gap: lengths.headerRowGap, width: width,
      maxLines: rules.rowLines)
  }

  /// Tags and footnotes.
  func placeAdditionalInformation(x: Int32, y: Int32, width: Int32) -> Int32 {
    var end = y
    if !cell.tags.isEmpty, width > 0 {
      plan.below = width
      let height = flowTags()
      if height > 0 {
        placeTags(x: x, y: y)
        end = y + height
      }
    }
    let role: StyleRole = cell.isEnabled ? .secondary : .disabled
    for footnote in [cell.footnote, cell.caption] {
      end = placeText(
        footnote, .footnote, role, x: x, y: end, gap: end > y ? lengths.headerRowGap : 0, width: width,
        maxLines: rules.rowLines)
    }
    return end
  }

  func placeHeaderDescription(x: Int32, y: Int32, width: Int32) -> Int32 {
    placeText(
      cell.description, .description, cell.isEnabled ? .body : .disabled, x: x, y: y, width: width,
      maxLines: rules.descriptionLines)
  }

  /// What the statuses take, at most `limit`; what is less than a status can be cut to is nothing.
  func headerStatusWidth(atMost limit: Int32) -> Int32 {
    var natural: Int32 = 0
    for index in cell.statuses.indices { natural = max(natural, advance(of: cell.statuses[index])) }
    if rules.statusWidth >= 0 { natural = rules.statusWidth }
    let width = isUnlimited ? natural : min(natural, limit)
    guard width >= min(natural, lengths.leastStatus), width > 0 else {
      plan.statusCount = 0
      return 0
    }
    return width
  }

  /// The title and the trend on one line, then the subtitle, then the series as small bars.
  func placeChart(x: Int32, y: Int32, width: Int32) -> Int32 {
    guard let chart = cell.chart else { return y }
    var y = y
    let trend = chart.trend < 0 ? 0 : min(advance(of: chart.trend), width / 2)
    let left = trend > 0 ? max(0, width - trend - lengths.gap) : width
    let role: StyleRole = cell.isEnabled ? .title : .disabled
    let secondary: StyleRole = cell.isEnabled ? .secondary : .disabled
    let title = placeText(chart.title, .chart, role, x: x, y: y, width: left, maxLines: 1)
    let end = placeText(
      chart.trend, .chart, cell.isEnabled ? .body : .disabled, x: x + width - trend, y: y, width: trend,
      maxLines: 1)
    let gap = max(title, end) > y ? lengths.headerRowGap : 0
    y = placeText(
      chart.subtitle, .chart, secondary, x: x, y: max(title, end), gap: gap, width: width, maxLines: 1)
    return placeBars(chart.values, x: x, y: y + gap, width: width)
  }

  /// Places a series as bars; of a series that is longer than the room, each bar is the mean of its part.
  private func placeBars(_ packed: UnsafeBufferPointer<UInt8>, x: Int32, y: Int32, width: Int32) -> Int32 {
    let count = packed.count / 8
    let room = Int(width / max(1, glyphs.advance(of: .bar1)))
    let bars = isUnlimited ? count : min(count, room)
    guard bars > 0 else { return y }
    let line = beginLine()
    var advance: Int32 = 0
    for level in Self.levels(of: packed, bars: bars) {
      advance += appendGlyph(Glyph.bars[Int((level * Double(Glyph.bars.count - 1)).rounded())])
    }
    endLine(
      line, slot: .chart, role: cell.isEnabled ? .body : .disabled, x: x, y: y, width: max(width, advance),
      advance: advance, height: lengths.series)
    return y + lengths.series
  }

  /// How high each bar of a series is, 0…1: the mean of its part, between the lowest and the highest.
  static func levels(of packed: UnsafeBufferPointer<UInt8>, bars: Int) -> [Double] {
    let values = PackedField(head: 0, bytes: packed)
    let count = packed.count / 8
    let means = (0..<bars).map { bar in
      let part = (count * bar / bars)..<(count * (bar + 1) / bars)
      return part.reduce(0) { $0 + values.double(at: $1) / Double(part.count) }
    }
    // Halves, whose difference is never more than a number can be.
    let lowest = (means.min() ?? 0) / 2
    let span = (means.max() ?? 0) / 2 - lowest
    return means.map { mean in
      let level = span > 0 ? (mean / 2 - lowest) / span : 0
      return level.isFinite ? level : 0
    }
  }

  /// Wraps a text and places it `gap` below `y`; gives where it ends, which is `y` where there is no text.
  private func placeText(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, x: Int32, y: Int32, gap: Int32 = 0, width: Int32,
    maxLines: Int
  ) -> Int32 {
    guard field >= 0 else { return y }
    measure(field, slot, role, width: width, maxLines: isUnlimited ? 0 : maxLines)
    return y + gap + place(textAt: measured.texts.count - 1, x: x, y: y + gap, width: width)
  }

  // MARK: Natural widths

  /// Title and subtitle, and what stands below them, in one line each.
  var naturalHeaderTitleWidth: Int32 {
    var width = max(advance(of: cell.title), cell.subtitle >= 0 ? advance(of: cell.subtitle) : 0)
    if cell.hasAdditionalInformation, cell.chart != nil || cell.description >= 0 {
      width = max(width, naturalInformationWidth)
    } else if cell.chart != nil, cell.description >= 0 {
      width = max(width, advance(of: cell.description))
    }
    return width
  }

  /// What stands in the middle.
  var naturalMiddleWidth: Int32 {
    guard let chart = cell.chart else {
      return cell.description >= 0 ? advance(of: cell.description) : naturalInformationWidth
    }
    var head = chart.title >= 0 ? advance(of: chart.title) : 0
    if chart.trend >= 0 {
      head = head.addingSaturating(lengths.gap).addingSaturating(advance(of: chart.trend) * 2)
    }
    let bars = Int32(clamping: chart.values.count / 8).multipliedReportingOverflow(
      by: glyphs.advance(of: .bar1))
    return max(head, chart.subtitle >= 0 ? advance(of: chart.subtitle) : 0, bars.partialValue)
  }

  private var naturalInformationWidth: Int32 {
    var width = cell.tags.isEmpty ? 0 : naturalTagsWidth()
    for field in [cell.footnote, cell.caption] where field >= 0 { width = max(width, advance(of: field)) }
    return width
  }
}
