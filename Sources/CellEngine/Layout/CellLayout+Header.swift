/// The object header (S3): wide, everything side by side on one page; compact, a page for what finds no room.
extension CellLayout {
  /// What a page of a compact header shows.
  private enum Page {
    case main, chart, description
  }

  /// Lays out the object header of a cell and calls `body` with it as a row, which is valid inside of it only.
  ///
  /// - Parameters:
  ///   - prepared: the cell alone, prepared for its header.
  ///   - page: from 0; past the end it is the last.
  ///   - body: gets the page that is shown, and how many there are.
  public mutating func layOutHeader(
    _ packed: PackedCell, state: CellState, prepared: PreparedCells, page: Int,
    _ body: (inout CellLayout, _ page: Int, _ pages: Int) -> Void
  ) {
    packed.bytes.withUnsafeBufferPointer { record in
      prepared.withAnalysis { analysis in
        readHeader(record, state: state, analysis)
        let isWide = environment.hasWideHeader && hasRoomForOnePage
        let pages = isWide ? [.main] : compactPages
        if environment.hasWideHeader, pages.count > 1 { measured.headerNotes?.insert(.headerPages) }
        let shown = max(0, min(page, pages.count - 1))
        let bottom = isWide ? placeWideHeader() : place(pages[shown])
        row.contentHeight = max(lengths.line, bottom)
        row.width = isUnlimited ? headerWidth : rules.width
        if pages.count > 1 {
          placePageControl(shown, of: pages.count, y: row.contentHeight + lengths.headerRowGap)
          row.contentHeight += lengths.headerRowGap + lengths.height(of: .pages)
        }
        row.lower(by: lengths.headerPadding)
        row.contentHeight += 2 * lengths.headerPadding
        row.height = row.contentHeight + rules.separatorHeight
        if workspace.pointee.hasFonts { shapeLines() }
        if rules.direction == .rtl { row.mirror() }
        body(&self, shown, pages.count)
      }
    }
  }

  private func readHeader(
    _ record: UnsafeBufferPointer<UInt8>, state: CellState, _ analysis: PreparedCells.Analysis
  ) {
    workspace.pointee.isUnread = state.unread
    workspace.pointee.isSelected = state.selected
    workspace.pointee.analysis = analysis
    workspace.pointee.cell.read(
      PackedFields(bytes: record), state: state, truncation: rules.truncation,
      firstPrepared: analysis.firstText[0], preparesASCII: workspace.pointee.measuresLetters,
      includesHeader: true)
    row.removeAll()
    row.removePlaces()
    row.notesElements = true
    measured.removeAll()
    plan = ColumnPlan(margin: rules.width < 2 * lengths.margin + lengths.leastMain ? 0 : lengths.margin)
    measured.headerNotes = workspace.pointee.cell.takeHeaderContent(
      hidesDescription: environment.hidesHeaderDescription)
    measured.isPlaced = true
    plan.statusCount = cell.statuses.count
    plan.showsAvatars = false
  }

  /// How far the header reaches where nothing bounds it.
  private var headerWidth: Int32 {
    var right = plan.margin
    for index in row.elements.indices {
      right = max(right, row.elements[index].x + row.elements[index].width)
    }
    return right + plan.margin
  }

  // MARK: Wide

  /// Whether there is something between the title and the statuses of a wide header.
  private var hasMiddle: Bool { cell.chart != nil || cell.description >= 0 || cell.hasAdditionalInformation }

  /// Whether a wide header has all side by side. A view that is narrower than S3 has them is wide where it says so, as
  /// long as the title and the middle have what a main content has at least.
  private var hasRoomForOnePage: Bool {
    guard hasMiddle, !isUnlimited, rules.width < lengths.leastWideHeader else { return true }
    let statusCount = plan.statusCount
    let status = headerStatusWidth(atMost: lengths.headerStatus)
    plan.statusCount = statusCount
    var least = 2 * plan.margin + 2 * lengths.leastMain + lengths.headerGap
    if cell.hasImage { least += lengths.headerImage + lengths.imageGap }
    if status > 0 { least += status + lengths.descriptionGap }
    return least <= rules.width
  }

