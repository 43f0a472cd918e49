/// Measuring: how the width is shared, which lines each text takes, and how high the row is.
extension CellLayout {
  /// Measures the cell whose record is `record` and whose texts' analysis is at `index` of `analysis`.
  func measure(
    _ record: UnsafeBufferPointer<UInt8>, state: CellState, _ analysis: PreparedCells.Analysis, at index: Int
  ) {
    workspace.pointee.state = state
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
    if rules.keepsUnread || state.unread { plan.unread = glyphs.advance(of: .unread) }
    plan.iconCount = min(cell.icons.count, rules.iconLimit)
    plan.icons = rules.keptIcons
    if plan.icons < lengths.iconColumnLimit {
      for index in 0..<plan.iconCount {
        plan.icons = max(plan.icons, min(advance(of: cell.icons[index]), lengths.iconColumnLimit))
      }
    }
    if cell.hasImage || rules.keepsImage { plan.image = lengths.image }
    measureStatuses()
    if !cell.actions.isEmpty || cell.accessory != .none { measureActions() }
    plan.showsAvatars = !cell.avatars.isEmpty && has(.avatars)
    plan.description = cell.description >= 0 ? rules.description : .hidden
    if plan.description == .column, rules.descriptionGivesWay, plan.statusCount == 0 {
      plan.description = .below
    }
  }

  private func measureStatuses() {
    plan.statusCount = min(cell.statuses.count, rules.statusLimit)
    guard plan.statusCount > 0 else { return }
    if rules.statusWidth >= 0 {
      plan.status = min(rules.statusWidth, rules.width)
    } else {
      for index in 0..<plan.statusCount {
        plan.status = max(plan.status, advance(of: cell.statuses[index]))
      }
      if !isUnlimited { plan.status = min(plan.status, rules.width / lengths.statusDivisor) }
    }
    if plan.status == 0 { plan.statusCount = 0 }
  }

  private func shareWidth() {
    plan.share(rules.width, split: rules.split, lengths: lengths)
    guard plan.main < lengths.leastMain else { return }
    let firstIcon = cell.icons.isEmpty ? 0 : min(advance(of: cell.icons[0]), lengths.iconColumnLimit)
    let firstStatus =
      rules.statusWidth >= 0
      ? rules.statusWidth : (cell.statuses.isEmpty ? 0 : advance(of: cell.statuses[0]))
    while plan.main < lengths.leastMain,
      plan.giveWay(lengths, firstIcon: max(firstIcon, rules.keptIcons), firstStatus: firstStatus)
    {
      plan.share(rules.width, split: rules.split, lengths: lengths)
    }
    plan.main = max(0, plan.main)
  }

  /// Every slot as wide as its content.
  private func takeNaturalWidths() {
    plan.main = naturalMainWidth()
    if plan.description == .column { plan.descriptionColumn = advance(of: cell.description) }
  }

  // MARK: Heights

  private func measureHeights() {
    measured.statusHeight = Int32(plan.statusCount) * lengths.line
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
    let role = cell.isEnabled ? StyleRole.secondary : .disabled
    var height = max(
      lengths.line,
      measure(
        cell.title, .title, cell.isEnabled ? .title : .disabled, width: plan.main, maxLines: rules.titleLines)
    )
    height += measure(cell.subtitle, .subtitle, role, width: plan.main, maxLines: rules.rowLines)
    let third = thirdRow
    height += measure(third.field, third.slot, role, width: plan.main, maxLines: rules.rowLines)
    if rules.thirdRow == .both {
      height += measure(cell.caption, .caption, role, width: plan.main, maxLines: rules.rowLines)
    }
    if let rating = cell.rating, has(.rating) {
      measured.rating = fitting(rating)
      if measured.rating != nil { height += lengths.line }
    }
    if plan.showsAvatars {
      measured.avatarCount = fittingAvatarCount()
      if measured.avatarCount >= 0 { height += lengths.line }
    }
    if cell.info != nil, has(.info), plan.main > 0 {
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
    measure(
      cell.description, .description, cell.isEnabled ? .body : .disabled, width: width,
      maxLines: rules.descriptionLines)
  }

  /// Wraps a text, and gives the height of its lines; 0 lines is no limit.
  @inline(__always)
  private func measure(
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
