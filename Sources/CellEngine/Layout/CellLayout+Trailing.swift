extension CellLayout {
  /// Chooses which actions stand inline and which accessory stands behind them, and measures them.
  ///
  /// Material profiles show a few actions inline; the rest goes into the overflow menu, and `disclosure` draws
  /// nothing, because drill-down is a tap on the cell. Where there is one accessory only, it is the one action, or the
  /// overflow menu for several, or a mark of navigation. A contact has its activities inline in every profile. The rows
  /// of a table have theirs in the overflow menu, so that its columns align. In edit mode the marks of navigation go.
  func measureActions() {
    if isTableRow {
      plan.accessoryGlyph = cell.actions.isEmpty ? accessoryGlyph : .menu
      plan.accessory = plan.accessoryGlyph.map { glyphs.advance(of: $0) } ?? 0
      return
    }
    if rules.hasOneAccessory, cell.kind != .contact { return measureAccessory() }
    let limit = cell.kind == .contact ? LayoutRules.contactActionLimit : rules.actionLimit
    plan.actionCount = min(cell.actions.count, limit)
    plan.hasOverflow = cell.actions.count > plan.actionCount
    plan.actions = actionsWidth
    plan.accessoryGlyph = accessoryGlyph
    if let glyph = plan.accessoryGlyph { plan.accessory = glyphs.advance(of: glyph) }
  }

  private var actionGap: Int32 { cell.kind == .contact ? lengths.contactActionGap : lengths.actionGap }

  /// What the inline actions and the overflow menu behind them take.
  private var actionsWidth: Int32 {
    var width: Int32 = 0
    for index in 0..<plan.actionCount {
      width += advance(of: cell.actions[index]) + (index > 0 ? actionGap : 0)
    }
    guard plan.hasOverflow else { return width }
    return width + (width > 0 ? actionGap : 0) + glyphs.advance(of: .menu)
  }

  /// Moves the last inline action into the overflow menu; where none is left, the menu goes.
  ///
  /// - Returns: `false` where nothing was there.
  func foldActions() -> Bool {
    guard plan.actions > 0 else { return false }
    plan.hasOverflow = plan.actionCount > 0
    plan.actionCount = max(0, plan.actionCount - 1)
    plan.actions = actionsWidth
    return true
  }

  /// Whether the profile draws an action of the cell by itself, and not only the menu in which they are.
  @inline(__always)
  var showsAction: Bool {
    !cell.actions.isEmpty && !isTableRow
      && (!rules.hasOneAccessory || cell.kind == .contact || isAccessoryAction)
  }

  /// Whether the one accessory is an action.
  private var isAccessoryAction: Bool {
    cell.actions.count == 1 || (cell.accessory == .action && !cell.actions.isEmpty)
  }

  private func measureAccessory() {
    if isAccessoryAction {
      plan.actionCount = 1
      plan.actions = advance(of: cell.actions[0])
      return
    }
    plan.accessoryGlyph = cell.actions.isEmpty ? accessoryGlyph : .menu
    if let glyph = plan.accessoryGlyph { plan.accessory = glyphs.advance(of: glyph) }
  }

  var accessoryGlyph: Glyph? {
    switch cell.accessory {
    // The overflow of the actions is the menu.
    case .menu: return plan.hasOverflow ? nil : .menu
    case .detail: return rules.drawsDetail && !rules.isEditing ? .detail : nil
    case .disclosure:
      guard rules.drawsChevron, !rules.isEditing else { return nil }
      return rules.direction == .rtl ? .mirroredChevron : .chevron
    case .none, .action: return nil
    }
  }

  /// Places the inline actions and the accessory.
  func placeTrailing(x: Int32, y: Int32) {
    var x = x
    if plan.actions > 0 {
      for index in 0..<plan.actionCount {
        let action = cell.actions[index]
        let width = advance(of: action)
        place(action, x: x, y: y, width: width)
        x += width + actionGap
      }
      if plan.hasOverflow {
        let width = glyphs.advance(of: .menu)
        placeGlyph(.menu, slot: .actions, role: .accessory, x: x, y: y, width: width)
        x += width + actionGap
      }
      x += lengths.gap - actionGap
    }
    if plan.accessory > 0, let glyph = plan.accessoryGlyph {
      placeGlyph(glyph, slot: .accessory, role: .accessory, x: x, y: y, width: plan.accessory)
    }
  }

  /// The parts of an action as they are drawn.
  private enum Appearance {
    case titled(Int32, mark: Glyph?)
    case icon(mark: Glyph?, CellFields.IconSource)
    case glyph(Glyph)
    case percentage(Int)
  }

  private func appearance(of action: CellFields.ActionEntry) -> Appearance {
    switch action.kind {
    case .menu: return .glyph(.menu)
    case .download:
      guard let progress = action.progress else { return .glyph(.downloadReady) }
      return progress >= 1
        ? .glyph(.downloadDone) : .percentage(min(99, Int((max(0, progress) * 100).rounded())))
    case .button, .toggle:
      let mark: Glyph? = action.isOn ? .toggleMark : nil
      if action.title >= 0 { return .titled(action.title, mark: mark) }
      if let icon = action.icon { return .icon(mark: mark, icon) }
      return action.id >= 0 ? .titled(action.id, mark: mark) : .glyph(.menu)
    }
  }

  private func advance(of action: CellFields.ActionEntry) -> Int32 {
    max(lengths.leastAction, drawnAdvance(of: action))
  }

  private func drawnAdvance(of action: CellFields.ActionEntry) -> Int32 {
    switch appearance(of: action) {
    case .titled(let title, let mark):
      glyphs.advance(of: .buttonOpen) + (mark.map { glyphs.advance(of: $0) } ?? 0)
        + min(advance(of: title), lengths.actionTitleLimit) + glyphs.advance(of: .buttonClose)
    case .icon(let mark, let icon):
      (mark.map { glyphs.advance(of: $0) } ?? 0) + min(advance(of: icon), lengths.actionTitleLimit)
    case .glyph(let glyph): glyphs.advance(of: glyph)
    case .percentage(let value): glyphs.advance(of: Int32(value)) + glyphs.advance(of: .percent)
    }
  }

  private func place(_ action: CellFields.ActionEntry, x: Int32, y: Int32, width: Int32) {
    var line = beginLine()
    var advance: Int32 = 0
    switch appearance(of: action) {
    case .titled(let title, let mark):
      advance += appendGlyph(.buttonOpen)
      if let mark, !mirrorsLines { advance += appendGlyph(mark) }
      let trailingMark = mark != nil && mirrorsLines ? glyphs.advance(of: .trailingToggleMark) : 0
      advance += appendField(
        title, width: width - advance - trailingMark - glyphs.advance(of: .buttonClose), slot: .actions,
        to: &line)
      if trailingMark > 0 { advance += appendGlyph(.trailingToggleMark) }
      advance += appendGlyph(.buttonClose)
    case .icon(let mark, let icon):
      if let mark, !mirrorsLines { advance += appendGlyph(mark) }
      let trailingMark = mark != nil && mirrorsLines ? glyphs.advance(of: .trailingToggleMark) : 0
      advance += appendIcon(icon, width: width - advance - trailingMark, slot: .actions)
      if trailingMark > 0 { advance += appendGlyph(.trailingToggleMark) }
    case .glyph(let glyph): advance += appendGlyph(glyph)
    case .percentage(let value): advance += appendInteger(value) + appendGlyph(.percent)
    }
    endLine(
      line, slot: .actions, role: action.isEnabled ? .button : .disabled, x: x, y: y, width: width,
      advance: advance, inset: markInset(advance, in: width))
  }
}
