/// Placing: every slot gets its rectangle, every line its left end.
extension CellLayout {
  /// Places all slots of the measured row, unless that is done.
  func place() {
    guard !measured.isPlaced else { return }
    measured.isPlaced = true
    row.removePlaces()
    let mainX = plan.leading(lengths)
    let statusX = statusX(behind: mainX)
    let height = max(
      measured.mainHeight, measured.statusHeight, measured.descriptionHeight,
      max(measured.leadingHeight, measured.trailingHeight))
    // A low main block is lowered to the middle of what is higher, and what stands beside it goes with it.
    let isCentred = mainLineCount < rules.topAlignedFrom
    let distance = isCentred ? (height - measured.mainHeight) / 2 : 0
    placeLeading(loweredBy: distance, in: height)
    placeMain(x: mainX, y: distance)
    if plan.description == .column, cell.description >= 0 {
      placeDescription(
        x: mainX + plan.main + lengths.descriptionGap, y: lengths.descriptionTop,
        width: plan.descriptionColumn)
    }
    placeStatuses(x: statusX)
    placeTrailing(
      x: statusX + (plan.status > 0 ? plan.status + lengths.gap : trailingGap),
      y: min(distance, height - measured.trailingHeight))
    row.width = isUnlimited ? naturalWidth : rules.width
    if !lengths.isColumns { pad(height, isCentred: isCentred) }
    if workspace.pointee.hasFonts { shapeLines() }
    if rules.direction == .rtl { row.mirror() }
  }

  /// Lowers what was placed below the padding, or to the middle of a row that is higher than it must be.
  private func pad(_ height: Int32, isCentred: Bool) {
    let padding = mainLineCount >= 3 ? lengths.highPadding : lengths.padding
    row.lower(by: isCentred ? (row.contentHeight - height) / 2 : padding)
  }

  /// Where the status block begins, or would.
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
    if measured.texts[index].isTruncated, workspace.pointee.joinsWords { cutExactly(textAt: index) }
    // Read where it stands: as a value it would be taken apart and put together again.
    let text = UnsafePointer(measured.texts.storage + index)
    let field = text.pointee.field
    let isRightToLeft = isRightToLeft(field)
    let isTrailing = isRightToLeft && rules.direction == .auto
    let first = Int(text.pointee.firstLine)
    let count = Int(text.pointee.lineCount)
    let height = height(of: text.pointee.lineCount, text.pointee.slot)
    let lineHeight = lengths.isColumns ? 1 : self.lineHeight(of: text.pointee.slot)
    let element = Int32(truncatingIfNeeded: row.elements.count)
    let firstLine = Int32(truncatingIfNeeded: row.lines.count)
    row.elements.append(
      PlacedElement(
        slot: text.pointee.slot, role: text.pointee.role, state: nil, isTruncated: text.pointee.isTruncated,
        x: x, y: y, width: width, height: height, firstLine: firstLine, lineCount: text.pointee.lineCount,
        field: field, hidden: text.pointee.hidden))
    row.lines.reserve(count)
    let lines = row.lines.storage + row.lines.count
    let textLines = row.textLines.storage + first
    var y = y
    for index in 0..<count {
      let advance = textLines[index].advance
      (lines + index).initialize(
        to: PlacedLine(
          x: isTrailing ? x &+ width &- advance : x, y: y, advance: advance, element: element, field: field,
          first: Int32(truncatingIfNeeded: first &+ index), pieceCount: 0, isRightToLeft: isRightToLeft))
      y = min(y &+ lineHeight, 1 << 30)
    }
    row.lines.count &+= count
    if count > 0 { row.countBytes(of: cell.fields[Int(field)].count, textLines, count) }
    return height
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
