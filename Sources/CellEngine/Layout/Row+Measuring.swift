/// Measuring: how the width is shared, which lines each text takes, and how high the row is.
extension Row {
  /// Measures the cell that `record` holds; the analysis of its texts is at `index` of `analysis`.
  mutating func measure(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: BorrowedAnalysis,
    at index: Int
  ) {
    view.read(record, state: state, analysis, at: index, revealing: reveal)
    content.texts.lines.removeAll()
    measured.removeAll()
    guard view.cell.kind.isObject else { return ListPartRow.measure(&self) }
    plan.take(view)
    if view.isUnlimited {
      plan.takeNaturalWidths(view)
    } else {
      plan.share(view)
    }
    measureHeights()
  }

  /// The width of a description below: that of the main block and the statuses. If actions are next
  /// to the title only, it also has their width.
  var widthBelow: Int32 {
    if view.isUnlimited { return view.cell.description.map { view.advance(of: $0) } ?? 0 }
    if actionsShareTitleRow { return style.width - plan.leading(lengths) - plan.margin }
    return plan.statuses.width > 0 && !plan.isStacked
      ? plan.main + lengths.gap + plan.statuses.width : plan.main
  }

  // MARK: Heights

  private mutating func measureHeights() {
    measured.statusHeight = plan.isStacked ? 0 : plan.statuses.height(view)
    plan.below = sharesTitleRow || actionsShareTitleRow ? widthBelow : plan.main
    measured.trailingHeight = MeasuredRow.trailingHeight(of: plan, lengths)
    measured.mainHeight = measureMain()
    if plan.isStacked {
      measured.addStack(plan, view)
    } else {
      measured.leadingHeight = max(plan.controlHeight(view), plan.marksHeight(view, iconTop: iconTop))
    }
    if plan.description == .column, !(isHeightOnly && isDescriptionLow) {
      let height = measureDescription(width: plan.descriptionColumn)
      if height > 0 { measured.descriptionTop = lengths.descriptionTop }
      measured.descriptionHeight = height > 0 ? measured.descriptionTop + height : 0
    }
    let highest = max(measured.height, lengths.line)
    contentHeight = lengths.isColumns ? highest : padded(highest)
    height = contentHeight + lengths.separator
  }

  /// Whether a description column is never higher than the texts next to it.
  private var isDescriptionLow: Bool {
    let most = descriptionLines
    return most > 0
      && lengths.descriptionTop + view.height(of: Int32(clamping: most), .description) <= measured.mainHeight
  }

  /// The distance of the icons from the top of a row that is aligned at the top. The first of them
  /// is in the middle of the title's line.
  var iconTop: Int32 {
    lengths.isColumns || isCentred || plan.isStacked
      ? 0 : max(0, (view.lineHeight(of: .title) - lengths.height(of: .icons)) / 2)
  }

  /// The height of a row with its padding, and at least the minimum of the profile.
  func padded(_ content: Int32) -> Int32 {
    let heights = lengths.minimumHeights
    let lines = mainLineCount
    let isHigh = lines >= 3
    let minimum = isHigh ? heights.three : lines == 2 ? heights.two : heights.one
    return max(minimum, content + 2 * (isHigh ? lengths.highPadding : lengths.padding))
  }

  /// The number of lines of the main content.
  @inline(__always)
  var mainLineCount: Int { lengths.isColumns ? Int(measured.mainHeight) : pointLineCount }

  private var pointLineCount: Int {
    var count = measured.rowCount
    for index in measured.texts.indices {
      let text = measured.texts[index]
      let isMain = text.slot != .description || plan.description == .below || view.cell.kind == .keyValue
      if isMain { count += max(0, text.lines.count - 1) }
    }
    return count
  }

