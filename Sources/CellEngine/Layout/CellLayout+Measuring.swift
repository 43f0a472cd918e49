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
      firstPrepared: analysis.firstText[index])
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

  private func measureColumns() {
    plan = ColumnPlan(margin: lengths.margin)
    if rules.isEditing, let glyph = controlGlyph { plan.control = glyphs.advance(of: glyph) }
    if rules.keepsUnread || (isUnread && !rules.stackHoldsUnread) {
      plan.unread = glyphs.advance(of: .unread)
    }
    measureStack()
    if cell.hasImage || rules.keepsImage { plan.image = lengths.image }
    measureStatuses()
    if !cell.actions.isEmpty || cell.accessory != .none { measureActions() }
    plan.showsAvatars = !cell.avatars.isEmpty && has(.avatars)
    plan.description = cell.description >= 0 ? rules.description : .hidden
    if plan.description == .column, rules.descriptionGivesWay, plan.statusCount == 0 {
      plan.description = .below
    }
    if cell.kind != .object { adjustToKind() }
  }

  /// A contact has its description where there is room; keys and values, and table rows, have nothing below them.
  private func adjustToKind() {
    switch cell.kind {
    case .object: break
    case .contact: if !rules.describesContacts { plan.description = .hidden }
    case .grid where !isTableRow: break
    case .keyValue, .grid:
      plan.description = .hidden
      plan.showsAvatars = false
    }
  }

  private func measureStatuses() {
    plan.statusCount = min(cell.statuses.count, statusLimit)
    guard plan.statusCount > 0 else { return }
    plan.isHorizontal = rules.stacksStatusesHorizontally && plan.statusCount > 1
    plan.status = plan.isHorizontal ? horizontalStatusWidth : verticalStatusWidth
    if plan.status == 0 { plan.statusCount = 0 }
  }

  private func shareWidth() {
    plan.share(rules.width, split: rules.split, lengths: lengths)
    guard plan.main < lengths.leastMain else { return }
    let narrow = narrowForms
    while plan.main < lengths.leastMain, plan.giveWay(lengths, narrow) {
      plan.share(rules.width, split: rules.split, lengths: lengths)
    }
    plan.main = max(0, plan.main)
  }

  /// What slots take that give way in part.
  private var narrowForms: ColumnPlan.Narrow {
    var narrow = ColumnPlan.Narrow(kept: rules.keptIcons)
    if plan.showsNumber { narrow.number = numberAdvance }
    if rules.stackHoldsUnread { narrow.stackedUnread = glyphs.advance(of: .unread) }
    if !cell.icons.isEmpty { narrow.icon = min(advance(of: cell.icons[0]), lengths.iconColumnLimit) }
    if plan.statusCount > 0 {
      narrow.vertical = verticalStatusWidth
      narrow.status = rules.statusWidth >= 0 ? rules.statusWidth : advance(of: cell.statuses[0])
    }
    return narrow
  }

  /// Every slot as wide as its content.
  private func takeNaturalWidths() {
    plan.main = naturalMainWidth()
    if plan.description == .column { plan.descriptionColumn = advance(of: cell.description) }
  }

  // MARK: Heights

  private func measureHeights() {
    measured.statusHeight = Int32(plan.isHorizontal ? 1 : plan.statusCount) * lengths.line
    plan.below = sharesTitleRow ? widthBelow : plan.main
    measured.leadingHeight = leadingHeight
    measured.trailingHeight = plan.actions > 0 || plan.accessory > 0 ? lengths.line : 0
    measured.mainHeight = measureMain()
    if plan.description == .column {
      measured.descriptionHeight = measureDescription(width: plan.descriptionColumn)
    }
    let height = max(
      measured.mainHeight, measured.statusHeight, measured.descriptionHeight,
      max(measured.leadingHeight, measured.trailingHeight, lengths.line))
    row.contentHeight = height
    row.height = height + rules.separatorHeight
  }

  /// Measures the main content, and gives its height.
  private func measureMain() -> Int32 {
    if cell.kind == .keyValue { return measureKeyValue() }
    if isTableRow { return measureTableRow() }
    let role = cell.isEnabled ? StyleRole.secondary : .disabled
    var height = max(
      lengths.line,
      measure(
        cell.title, .title, cell.isEnabled ? .title : .disabled, width: plan.main, maxLines: titleLines))
    height += measure(cell.subtitle, .subtitle, role, width: plan.below, maxLines: rules.rowLines)
    let third = thirdRow
    height += measure(third.field, third.slot, role, width: plan.below, maxLines: rules.rowLines)
    if rules.thirdRow == .both {
      height += measure(cell.caption, .caption, role, width: plan.below, maxLines: rules.rowLines)
    }
    measured.textHeight = height
    if let rating = cell.rating, has(.rating) {
      measured.rating = fitting(rating)
      if measured.rating != nil { height += lengths.line }
    }
    if plan.showsAvatars {
      measured.avatarCount = fittingAvatarCount()
      if measured.avatarCount >= 0 { height += lengths.line }
    }
    if cell.info != nil, has(.info), plan.below > 0 {
      measured.showsInfo = true
      height += lengths.line
    }
    if !cell.tags.isEmpty, has(.tags) { height += flowTags() }
    if plan.description == .below {
      height = max(height, measured.statusHeight)
      height += measureDescription(width: widthBelow)
    }
    return height
  }

  private func measureDescription(width: Int32) -> Int32 {
    var lines = rules.descriptionLines
    if rules.descriptionFollowsTextRows, plan.description == .column {
      lines = Int(measured.textHeight / lengths.line)
    }
    return measure(
      cell.description, .description, cell.isEnabled ? .body : .disabled, width: width, maxLines: lines)
  }

  /// Wraps a text, and gives the height of its lines; 0 lines is no limit.
  @inline(__always)
  @discardableResult
  func measure(
    _ field: Int32, _ slot: Slot, _ role: StyleRole, width: Int32, maxLines: Int
  ) -> Int32 {
    guard field >= 0 else { return 0 }
    let first = Int32(truncatingIfNeeded: row.textLines.count)
    let wrapped = wrap(field, width: width, maximumLines: maxLines, slot: slot)
    let end = Int32(truncatingIfNeeded: row.textLines.count)
    measured.texts.append(
      MeasuredText(
        field: field, slot: slot, role: role, isTruncated: wrapped.isTruncated, lines: first..<end,
        hidden: wrapped.hidden))
    return (end - first) * lengths.line
  }
}
