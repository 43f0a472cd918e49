/// Placing: every slot gets its rectangle, every line its left end.
extension CellLayout {
  /// Places all slots of the measured row, unless that is done.
  func place() {
    guard !measured.isPlaced else { return }
    measured.isPlaced = true
    row.removePlaces()
    let mainX = plan.leading(lengths)
    let statusX = self.statusX
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
    shapeLines()
    if rules.direction == .rtl { row.mirror() }
  }

  /// Lowers what was placed below the padding, or to the middle of a row that is higher than it must be.
  private func pad(_ height: Int32, isCentred: Bool) {
    let padding = mainLineCount >= 3 ? lengths.highPadding : lengths.padding
    row.lower(by: isCentred ? (row.contentHeight - height) / 2 : padding)
  }

  /// Where the status block begins, or would.
  private var statusX: Int32 {
    let descriptionRoom = plan.description == .column ? lengths.descriptionGap + plan.descriptionColumn : 0
    return plan.leading(lengths) + plan.main + descriptionRoom + (plan.status > 0 ? trailingGap : 0)
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
  func place(_ text: MeasuredText, x: Int32, y: Int32, width: Int32) -> Int32 {
    let text = cutExactly(text)
    let isRightToLeft = isRightToLeft(direction(of: text.field))
    let isTrailing = rules.direction == .auto && isRightToLeft
    let element = Int32(truncatingIfNeeded: row.elements.count)
    let firstLine = Int32(truncatingIfNeeded: row.lines.count)
    let height = height(of: Int32(truncatingIfNeeded: text.lines.count), text.slot)
    let lineHeight = lengths.isColumns ? 1 : self.lineHeight(of: text.slot)
    row.elements.append(
      PlacedElement(
        slot: text.slot, role: text.role, state: nil, isTruncated: text.isTruncated, x: x, y: y, width: width,
        height: height, lines: firstLine..<firstLine &+ Int32(text.lines.count), field: text.field,
        hidden: text.hidden))
    var y = y
    row.lines.reserve(text.lines.count)
    for index in text.lines {
      let line = row.textLines[Int(index)]
      row.lines.appendReserved(
        PlacedLine(
          x: isTrailing ? x &+ width &- line.advance : x, y: y, advance: line.advance, element: element,
          field: text.field, first: index, pieceCount: 0, isRightToLeft: isRightToLeft))
      row.count(line)
      y = min(y &+ lineHeight, 1 << 30)
    }
    return height
  }

  /// The direction of a field's first strong character.
  private func direction(of field: Int32) -> TextDirection {
    let field = cell.fields[Int(field)]
    return field.isPrepared ? workspace.pointee.analysis.texts[Int(field.prepared)].direction : .neutral
  }

  /// Whether a text of this direction is set from right to left in the view.
  private func isRightToLeft(_ direction: TextDirection) -> Bool {
    switch rules.direction {
    case .auto: direction == .rightToLeft
    case .ltr: false
    case .rtl: true
    }
  }
}
