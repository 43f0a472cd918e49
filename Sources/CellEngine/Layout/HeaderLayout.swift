/// The object header (S3). A wide header has everything side by side on one page. A compact header
/// has more pages for content that has no room on the first.
struct HeaderLayout {
  /// The content of a page of a compact header.
  private enum Page {
    case main, chart, description
  }

  /// The page that is shown.
  private(set) var page = 0
  private(set) var pageCount = 1
  /// The slots that the header leaves out.
  private(set) var notes = Diagnostics()
  /// The height of the content.
  private(set) var height: Int32 = 0
  private(set) var width: Int32 = 0
  private(set) var plan: ColumnPlan

  /// Lays out the page at index `page` of a cell's header; an index past the end means the last
  /// page. `view` has the header's content.
  init(
    page: Int, _ view: borrowing CellView, notes: Diagnostics, _ measured: inout MeasuredRow,
    into content: inout RowContent
  ) {
    self.notes = notes
    let margin = view.lengths.margin
    plan = ColumnPlan(margin: view.style.width < 2 * margin + view.lengths.leastMain ? 0 : margin)
    let isWide = view.style.hasWideHeader && hasRoomForOnePage(view)
    let pages = isWide ? [.main] : compactPages(view)
    if view.style.hasWideHeader, pages.count > 1 { self.notes.insert(.headerPages) }
    pageCount = pages.count
    self.page = max(0, min(page, pageCount - 1))
    height = view.lengths.line
    if isWide {
      height = max(height, placeWide(view, &measured, into: &content))
    } else {
      // All pages are as high as the highest, so that the dots stay where they are. The page that
      // is shown is placed last.
      for other in pages.indices where other != self.page {
        height = max(height, place(pages[other], view, &measured, into: &content))
        measured.removeAll()
        content.texts.lines.removeAll()
        content.removePlaces()
        plan.statuses = StatusBlock()
      }
      height = max(height, place(pages[self.page], view, &measured, into: &content))
    }
    width =
      view.isUnlimited
      ? content.closedWidth(view, margin: plan.margin, from: plan.margin) : view.style.width
    if pageCount > 1 {
      PageControl.place(
        self.page, of: pageCount, y: height + view.lengths.headerRowGap, rowWidth: width, view,
        into: &content)
      height += view.lengths.headerRowGap + view.lengths.height(of: .pages)
    }
    content.lower(by: view.lengths.headerPadding)
    height += 2 * view.lengths.headerPadding
  }

  // MARK: Wide

  /// Whether there is something between the title and the statuses of a wide header.
  private func hasMiddle(_ view: borrowing CellView) -> Bool {
    view.cell.chart != nil || view.cell.description != nil || view.cell.hasAdditionalInformation
  }

  /// Whether a wide header has all content side by side. A view may ask for a wide header and be
  /// too narrow for it. It has one if the title has the minimum of a main content, and so has the
  /// middle if there is one.
  private func hasRoomForOnePage(_ view: borrowing CellView) -> Bool {
    let lengths = view.lengths
    guard !view.isUnlimited, view.style.width < lengths.leastWideHeader else { return true }
    let status = HeaderParts.statuses(atMost: lengths.headerStatus, view).width
    var least = 2 * plan.margin + lengths.leastMain
    if hasMiddle(view) { least += lengths.leastMain + lengths.headerGap }
    let image = HeaderParts.imageWidth(view)
    if image > 0 { least += image + lengths.headerImageGap }
    if status > 0 { least += status + lengths.headerStatusGap }
    return least <= view.style.width
  }

  /// Places the whole header side by side. Returns the y position of its end.
  ///
  /// The middle has the chart, else the description, else the additional information. The others
  /// are below the subtitle. Without any of these, the title and the subtitle also have the
  /// middle's room.
  private mutating func placeWide(
    _ view: borrowing CellView, _ measured: inout MeasuredRow, into content: inout RowContent
  ) -> Int32 {
    let chart = view.cell.chart
    let hasDescription = view.cell.description != nil
    let hasInformation = view.cell.hasAdditionalInformation
    let isMiddleInformation = chart == nil && !hasDescription
    let x = HeaderParts.placeImage(plan.margin, view, into: &content)
    plan.statuses = HeaderParts.statuses(atMost: view.lengths.headerStatus, view)
    let widths = share(from: x, view)
    let titleEnd = HeaderParts.placeTitle(x: x, y: 0, width: widths.left, view, &measured, into: &content)
    let below = titleEnd + 2 * view.lengths.headerRowGap
    var bottom = max(x > plan.margin ? HeaderParts.imageHeight(view) : 0, titleEnd)
    if hasInformation {
      if !isMiddleInformation {
        let end = HeaderParts.placeInformation(
          x: x, y: below, width: widths.left, view, &measured, into: &content)
        bottom = max(bottom, end)
        if chart != nil, hasDescription { notes.insert(.headerDescription) }
      }
    } else if chart != nil, hasDescription {
      let end = HeaderParts.placeDescription(
        x: x, y: below, width: widths.left, view, &measured, into: &content)
      bottom = max(bottom, end)
    }
    let middle = content.elements.count
    if hasMiddle(view) {
      let end =
        if let chart {
          ChartBlock(chart).place(
            x: widths.middleX,
            y: chart.title != nil ? HeaderParts.top(ofLine: view.lengths.lines.title, view) : 0,
            width: widths.middle, view, into: &content)
        } else if isMiddleInformation {
          HeaderParts.placeInformation(
            x: widths.middleX, y: HeaderParts.top(of: view.cell.tags.isEmpty ? .footnote : .tags, view),
            width: widths.middle, view, &measured, into: &content)
        } else {
          HeaderParts.placeDescription(
            x: widths.middleX, y: HeaderParts.top(of: .description, view), width: widths.middle, view,
            &measured,
            into: &content)
        }
      bottom = max(bottom, end)
    }
    let statusY = HeaderParts.top(of: .status, view)
    let status = content.elements.count
    plan.statuses.place(x: widths.statusX, y: statusY, view, into: &content)
    if view.isUnlimited {
      let lengths = view.lengths
      content.closeUp(middle..<status, gap: lengths.headerGap, from: x)
      for index in status..<content.elements.count {
        content.closeUp(
          index..<index + 1, gap: hasMiddle(view) ? lengths.headerStatusGap : lengths.headerGap, from: x)
      }
    }
    return plan.statuses.width > 0 ? max(bottom, statusY + plan.statuses.height(view)) : bottom
  }

