/// Placing: every slot gets its rectangle, every line its left end.
extension CellLayout {
  /// Places all slots of the measured row, unless that is done.
  ///
  /// - Parameter notesElements: `false` where nothing but the lines is asked for.
  func place(notingElements notesElements: Bool = true) {
    guard !measured.isPlaced || (notesElements && !row.notesElements) else { return }
    measured.isPlaced = true
    row.removePlaces()
    // What takes its natural width, and shapes in points, are put together by elements.
    row.notesElements = notesElements || isUnlimited || !lengths.isColumns
    let mainX = plan.leading(lengths)
    let statusX = statusX(behind: mainX)
    let alignment = alignment
    placeLeading(alignment)
    placeMain(x: mainX, y: alignment.mainTop)
    if plan.description == .column, cell.description >= 0 {
      placeDescription(
        x: mainX + plan.main + lengths.descriptionGap,
        y: lengths.descriptionTop + alignment.top(ofColumn: measured.descriptionHeight),
        width: plan.descriptionColumn)
    }
    placeStatuses(x: statusX, y: alignment.top(ofStatuses: measured.statusHeight))
    placeTrailing(
      x: statusX + (plan.status > 0 ? plan.status + lengths.gap : trailingGap),
      y: alignment.top(of: measured.trailingHeight))
    row.width = isUnlimited ? naturalWidth : rules.width
    if !lengths.isColumns { pad(alignment) }
    if workspace.pointee.hasFonts { shapeLines() }
    if rules.direction == .rtl { row.mirror() }
  }

  /// Lowers what was placed below the padding, or to the middle of a row that is higher than it must be.
  private func pad(_ alignment: RowAlignment) {
    let padding = mainLineCount >= 3 ? lengths.highPadding : lengths.padding
    row.lower(by: alignment.isCentred ? (row.contentHeight - alignment.height) / 2 : padding)
  }

  /// How the parts of the measured row stand beside each other.
  @inline(__always)
  private var alignment: RowAlignment {
    let besideStatuses =
      if sharesTitleRow {
        lineHeight(of: .title)
      } else {
        plan.description == .below ? measured.aboveHeight : measured.mainHeight
      }
    let isTop = plan.description == .column && rules.topAlignsColumns
    return RowAlignment(
      height: max(
        measured.mainHeight, measured.statusHeight, measured.descriptionHeight,
        max(measured.leadingHeight, measured.trailingHeight)),
      mainHeight: measured.mainHeight, besideStatuses: besideStatuses, statusOnBaseline: statusOnBaseline,
      isCentred: mainLineCount < rules.topAlignedFrom && !isTop, isColumns: lengths.isColumns)
  }

  /// How far a status is lowered in a row of texts beside each other, so that it stands on their baseline.
  @inline(__always)
  private var statusOnBaseline: Int32? {
    guard isTableRow || measured.keyWidth > 0, measured.rowCount == 1,
      plan.isHorizontal || plan.statusCount == 1
    else { return nil }
    let baseline = measured.keyWidth > 0 ? lengths.lines.value.baseline : lengths.lines.title.baseline
    return max(0, baseline - lengths.lines.status.baseline)
  }

  /// Where the status block begins, or would.
  @inline(__always)
  private func statusX(behind mainX: Int32) -> Int32 {
    let descriptionRoom = plan.description == .column ? lengths.descriptionGap + plan.descriptionColumn : 0
    return mainX + plan.main + descriptionRoom + (plan.status > 0 ? trailingGap : 0)
  }

  private var trailingGap: Int32 { plan.trailingGap(lengths) }

  /// What a description below has: from the main block's left edge to the right edge of the status block.
  var widthBelow: Int32 {
    if isUnlimited { return advance(of: cell.description) }
    return plan.status > 0 ? plan.main + lengths.gap + plan.status : plan.main
  }

  /// How wide the row is where nothing bounds it: as far as its elements reach.
  private var naturalWidth: Int32 {
    var right = plan.leading(lengths)
    for index in row.elements.indices {
      right = max(right, row.elements[index].x + row.elements[index].width)
    }
    return right + plan.margin
  }

  /// Places a measured text whose lines stand at the leading edge, or at the side of the text's own direction.
  ///
  /// - Returns: the height of its lines.
  @discardableResult
  func place(textAt index: Int, x: Int32, y: Int32, width: Int32) -> Int32 {
    placeInline(textAt: index, x: x, y: y, width: width)
  }

  /// The same where most texts are placed, which are so many that the call would cost as much.
  @inline(__always)
  func placeInline(textAt index: Int, x: Int32, y: Int32, width: Int32) -> Int32 {
    if workspace.pointee.measuresLetters, measured.texts[index].isTruncated { cutExactly(textAt: index) }
    let text = UnsafePointer(measured.texts.storage + index)
    let field = text.pointee.field
    let count = Int(text.pointee.lineCount)
    let element = row.nextElement
    if row.notesElements {
      note(
        PlacedElement(
          slot: text.pointee.slot, role: text.pointee.role, isTruncated: text.pointee.isTruncated, x: x, y: y,
          width: width, height: text.pointee.height, firstLine: row.nextLine,
          lineCount: text.pointee.lineCount, field: field, hidden: text.pointee.hidden))
    }
    let isRightToLeft = isRightToLeft(field)
    let lineHeight = lengths.isColumns ? 1 : self.lineHeight(of: text.pointee.slot)
    row.lines.reserve(count)
    let placed = row.lines.storage + row.lines.count
    var line = PlacedLine(
      x: x, y: y, advance: 0, element: element, first: text.pointee.firstLine, content: .text(field: field),
      isRightToLeft: isRightToLeft)
    for index in 0..<count {
      line.advance = row.textLines[Int(line.first)].advance
      (placed + index).initialize(to: line)
      line.first &+= 1
      line.y = min(line.y &+ lineHeight, 1 << 30)
    }
    row.lines.count &+= count
    if isRightToLeft, rules.direction == .auto { alignTrailing(count, x: x, width: width) }
    return text.pointee.height
  }

  /// Moves the last `count` lines to the trailing edge.
  @inline(never)
  private func alignTrailing(_ count: Int, x: Int32, width: Int32) {
    for index in row.lines.count - count..<row.lines.count {
      row.lines[index].x = x &+ width &- row.lines[index].advance
    }
  }

  /// Whether a field is set from right to left in the view, which may go by its first strong character.
  @inline(__always)
  private func isRightToLeft(_ field: Int32) -> Bool {
    switch rules.direction {
    case .auto:
      let prepared = cell.fields[Int(field)].prepared
      return prepared >= 0
        && workspace.pointee.analysis.texts[Int(prepared)].direction == .rightToLeft
    case .ltr: return false
    case .rtl: return true
    }
  }
}
