extension CellLayout {
  /// Places all slots of the cell in the row: shares the width first, and settles heights last.
  mutating func placeSlots() {
    noteWhatIsMissing()
    measure()
    if isUnlimited {
      takeNaturalWidths()
    } else {
      shareWidth()
    }
    let mainX = plan.leading(lengths)
    let statusX = mainX + plan.main + descriptionRoom + (plan.status > 0 ? trailingGap : 0)
    let statusBottom = Int32(plan.statusCount) * lengths.line
    let leading = placeLeading()
    let main = placeMain(x: mainX, statusX: statusX, statusBottom: statusBottom)
    let descriptionBottom = placeDescriptionColumn(x: mainX + plan.main + lengths.descriptionGap)
    placeStatuses(x: statusX)
    let trailing = placeTrailing(
      x: statusX + (plan.status > 0 ? plan.status + lengths.gap : trailingGap))
    row.width = isUnlimited ? naturalWidth : environment.width
    settleHeights(
      main: main, others: max(statusBottom, descriptionBottom), besideMain: [leading, trailing])
    if environment.direction == .rtl { row.mirror() }
    row.sortLines()
  }

  /// The gap before the first trailing slot.
  private var trailingGap: Int32 {
    plan.description == .column ? lengths.descriptionGap : lengths.gap
  }

  /// What a description column takes, with the gap before it.
  private var descriptionRoom: Int32 {
    plan.description == .column ? lengths.descriptionGap + plan.descriptionColumn : 0
  }

  /// How wide the row is where nothing bounds it: as far as its elements reach.
  private var naturalWidth: Int32 {
    var right = plan.leading(lengths)
    for index in row.elements.indices {
      right = max(right, row.elements[index].x + row.elements[index].width)
    }
    return right + plan.margin
  }

  private mutating func noteWhatIsMissing() {
    if cell.number >= 0, !has(.number) { row.diagnostics.insert(missing: .number) }
    if !cell.tags.isEmpty, !has(.tags) { row.diagnostics.insert(missing: .tags) }
    if cell.rating != nil, !has(.rating) { row.diagnostics.insert(missing: .rating) }
    if !cell.avatars.isEmpty, !has(.avatars) { row.diagnostics.insert(missing: .avatars) }
    if cell.info != nil, !has(.info) { row.diagnostics.insert(missing: .info) }
    if cell.footnote >= 0, cell.caption >= 0, environment.profile.thirdRow != .both {
      row.diagnostics.insert(.thirdRow)
    }
    if cell.icons.count > environment.profile.icons.limit { row.diagnostics.insert(.icons) }
    if cell.statuses.count > environment.profile.statusLimit { row.diagnostics.insert(.statuses) }
    let image = environment.profile.image
    if let size = cell.imageSize, size < image.smallest || size > image.largest {
      row.diagnostics.insert(.imageSize)
    }
    if cell.kind != .object { row.diagnostics.insert(.kind) }
  }

  // MARK: Widths

  private mutating func measure() {
    plan = ColumnPlan(margin: lengths.margin)
    if environment.mode == .edit, let glyph = controlGlyph { plan.control = glyphs.advance(of: glyph) }
    if state.unread || environment.kept.unread { plan.unread = glyphs.advance(of: .unread) }
    plan.iconCount = min(cell.icons.count, environment.profile.icons.limit)
    plan.icons = Int32(environment.kept.icons)
    for index in 0..<plan.iconCount {
      plan.icons = max(plan.icons, min(advance(of: cell.icons[index]), lengths.iconColumnLimit))
    }
    if cell.hasImage || environment.kept.image { plan.image = lengths.image }
    measureStatuses()
    measureActions()
    plan.showsAvatars = !cell.avatars.isEmpty && has(.avatars)
    plan.description = cell.description >= 0 ? environment.description : .hidden
    if plan.description == .column, environment.textScale >= 1.15, plan.statusCount == 0 {
      plan.description = .below
    }
  }

  private mutating func measureStatuses() {
    plan.statusCount = min(cell.statuses.count, environment.profile.statusLimit)
    guard plan.statusCount > 0 else { return }
    if let width = environment.statusWidth {
      plan.status = min(width, max(0, environment.width))
    } else {
      for index in 0..<plan.statusCount {
        plan.status = max(plan.status, advance(of: cell.statuses[index]))
      }
      if !isUnlimited { plan.status = min(plan.status, environment.width / lengths.statusDivisor) }
    }
    if plan.status == 0 { plan.statusCount = 0 }
  }

  private mutating func shareWidth() {
    plan.share(environment.width, split: environment.split, lengths: lengths)
    guard plan.main < lengths.leastMain else { return }
    let firstIcon = cell.icons.isEmpty ? 0 : min(advance(of: cell.icons[0]), lengths.iconColumnLimit)
    let firstStatus =
      environment.statusWidth ?? (cell.statuses.isEmpty ? 0 : advance(of: cell.statuses[0]))
    while plan.main < lengths.leastMain,
      plan.giveWay(
        lengths, firstIcon: max(firstIcon, Int32(environment.kept.icons)), firstStatus: firstStatus)
    {
      plan.share(environment.width, split: environment.split, lengths: lengths)
    }
    plan.main = max(0, plan.main)
  }

  /// Every slot as wide as its content.
  private mutating func takeNaturalWidths() {
    plan.main = naturalMainWidth()
    if plan.description == .column { plan.descriptionColumn = advance(of: cell.description) }
  }

  // MARK: Heights

  /// A part of the row that stands beside the main block: its elements, and where they end.
  struct Part {
    var elements: Range<Int>
    var bottom: Int32
  }

  /// Lowers a low main block, and what goes with it, to the middle of what is higher.
  private mutating func settleHeights(main: Part, others: Int32, besideMain parts: [Part]) {
    var height = max(main.bottom, others)
    for part in parts { height = max(height, part.bottom) }
    let mainLines = Int(main.bottom / lengths.line)
    if mainLines < environment.topAlignedFrom {
      let distance = (height - main.bottom) / 2
      row.lower(elementsIn: main.elements, by: distance)
      for part in parts { row.lower(elementsIn: part.elements, by: min(distance, height - part.bottom)) }
    }
    row.contentHeight = max(height, lengths.line)
    row.height = row.contentHeight + (environment.separator == .none ? 0 : lengths.line)
  }
}