  /// Measures the main content. Returns its height.
  private mutating func measureMain() -> Int32 {
    if view.cell.kind == .keyValue {
      return KeyValueRow.measure(plan, view, into: &measured, &content.texts)
    }
    if view.isTableRow { return TableRow.measure(plan, view, into: &measured, &content.texts) }
    let role = view.role(.secondary)
    var height = max(
      lengths.height(of: .title),
      measure(view.cell.title, .title, view.role(.title), width: plan.main, maximumLines: titleLines))
    measured.rowCount = 1
    stack(measureRow(view.cell.subtitle, .subtitle, role), gap: lengths.rowGap, below: &height)
    let third = TextRows.third(of: view)
    stack(measureRow(third.field, third.slot, role), gap: lengths.rowGap, below: &height)
    if style.profile.thirdRow == .both {
      stack(measureRow(view.cell.caption, .caption, role), gap: lengths.rowGap, below: &height)
    }
    measured.textLineCount = Int32(truncatingIfNeeded: content.texts.count)
    if plan.isStacked { measured.addStatuses(of: plan, view, below: &height) }
    let gap = lengths.blockGap
    if let rating = view.cell.rating, view.has(.rating) {
      measured.rating = ShownRating(rating, fitting: plan.below, view)
      if measured.rating != nil { stack(lengths.height(of: .rating), gap: gap, below: &height) }
    }
    if plan.showsAvatars {
      measured.avatars = AvatarRow(fitting: plan.below, view)
      if measured.avatars != nil { stack(lengths.height(of: .avatars), gap: gap, below: &height) }
    }
    if Info.isShown(view, width: plan.below) {
      measured.showsInfo = true
      stack(lengths.height(of: .info), gap: gap, below: &height)
    }
    if !view.cell.tags.isEmpty, view.has(.tags) {
      stack(measured.tags.flow(in: plan.below, view), gap: gap, below: &height)
    }
    guard plan.description == .below else {
      setAboveHeight(height)
      return height
    }
    measured.rowCount += 1
    let description = measureDescription(width: widthBelow)
    setAboveHeight(height)
    // A description without visible characters takes no room.
    guard description > 0 else { return measured.aboveHeight }
    return measured.aboveHeight + measured.gapBelow(lengths) + description
  }

  /// Sets the height of the texts and of the statuses next to them, when all texts are measured.
  private mutating func setAboveHeight(_ texts: Int32) {
    // In a centred row without a description column, statuses are in its middle.
    if measured.statusHeight > 0, !isCentred || plan.description == .column {
      measured.statusTop = lengths.statusTop
    }
    measured.aboveHeight = max(texts, measured.statusTop + measured.statusHeight)
  }

  /// Adds a row below others, with the gap between them.
  @inline(__always)
  private mutating func stack(_ next: Int32, gap: Int32, below height: inout Int32) {
    guard next > 0 else { return }
    height += gap + next
    measured.rowCount &+= 1
  }

  /// Wraps a text row below the title.
  @inline(__always)
  private mutating func measureRow(_ field: Int32?, _ slot: Slot, _ role: StyleRole) -> Int32 {
    measure(field, slot, role, width: plan.below, maximumLines: style.rowLines)
  }

  @inline(__always)
  private mutating func measureDescription(width: Int32) -> Int32 {
    measure(
      view.cell.description, .description, view.role(.body), width: width, maximumLines: descriptionLines)
  }

  @inline(__always)
  private mutating func measure(
    _ field: Int32?, _ slot: Slot, _ role: StyleRole, width: Int32, maximumLines: Int
  ) -> Int32 {
    measured.measure(
      field, slot, role, width: width, maximumLines: maximumLines, view, into: &content.texts)
  }

  // MARK: Lines

  /// The maximum number of lines of the description; 0 for no limit.
  var descriptionLines: Int {
    DescriptionSlot.maximumLines(
      view, isColumn: plan.description == .column, textLines: measured.textLineCount)
  }

  /// The maximum number of lines of the title; 0 for no limit.
  @inline(__always)
  var titleLines: Int {
    if style.titleIsPlain, view.cell.kind == .object { return style.titleLines }
    if view.cell.kind == .contact { return TextRows.boundedTitleLines(style.contactTitleLines, of: view) }
    if style.titleSharesRow, sharesTitleRow { return 1 }
    return TextRows.boundedTitleLines(titleStandsAlone ? style.aloneTitleLines : style.titleLines, of: view)
  }

  /// Whether the title has nothing below it and no visible description.
  private var titleStandsAlone: Bool {
    view.cell.subtitle == nil && TextRows.third(of: view).field == nil
      && (plan.description == .hidden || view.cell.description == nil)
      && (view.cell.tags.isEmpty || !view.has(.tags))
  }

  /// Whether a single status shares the row of the title only.
  @inline(__always)
  var sharesTitleRow: Bool {
    style.titleSharesRow && !plan.isStacked && plan.statuses.count == 1 && plan.statuses.width > 0
      && plan.description != .column && view.cell.kind == .object && !titleStandsAlone
  }

  /// Whether actions, an accessory and a status are next to the title only. In points, this holds
  /// in a row of three texts with actions at its top, unless they are higher than the title.
  var actionsShareTitleRow: Bool {
    guard plan.actions.width > 0 || plan.accessory.width > 0, !lengths.isColumns, !plan.isStacked,
      !style.centersMarks, !view.isUnlimited, plan.statuses.count <= 1, plan.description != .column,
      view.cell.kind == .object
    else { return false }
    let texts =
      1 + (view.cell.subtitle == nil ? 0 : 1) + (TextRows.third(of: view).field == nil ? 0 : 1)
      + (plan.description == .below && view.cell.description != nil ? 1 : 0)
    return texts >= style.topAlignedFrom
      && MeasuredRow.trailingHeight(of: plan, lengths) <= view.lineHeight(of: .title)
  }
}
