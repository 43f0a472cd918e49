extension CellLayout {
  /// The selection control's mark: a radio button for one of the list; for many a checkbox, or a circle.
  var controlGlyph: Glyph? {
    switch rules.selection {
    case .none: nil
    case .single: isSelected ? .radioOn : .radioOff
    case .multiple where rules.controlIsCircle: isSelected ? .radioOn : .radioOff
    case .multiple: isSelected ? .checkboxOn : .checkboxOff
    }
  }

  /// The height of the leading slots.
  @inline(__always)
  var leadingHeight: Int32 {
    var height = plan.icons > 0 ? stackHeight : 0
    if plan.control > 0, rules.isEditing { height = max(height, lengths.height(of: .control)) }
    if plan.unread > 0, isUnread { height = max(height, lengths.height(of: .unread)) }
    if plan.image > 0, cell.hasImage { height = max(height, imageHeight) }
    return height
  }

  /// Places the selection control, the unread mark, the icon stack and the image.
  ///
  /// - Parameter alignment: how far each is lowered.
  @inline(__always)
  func placeLeading(_ alignment: RowAlignment) {
    var x = plan.margin
    if plan.control > 0 {
      placeControl(x: x, alignment)
      x += plan.control + lengths.gap
    }
    if plan.unread > 0 {
      if isUnread {
        placeGlyph(
          .unread, slot: .unread, role: .unread, x: x, y: alignment.top(of: lengths.height(of: .unread)),
          width: plan.unread)
      }
      x += plan.unread + lengths.gap
    }
    if plan.icons > 0 {
      placeStack(x: x, y: alignment.top(of: stackHeight))
      x += plan.icons + lengths.gap
    }
    if plan.image > 0, cell.hasImage {
      let edge = imageEdge
      placeImage(
        cell.initials, slot: .image, x: x + (plan.image - edge) / 2, y: alignment.top(of: imageHeight),
        edge: edge)
    }
  }

  private func placeControl(x: Int32, _ alignment: RowAlignment) {
    guard rules.isEditing, let glyph = controlGlyph else { return }
    placeGlyph(
      glyph, slot: .control, role: .control, x: x, y: alignment.top(of: lengths.height(of: .control)),
      width: plan.control)
  }

  @inline(__always)
  private var stackHeight: Int32 { Int32(plan.stackCount) * lengths.height(of: .icons) }

  /// The edge of the cell's image, within the profile's bounds.
  var imageEdge: Int32 {
    if lengths.isColumns { return lengths.image }
    if cell.kind == .contact { return lengths.contactImage }
    if cell.picture.showsPerson, let own = lengths.personImage { return own }
    return askedImageEdge(from: lengths.smallestImage, to: lengths.largestImage) ?? lengths.image
  }

  /// The edge that the cell asks for, within bounds.
  func askedImageEdge(from smallest: Int32, to largest: Int32) -> Int32? {
    cell.imageSize.map {
      LayoutLengths.units(max(Double(smallest) * lengths.dp, min($0, Double(largest) * lengths.dp)))
    }
  }

  /// An image is square; in a terminal it is a line high.
  private var imageHeight: Int32 { lengths.isColumns ? lengths.line : imageEdge }

  /// Measures the icon stack: a number and an unread mark first, where it holds them, then icons up to its cap.
  @inline(__always)
  func measureStack() {
    plan.icons = rules.keptIcons
    guard !cell.icons.isEmpty || cell.number >= 0 || (rules.stackHoldsUnread && isUnread) else { return }
    var room = stackLimit
    if cell.number >= 0, has(.number), room > 0 {
      plan.showsNumber = true
      room -= 1
      plan.icons = max(plan.icons, numberAdvance)
    }
    if rules.stackHoldsUnread, isUnread, room > 0 {
      plan.stacksUnread = true
      room -= 1
      plan.icons = max(plan.icons, glyphs.advance(of: .unread))
    }
    plan.iconCount = min(cell.icons.count, room)
    if plan.stackCount > 0 { plan.icons = max(plan.icons, lengths.leastIconColumn) }
    guard plan.icons < lengths.iconColumnLimit else { return }
    for index in 0..<plan.iconCount {
      plan.icons = max(plan.icons, min(advance(of: cell.icons[index]), lengths.iconColumnLimit))
    }
  }

  /// How many entries the stack has room for.
  var stackLimit: Int { rules.iconsFollowTextRows ? min(rules.iconLimit, textRowsInUse) : rules.iconLimit }

  /// What the number takes of the icon column.
  var numberAdvance: Int32 { min(advance(of: cell.number), lengths.numberLimit) }

  /// How many of the text rows the cell has.
  private var textRowsInUse: Int {
    (0..<Self.textRowCount).count(where: { textRow(at: $0).field >= 0 })
  }

  @inline(__always)
  private func placeStack(x: Int32, y: Int32) {
    var y = y
    if plan.showsNumber {
      placeNumber(x: x, y: y)
      y += lengths.height(of: .icons)
    }
    if plan.stacksUnread {
      placeGlyph(
        .unread, slot: .unread, role: .unread, x: x, y: y, width: plan.icons,
        height: lengths.height(of: .icons))
      y += lengths.height(of: .icons)
    }
    for index in 0..<plan.iconCount {
      placeIcon(cell.icons[index], x: x, y: y)
      y += lengths.height(of: .icons)
    }
  }

  private func placeNumber(x: Int32, y: Int32) {
    var line = beginLine()
    let advance = appendField(cell.number, width: plan.icons, slot: .number, to: &line)
    endLine(
      line, slot: .number, role: cell.isEnabled ? .number : .disabled, x: x, y: y, width: plan.icons,
      advance: advance, isTrailing: true)
  }

  @inline(__always)
  private func placeIcon(_ icon: CellFields.IconSource, x: Int32, y: Int32) {
    if case .field(let field) = icon, appendWhole(field, width: plan.icons) {
      return endWhole(field, slot: .icons, role: .icon, x: x, y: y, width: plan.icons, isCentred: true)
    }
    placeCutIcon(icon, x: x, y: y)
  }

  /// Places an icon that is no text, or of which not all fits.
  @inline(never)
  private func placeCutIcon(_ icon: CellFields.IconSource, x: Int32, y: Int32) {
    let line = beginLine()
    let advance = appendIcon(icon, width: plan.icons, slot: .icons)
    endLine(
      line, slot: .icons, role: .icon, x: x, y: y, width: plan.icons, advance: advance,
      inset: markInset(advance, in: plan.icons))
  }

  /// Places the initials of an image; an image without initials is an empty element.
  @inline(never)
  func placeImage(_ initials: Int32, slot: Slot, x: Int32, y: Int32, edge: Int32) {
    let line = beginLine()
    var advance: Int32 = 0
    if initials >= 0 { advance = appendPrefix(of: initials, width: lengths.initials) }
    endLine(
      line, slot: slot, role: cell.isEnabled ? .image : .disabled, x: x, y: y, width: edge, advance: advance,
      height: lengths.isColumns ? lengths.line : edge, inset: markInset(advance, in: edge))
  }
}
