/// Measuring: how the width is shared, which lines each text takes, and how high the row is.
extension CellLayout {
  /// Measures the cell whose record is `record` and whose texts' analysis is at `index` of `analysis`.
  func measure(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: PreparedCells.Analysis,
    at index: Int
  ) {
    workspace.pointee.isUnread = state.unread
    workspace.pointee.isSelected = state.selected
    workspace.pointee.analysis = analysis
    workspace.pointee.cell.read(
      PackedFields(bytes: record), state: state, truncation: rules.truncation,
      firstPrepared: analysis.firstText[index], preparesASCII: workspace.pointee.measuresLetters)
    row.removeAll()
    measured.removeAll()
    measureColumns()
    if isUnlimited {
      takeNaturalWidths()
    } else {
      shareWidth()
    }
    measureHeights()
  }

  // MARK: Widths

  @inline(__always)
  private func measureColumns() {
    plan = ColumnPlan(margin: lengths.margin)
    plan.control = rules.control
    if rules.keepsUnread || (isUnread && !rules.stackHoldsUnread) {
      plan.unread = glyphs.advance(of: .unread)
    }
    measureStack()
    if rules.keepsImage { plan.image = lengths.keptImage }
    if cell.hasImage { plan.image = max(plan.image, imageEdge) }
    measureStatuses()
    plan.status = max(plan.status, keptStatus)
    if !cell.actions.isEmpty || cell.accessory != .none { measureActions() }
    plan.accessory = max(plan.accessory, keptAccessory)
    plan.showsAvatars = !cell.avatars.isEmpty && has(.avatars) && hasMainContent
    plan.description = descriptionPlacement
    if plan.description == .column, rules.descriptionGivesWay, plan.statusCount == 0, cell.kind != .contact {
      plan.description = .below
    }
  }

  /// Where the description stands if there is room for it. A contact has it at expanded width.
  @inline(__always)
  var descriptionPlacement: Environment.DescriptionPlacement {
    guard cell.description >= 0 || rules.keepsDescription, hasMainContent else { return .hidden }
    return cell.kind == .contact ? rules.contactDescription : rules.description
  }

  /// Whether there is something below the title: keys and values, and table rows, have nothing there.
  @inline(__always)
  var hasMainContent: Bool {
    cell.kind == .object || cell.kind == .contact || (cell.kind == .grid && !isTableRow)
  }

  @inline(__always)
  private func measureStatuses() {
    plan.statusCount = min(cell.statuses.count, statusLimit)
    guard plan.statusCount > 0 else { return }
    plan.isHorizontal = rules.stacksStatusesHorizontally && plan.statusCount > 1
    plan.status = plan.isHorizontal ? horizontalStatusWidth : verticalStatusWidth
    if plan.status == 0 { plan.statusCount = 0 }
  }

  /// Every slot as wide as its content.
  private func takeNaturalWidths() {
    plan.main = naturalMainWidth()
    if plan.description == .column { plan.descriptionColumn = advance(of: cell.description) }
  }

  // MARK: Heights

  private func measureHeights() {
    measured.statusHeight = height(ofStatuses: plan.isHorizontal ? 1 : plan.statusCount)
    plan.below = sharesTitleRow ? widthBelow : plan.main
    measured.leadingHeight = leadingHeight
    measured.trailingHeight = max(
      plan.actions > 0 ? lengths.height(of: .actions) : 0,
      plan.accessory > 0 ? lengths.height(of: .accessory) : 0)
    measured.mainHeight = measureMain()
    if plan.description == .column {
      let height = measureDescription(width: plan.descriptionColumn)
      measured.descriptionHeight = height > 0 ? lengths.descriptionTop + height : 0
    }
    let content = max(
      measured.mainHeight, measured.statusHeight, measured.descriptionHeight,
      max(measured.leadingHeight, measured.trailingHeight, lengths.line))
    row.contentHeight = lengths.isColumns ? content : padded(content)
    row.height = row.contentHeight + rules.separatorHeight
  }

  /// The height of a row with its padding, and as high as the profile has it at least.
  private func padded(_ content: Int32) -> Int32 {
    let (one, two, three) = lengths.leastHeights
    let lines = mainLineCount
    let isHigh = lines >= 3
    let least = isHigh ? three : lines == 2 ? two : one
    return max(least, content + 2 * (isHigh ? lengths.highPadding : lengths.padding))
  }

  /// The lines of the main content, below each other.
  @inline(__always)
  var mainLineCount: Int { lengths.isColumns ? Int(measured.mainHeight) : pointLineCount }

  private var pointLineCount: Int {
    var count = measured.rowCount
    for index in measured.texts.indices {
      let text = measured.texts[index]
      let isMain = text.slot != .description || plan.description == .below || cell.kind == .keyValue
      if isMain { count += max(0, text.lines.count - 1) }
    }
    return count
  }

