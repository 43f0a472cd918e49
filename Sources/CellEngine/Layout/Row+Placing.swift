/// Placing: every slot gets its rectangle, every line its left end.
extension Row {
  /// Places all slots of the measured row.
  ///
  /// - Parameter notesElements: `false` if only lines are requested.
  mutating func place(notingElements notesElements: Bool) {
    content.removePlaces()
    // Natural widths, and shapes in points, are put together by elements.
    content.notesElements = notesElements || view.isUnlimited || !lengths.isColumns
    content.isMirrored = style.direction == .rtl
    guard view.cell.kind.isObject else { return ListPartRow.place(&self) }
    let mainX = plan.leading(lengths)
    let statusX = plan.statusX(after: mainX, lengths)
    let alignment = alignment
    plan.placeLeading(
      controlTop: markTop(of: lengths.height(of: .control), alignment), iconTop: iconTop,
      strip: max(0, measured.stripHeight - lengths.blockGap), alignment, view, into: &content)
    placeMain(x: mainX, y: alignment.mainTop)
    let trailing = content.elements.count
    if plan.description == .column, view.cell.description != nil {
      placeDescription(
        x: mainX + plan.main + lengths.descriptionGap,
        y: lengths.isColumns ? 0 : alignment.mainTop + measured.descriptionTop,
        width: plan.descriptionColumn)
    }
    let trailingY = trailingTop(alignment)
    if plan.isStacked {
      _ = plan.actions.place(
        x: mainX, y: measured.stripHeight + measured.stackedActionsTop, view, into: &content)
      plan.accessory.place(x: statusX + plan.trailingGap(lengths), y: trailingY, view, into: &content)
    } else {
      plan.statuses.place(
        x: statusX, y: alignment.top(ofStatuses: measured.statusHeight), view, into: &content)
      let trailingX =
        statusX + (plan.statuses.width > 0 ? plan.statuses.width + lengths.gap : plan.trailingGap(lengths))
      let accessoryX = plan.actions.place(x: trailingX, y: trailingY, view, into: &content)
      plan.accessory.place(x: accessoryX, y: trailingY, view, into: &content)
    }
    width = style.width
    if view.isUnlimited {
      closeUp(from: trailing, mainX)
      width = content.closedWidth(view, margin: plan.margin, from: mainX)
    }
    if !lengths.isColumns { pad(alignment) }
    reveal?.place(plan, in: RowExtent(width, height, contentHeight), view, into: &content)
    finish()
  }

  /// Moves the slots from the element `first` on to the ends of their own lines. A row without a
  /// width has no trailing edge.
  private mutating func closeUp(from first: Int, _ mainX: Int32) {
    var start = first
    while start < content.elements.count {
      let (slot, y) = (content.elements[start].slot, content.elements[start].y)
      var end = start + 1
      while end < content.elements.count, content.elements[end].slot == slot, content.elements[end].y == y {
        end += 1
      }
      let follows = plan.statuses.width > 0 || slot == .accessory && plan.actions.width > 0
      let gap: Int32 =
        switch slot {
        case .description: lengths.descriptionGap
        case .actions, .accessory: follows ? lengths.gap : plan.trailingGap(lengths)
        default: plan.trailingGap(lengths)
        }
      content.closeUp(start..<end, gap: gap, from: mainX)
      start = end
    }
  }

  /// Shapes, mirrors and links what was placed.
  mutating func finish() {
    if content.notesElements { content.setDirections(view) }
    if view.measures.hasFonts, let fonts = view.measures.metrics.pointee.fonts {
      LineShaper.shape(&content, view, fonts)
    }
    if content.isMirrored { content.mirror(width: width) }
    if lengths.isColumns { content.linkLines(height: contentHeight) }
  }

  /// Lowers the placed content by the padding, or to the middle of a row that is higher.
  mutating func pad(_ alignment: RowAlignment) {
    content.lower(by: alignment.isCentred ? (contentHeight - alignment.height) / 2 : topPadding)
  }

  /// The padding at the top of a row in points.
  private var topPadding: Int32 { mainLineCount >= 3 ? lengths.highPadding : lengths.padding }

  /// The distance by which a control, an action or an accessory is lowered, before the row is
  /// padded. Some profiles have them in the middle of every row.
  private func markTop(of part: Int32, _ alignment: RowAlignment) -> Int32 {
    guard style.centersMarks, !alignment.isCentred else { return alignment.top(of: part) }
    return (contentHeight - part) / 2 - topPadding
  }