  /// Places all of the header side by side, and gives where it ends.
  ///
  /// In the middle stands the chart, else the description, else the additional information; what does not, stands below
  /// the subtitle. A title and a subtitle alone have the middle's room too.
  private func placeWideHeader() -> Int32 {
    let hasChart = cell.chart != nil
    let isMiddleInformation = !hasChart && cell.description < 0
    let x = headerImage()
    plan.status = headerStatusWidth(atMost: lengths.headerStatus)
    let widths = shareHeader(from: x, hasMiddle: hasMiddle)
    let titleEnd = placeHeaderTitle(x: x, y: 0, width: widths.left)
    let below = titleEnd + 2 * lengths.headerRowGap
    var bottom = max(x > plan.margin ? headerImageHeight : 0, titleEnd)
    if cell.hasAdditionalInformation {
      if !isMiddleInformation {
        bottom = max(bottom, placeAdditionalInformation(x: x, y: below, width: widths.left))
        if hasChart, cell.description >= 0 { measured.headerNotes?.insert(.headerDescription) }
      }
    } else if hasChart, cell.description >= 0 {
      bottom = max(bottom, placeHeaderDescription(x: x, y: below, width: widths.left))
    }
    if hasMiddle {
      let end =
        if hasChart {
          placeChart(x: widths.middleX, y: 0, width: widths.middle)
        } else if isMiddleInformation {
          placeAdditionalInformation(x: widths.middleX, y: 0, width: widths.middle)
        } else {
          placeHeaderDescription(x: widths.middleX, y: 0, width: widths.middle)
        }
      bottom = max(bottom, end)
    }
    placeStatuses(x: widths.statusX, y: 0)
    return max(bottom, height(ofStatuses: plan.statusCount))
  }

  private struct HeaderWidths {
    var left: Int32
    var middleX: Int32 = 0
    var middle: Int32 = 0
    var statusX: Int32 = 0
  }

  /// Shares the room behind the image between the left block, the middle and the statuses.
  private func shareHeader(from x: Int32, hasMiddle: Bool) -> HeaderWidths {
    let gap = lengths.headerGap
    guard !isUnlimited else {
      var widths = HeaderWidths(left: naturalHeaderTitleWidth)
      widths.middleX = x + widths.left + gap
      widths.middle = hasMiddle ? naturalMiddleWidth : 0
      widths.statusX = hasMiddle ? widths.middleX + widths.middle + gap : widths.middleX
      return widths
    }
    let statusX = rules.width - plan.margin - plan.status
    let room = (plan.status > 0 ? statusX - lengths.descriptionGap : statusX) - x
    var widths = HeaderWidths(left: max(0, room), statusX: statusX)
    guard hasMiddle else { return widths }
    let leastLeft = min(lengths.headerLeastLeft, (room - gap) / 2)
    widths.middle = max(0, min(lengths.headerMiddle, room - gap - leastLeft))
    widths.left = max(0, min(lengths.headerLeft, room - gap - widths.middle))
    widths.middleX = x + room - widths.middle
    return widths
  }

  // MARK: Compact

  /// The pages of a compact header: the description has one of its own where the first page has no room for it.
  private var compactPages: [Page] {
    var pages = [Page.main]
    if cell.chart != nil { pages.append(.chart) }
    if cell.description >= 0, cell.hasAdditionalInformation { pages.append(.description) }
    return pages
  }

  /// Places one page of a compact header, and gives where it ends.
  private func place(_ page: Page) -> Int32 {
    let width = max(0, rules.width - 2 * plan.margin)
    switch page {
    case .chart:
      return placeChart(x: plan.margin, y: 0, width: width)
    case .description:
      return placeHeaderDescription(x: plan.margin, y: 0, width: width)
    case .main:
      let x = headerImage()
      plan.status = headerStatusWidth(
        atMost: min(
          Int32((Double(width) * environment.profile.header.compactStatusShare).rounded(.down)),
          width - x - lengths.leastMain))
      let statusX = rules.width - plan.margin - plan.status
      let main = max(0, (plan.status > 0 ? statusX - lengths.gap : statusX) - x)
      let titleEnd = placeHeaderTitle(x: x, y: 0, width: main)
      var bottom = max(x > plan.margin ? headerImageHeight : 0, titleEnd)
      if cell.hasAdditionalInformation {
        let below = titleEnd + 2 * lengths.headerRowGap
        bottom = max(bottom, placeAdditionalInformation(x: x, y: below, width: main))
      }
      placeStatuses(x: statusX, y: 0)
      bottom = max(bottom, height(ofStatuses: plan.statusCount))
      guard cell.description >= 0, !cell.hasAdditionalInformation else { return bottom }
      return placeHeaderDescription(
        x: x, y: bottom + 2 * lengths.headerRowGap, width: max(0, rules.width - plan.margin - x))
    }
  }

  /// A mark for each page, the one that is shown among them, in the middle of the last line.
  private func placePageControl(_ shown: Int, of count: Int, y: Int32) {
    let line = beginLine()
    var advance: Int32 = 0
    for place in 0..<count {
      if place > 0 { advance += appendGlyph(.space) }
      let page = rules.direction == .rtl ? count - 1 - place : place
      advance += appendGlyph(page == shown ? .pageShown : .pageHidden)
    }
    guard advance <= row.width else { return row.removePieces(from: line.firstPiece) }
    endLine(
      line, slot: .pages, role: .control, x: (row.width - advance) / 2, y: y, width: advance, advance: advance
    )
  }
}