  /// Measures the main content, and gives its height.
  private func measureMain() -> Int32 {
    if cell.kind == .keyValue { return measureKeyValue() }
    if isTableRow { return measureTableRow() }
    let role = cell.isEnabled ? StyleRole.secondary : .disabled
    var height = max(
      lengths.height(of: .title),
      measure(
        cell.title, .title, cell.isEnabled ? .title : .disabled, width: plan.main, maxLines: titleLines))
    measured.rowCount = 1
    stack(
      measure(cell.subtitle, .subtitle, role, width: plan.below, maxLines: rules.rowLines), below: &height)
    let third = thirdRow
    stack(measure(third.field, third.slot, role, width: plan.below, maxLines: rules.rowLines), below: &height)
    if rules.thirdRow == .both {
      stack(
        measure(cell.caption, .caption, role, width: plan.below, maxLines: rules.rowLines), below: &height)
    }
    measured.textLineCount = Int32(truncatingIfNeeded: row.textLines.count)
    if let rating = cell.rating, has(.rating) {
      measured.rating = fitting(rating)
      if measured.rating != nil { stack(lengths.height(of: .rating), below: &height) }
    }
    if plan.showsAvatars {
      measured.avatarCount = fittingAvatarCount()
      if measured.avatarCount >= 0 { stack(lengths.height(of: .avatars), below: &height) }
    }
    if cell.info != nil, has(.info), plan.below > 0 {
      measured.showsInfo = true
      stack(lengths.height(of: .info), below: &height)
    }
    if !cell.tags.isEmpty, has(.tags) { stack(flowTags(), below: &height) }
    measured.aboveHeight = max(height, measured.statusHeight)
    guard plan.description == .below else { return height }
    measured.rowCount += 1
    return measured.aboveHeight + lengths.belowGap + measureDescription(width: widthBelow)
  }

  /// Adds a row below others, with the gap between them.
  @inline(__always)
  private func stack(_ next: Int32, below height: inout Int32) {
    guard next > 0 else { return }
    height += lengths.rowGap + next
    measured.rowCount &+= 1
  }

  @inline(__always)
  private func measureDescription(width: Int32) -> Int32 {
    measure(
      cell.description, .description, cell.isEnabled ? .body : .disabled, width: width,
      maxLines: descriptionLines)
  }

  /// How many lines the description may have; 0 is no limit.
  var descriptionLines: Int {
    rules.descriptionFollowsTextRows && plan.description == .column
      ? Int(max(1, measured.textLineCount)) : rules.descriptionLines
  }

  /// Wraps a text, and gives the height of its lines; 0 lines is no limit.
  @inline(__always)
  @discardableResult
  func measure(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, width: Int32, maxLines: Int
  ) -> Int32 {
    field < 0 ? 0 : measureText(field, slot, role, width: width, maxLines: maxLines)
  }

  @inline(never)
  private func measureText(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, width: Int32, maxLines: Int
  ) -> Int32 {
    let first = Int32(truncatingIfNeeded: row.textLines.count)
    var wrapped = WrappedText()
    var lineCount: Int32 = 1
    if !appendWhole(field, width: width) {
      wrapped = wrapCut(field, width: width, maximumLines: maxLines, mode: cell.truncation[slot])
      lineCount = Int32(truncatingIfNeeded: row.textLines.count) &- first
    }
    let height = height(of: lineCount, slot)
    measured.texts.append(
      MeasuredText(
        field: field, width: width, firstLine: first, lineCount: lineCount, height: height,
        hidden: wrapped.hidden, slot: slot, role: role, isTruncated: wrapped.isTruncated))
    return height
  }

  /// The height of so many lines of a slot; beyond what any view shows, it does not grow.
  @inline(__always)
  func height(of lines: Int32, _ slot: Slot) -> Int32 {
    lengths.isColumns ? lines : Int32(min(Int64(lines) * Int64(lineHeight(of: slot)), 1 << 28))
  }

  /// The height of a line of a slot.
  @inline(never)
  func lineHeight(of slot: Slot) -> Int32 { ownLine(of: slot)?.height ?? lengths.height(of: slot) }

  /// Where letters stand in a line of a slot, from its top.
  func lineBaseline(of slot: Slot) -> Int32 { ownLine(of: slot)?.baseline ?? lengths.baseline(of: slot) }

  /// The line of a slot that is not as high as in other rows: the title of a header, a key, a value.
  private func ownLine(of slot: Slot) -> SlotLines.Line? {
    guard !lengths.isColumns else { return nil }
    if measured.headerNotes != nil { return slot == .title ? lengths.lines.headerTitle : nil }
    guard cell.kind == .keyValue else { return nil }
    return switch slot {
    case .title: lengths.lines.key
    case .subtitle, .description: lengths.lines.value
    default: nil
    }
  }
}