  /// The distance by which actions and the accessory are lowered. In a centred row in points, the
  /// statuses are not in the middle if there is a description. Then actions share their line.
  private func trailingTop(_ alignment: RowAlignment) -> Int32 {
    let height = measured.trailingHeight
    guard alignment.isCentred, !lengths.isColumns, !style.centersMarks, !plan.isStacked,
      plan.statuses.count > 0, plan.description != .hidden
    else {
      return markTop(of: height, alignment)
    }
    let top = alignment.top(ofStatuses: measured.statusHeight) + (measured.statusHeight - height) / 2
    return max(0, min(top, alignment.height - height))
  }

  /// How the parts of the measured row are aligned.
  @inline(__always)
  var alignment: RowAlignment {
    if lengths.isColumns, !isCentred { return .topInColumns }
    let besideStatuses =
      if sharesTitleRow {
        view.lineHeight(of: .title)
      } else {
        plan.description == .below ? measured.aboveHeight : measured.mainHeight
      }
    return RowAlignment(
      height: measured.height, mainHeight: measured.mainHeight,
      groupHeight: lengths.isColumns ? measured.mainHeight : measured.groupHeight,
      besideStatuses: besideStatuses,
      statusOnBaseline: statusOnBaseline, statusTop: measured.statusTop, isCentred: isCentred,
      isColumns: lengths.isColumns)
  }

  /// Whether parts are in the middle of the row, and not at the top.
  var isCentred: Bool {
    mainLineCount < style.topAlignedFrom && !plan.isStacked
      && !(plan.description == .column && style.topAlignsColumns)
  }

  /// How far a status is lowered to the baseline of a row of texts next to each other.
  @inline(__always)
  private var statusOnBaseline: Int32? {
    if plan.description == .column, isCentred { return measured.statusTop }
    guard mainLineCount == 1 || (view.isTableRow || measured.keyWidth > 0) && measured.rowCount == 1,
      plan.statuses.isHorizontal || plan.statuses.count == 1
    else { return nil }
    let baseline = measured.keyWidth > 0 ? lengths.lines.value.baseline : lengths.lines.title.baseline
    return max(0, baseline - lengths.lines.status.baseline)
  }

  /// Places the main content, from the title down to a description below.
  private mutating func placeMain(x: Int32, y: Int32) {
    if view.cell.kind == .keyValue {
      let top = y + measured.stripHeight
      KeyValueRow.place(plan, x: x, y: top, view, &measured, into: &content)
      if measured.stackedStatusHeight > 0 {
        plan.statuses.place(x: x, y: top + measured.stackedStatusTop, view, into: &content)
      }
      return
    }
    if view.isTableRow { return TableRow.place(x: x, y: y, view, &measured, into: &content) }
    let top = y + measured.stripHeight
    var y = top
    for index in measured.texts.indices where measured.texts[index].slot != .description {
      var height = measured.texts[index].place(
        x: x, y: y, width: index == 0 ? plan.main : plan.below, view, into: &content)
      // The title keeps its line even without a text, so that the row is never empty.
      if index == 0 { height = max(height, lengths.height(of: .title)) }
      if height > 0 { y &+= height &+ lengths.rowGap }
    }
    y &+= lengths.blockGap &- lengths.rowGap
    if measured.stackedStatusHeight > 0 {
      plan.statuses.place(x: x, y: y, view, into: &content)
      y &+= measured.stackedStatusHeight &+ lengths.blockGap
    }
    if let rating = measured.rating {
      rating.place(x: x, y: y, view, into: &content)
      y &+= lengths.height(of: .rating) &+ lengths.blockGap
    }
    if let avatars = measured.avatars {
      avatars.place(x: x, y: y, view, into: &content)
      y &+= lengths.height(of: .avatars) &+ lengths.blockGap
    }
    if measured.showsInfo {
      Info.place(x: x, y: y, width: plan.below, view, into: &content)
      y &+= lengths.height(of: .info) &+ lengths.blockGap
    }
    if !measured.tags.isEmpty { measured.tags.place(x: x, y: y, view, into: &content) }
    if plan.description == .below {
      placeDescription(x: x, y: top + measured.aboveHeight + measured.gapBelow(lengths), width: widthBelow)
    }
  }

  /// Places the description, which was measured last.
  private mutating func placeDescription(x: Int32, y: Int32, width: Int32) {
    measured.texts.last.place(x: x, y: y, width: width, view, into: &content)
  }
}