  private struct Widths {
    var left: Int32
    var middleX: Int32 = 0
    var middle: Int32 = 0
    var statusX: Int32 = 0
  }

  /// Shares the room after the image between the left block, the middle and the statuses.
  private func share(from x: Int32, _ view: borrowing CellView) -> Widths {
    let lengths = view.lengths
    let gap = lengths.headerGap
    let hasMiddle = hasMiddle(view)
    guard !view.isUnlimited else {
      var widths = Widths(left: HeaderParts.naturalTitleWidth(view))
      widths.middleX = x + widths.left + gap
      widths.middle = hasMiddle ? HeaderParts.naturalMiddleWidth(view) : 0
      widths.statusX = hasMiddle ? widths.middleX + widths.middle + lengths.headerStatusGap : widths.middleX
      return widths
    }
    let statusX = view.style.width - plan.margin - plan.statuses.width
    let room = (plan.statuses.width > 0 ? statusX - lengths.headerStatusGap : statusX) - x
    var widths = Widths(left: max(0, room), statusX: statusX)
    guard hasMiddle else { return widths }
    let leastLeft = min(lengths.headerLeastLeft, (room - gap) / 2)
    widths.middle = max(0, min(lengths.headerMiddle, room - gap - leastLeft))
    widths.left = max(0, min(lengths.headerLeft, room - gap - widths.middle))
    widths.middleX = x + room - widths.middle
    return widths
  }

  // MARK: Compact

  /// The pages of a compact header. The description has its own if the first page has no room for
  /// it.
  private func compactPages(_ view: borrowing CellView) -> [Page] {
    var pages = [Page.main]
    if view.cell.chart != nil { pages.append(.chart) }
    if view.cell.description != nil, view.cell.hasAdditionalInformation { pages.append(.description) }
    return pages
  }

  /// Places one page of a compact header. Returns the y position of its end.
  private mutating func place(
    _ page: Page, _ view: borrowing CellView, _ measured: inout MeasuredRow, into content: inout RowContent
  ) -> Int32 {
    let width = max(0, view.style.width - 2 * plan.margin)
    switch page {
    case .chart:
      guard let chart = view.cell.chart else { return 0 }
      return ChartBlock(chart).place(x: plan.margin, y: 0, width: width, view, into: &content)
    case .description:
      return HeaderParts.placeDescription(
        x: plan.margin, y: 0, width: width, view, &measured, into: &content)
    case .main:
      return placeMainPage(width: width, view, &measured, into: &content)
    }
  }

  private mutating func placeMainPage(
    width: Int32, _ view: borrowing CellView, _ measured: inout MeasuredRow, into content: inout RowContent
  ) -> Int32 {
    let textX = HeaderParts.placeImage(plan.margin, view, into: &content)
    // With large text, the image is above the title. The statuses are below it and have its width.
    let isStacked = view.style.isStacked
    let imageHeight = textX > plan.margin ? HeaderParts.imageHeight(view) : 0
    let x = isStacked ? plan.margin : textX
    let top = isStacked && imageHeight > 0 ? imageHeight + view.lengths.headerRowGap : 0
    let room = max(0, view.style.width - plan.margin - x)
    let share = (Double(width) * view.style.profile.header.compactStatusShare).rounded(.down)
    plan.statuses = HeaderParts.statuses(
      atMost: isStacked ? room : min(Int32(share), width - x - view.lengths.leastMain), view)
    let statusX = isStacked ? x : view.style.width - plan.margin - plan.statuses.width
    let isBeside = plan.statuses.width > 0 && !isStacked
    let main = isBeside ? max(0, statusX - view.lengths.gap - x) : room
    var titleEnd = HeaderParts.placeTitle(x: x, y: top, width: main, view, &measured, into: &content)
    let gap = 2 * view.lengths.headerRowGap
    let statusY = isStacked ? titleEnd + view.lengths.headerRowGap : HeaderParts.top(of: .status, view)
    if isStacked, plan.statuses.width > 0 { titleEnd = statusY + plan.statuses.height(view) }
    var bottom = max(imageHeight, titleEnd)
    if view.cell.hasAdditionalInformation {
      let end = HeaderParts.placeInformation(
        x: x, y: titleEnd + gap, width: main, view, &measured, into: &content)
      bottom = max(bottom, end)
    }
    plan.statuses.place(x: statusX, y: statusY, view, into: &content)
    if plan.statuses.width > 0 { bottom = max(bottom, statusY + plan.statuses.height(view)) }
    guard view.cell.description != nil, !view.cell.hasAdditionalInformation else { return bottom }
    return HeaderParts.placeDescription(
      x: x, y: bottom + gap, width: max(0, view.style.width - plan.margin - x), view, &measured,
      into: &content)
  }
}
