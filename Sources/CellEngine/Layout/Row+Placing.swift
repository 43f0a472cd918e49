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
    let mainX = plan.leading(lengths)
    let statusX = plan.statusX(after: mainX, lengths)
    let alignment = alignment
    placeLeading(alignment)
    placeMain(x: mainX, y: alignment.mainTop)
    if plan.description == .column, view.cell.description != nil {
      placeDescription(
        x: mainX + plan.main + lengths.descriptionGap,
        y: isDescriptionOnTitleLine
          ? alignment.mainTop + lengths.descriptionTop
          : measured.descriptionTop + alignment.top(ofColumn: measured.descriptionHeight),
        width: plan.descriptionColumn)
    }
    plan.statuses.place(
      x: statusX, y: alignment.top(ofStatuses: measured.statusHeight), view, into: &content)
    let trailingX =
      statusX + (plan.statuses.width > 0 ? plan.statuses.width + lengths.gap : plan.trailingGap(lengths))
    let trailingY = alignment.top(of: measured.trailingHeight)
    let accessoryX = plan.actions.place(x: trailingX, y: trailingY, view, into: &content)
    plan.accessory.place(x: accessoryX, y: trailingY, view, into: &content)
    width = view.isUnlimited ? content.end(from: plan.leading(lengths)) + plan.margin : style.width
    if !lengths.isColumns { pad(alignment) }
    reveal?.place(plan, in: RowExtent(width, height, contentHeight), view, into: &content)
    finish()
  }

  /// Shapes, mirrors and links what was placed.
  mutating func finish() {
    if view.measures.hasFonts, let fonts = view.measures.metrics.pointee.fonts {
      LineShaper.shape(&content, view, fonts)
    }
    if content.isMirrored { content.mirror(width: width) }
    if lengths.isColumns { content.linkLines(height: contentHeight) }
  }

  /// Lowers the placed content by the padding, or to the middle of a row that is higher.
  private mutating func pad(_ alignment: RowAlignment) {
    let padding = mainLineCount >= 3 ? lengths.highPadding : lengths.padding
    content.lower(by: alignment.isCentred ? (contentHeight - alignment.height) / 2 : padding)
  }

  /// How the parts of the measured row are aligned.
  @inline(__always)
  private var alignment: RowAlignment {
    let besideStatuses =
      if sharesTitleRow {
        view.lineHeight(of: .title)
      } else {
        plan.description == .below ? measured.aboveHeight : measured.mainHeight
      }
    return RowAlignment(
      height: measured.height, mainHeight: measured.mainHeight, besideStatuses: besideStatuses,
      statusOnBaseline: statusOnBaseline, statusTop: measured.statusTop, isCentred: isCentred,
      isColumns: lengths.isColumns)
  }

  /// Whether parts are in the middle of the row, and not at the top.
  var isCentred: Bool {
    mainLineCount < style.topAlignedFrom && !(plan.description == .column && style.topAlignsColumns)
  }

  /// Whether the title and a description next to it have one line each, in points.
  private var isDescriptionOnTitleLine: Bool {
    !lengths.isColumns && mainLineCount == 1 && measured.texts.last.lines.count == 1
  }

  /// How far a status is lowered to the baseline of a row of texts next to each other.
  @inline(__always)
  private var statusOnBaseline: Int32? {
    guard mainLineCount == 1 || (view.isTableRow || measured.keyWidth > 0) && measured.rowCount == 1,
      plan.statuses.isHorizontal || plan.statuses.count == 1
    else { return nil }
    let baseline = measured.keyWidth > 0 ? lengths.lines.value.baseline : lengths.lines.title.baseline
    return max(0, baseline - lengths.lines.status.baseline)
  }

  /// Places the selection control, the unread mark, the icon stack and the image.
  @inline(__always)
  private mutating func placeLeading(_ alignment: RowAlignment) {
    var x = plan.margin
    if plan.control > 0 {
      ControlSlot.place(
        x: x, y: alignment.top(of: lengths.height(of: .control)), width: plan.control, view, into: &content)
      x += plan.control + lengths.gap
    }
    if plan.unread > 0 {
      if view.isUnread {
        let height = lengths.height(of: .unread)
        Unread.place(
          x: x, y: alignment.top(of: height), width: plan.unread, height: height, view, into: &content)
      }
      x += plan.unread + lengths.gap
    }
    if plan.icons.width > 0 {
      plan.icons.place(x: x, y: alignment.top(of: plan.icons.height(view)), view, into: &content)
      x += plan.icons.width + lengths.gap
    }
    if plan.image > 0, view.cell.hasImage {
      let edge = DetailImage.edge(view)
      DetailImage.place(
        x: x + (plan.image - edge) / 2, y: alignment.top(of: DetailImage.height(ofEdge: edge, view)),
        edge: edge, view, into: &content)
    }
  }

  /// Places the main content, from the title down to a description below.
  private mutating func placeMain(x: Int32, y: Int32) {
    if view.cell.kind == .keyValue {
      return KeyValueRow.place(plan, x: x, y: y, view, &measured, into: &content)
    }
    if view.isTableRow { return TableRow.place(x: x, y: y, view, &measured, into: &content) }
    let top = y
    var y = y
    for index in measured.texts.indices where measured.texts[index].slot != .description {
      var height = measured.texts[index].place(
        x: x, y: y, width: index == 0 ? plan.main : plan.below, view, into: &content)
      // The title keeps its line even without a text, so that the row is never empty.
      if index == 0 { height = max(height, lengths.height(of: .title)) }
      if height > 0 { y &+= height &+ lengths.rowGap }
    }
    if let rating = measured.rating {
      rating.place(x: x, y: y, view, into: &content)
      y &+= lengths.height(of: .rating) &+ lengths.rowGap
    }
    if let avatars = measured.avatars {
      avatars.place(x: x, y: y, view, into: &content)
      y &+= lengths.height(of: .avatars) &+ lengths.rowGap
    }
    if measured.showsInfo {
      Info.place(x: x, y: y, width: plan.below, view, into: &content)
      y &+= lengths.height(of: .info) &+ lengths.rowGap
    }
    if !measured.tags.isEmpty { measured.tags.place(x: x, y: y, view, into: &content) }
    if plan.description == .below {
      placeDescription(x: x, y: top + measured.aboveHeight + lengths.belowGap, width: widthBelow)
    }
  }

  /// Places the description, which was measured last.
  private mutating func placeDescription(x: Int32, y: Int32, width: Int32) {
    measured.texts.last.place(x: x, y: y, width: width, view, into: &content)
  }
}
