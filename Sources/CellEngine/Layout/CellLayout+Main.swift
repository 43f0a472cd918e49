extension CellLayout {
  /// The text rows of the main block from top to bottom: what they show, and how many lines each may have.
  func textRow(at index: Int) -> (field: Int32, slot: Slot, role: StyleRole, maxLines: Int) {
    switch index {
    case 0: (cell.title, .title, .title, environment.titleLines)
    case 1: (cell.subtitle, .subtitle, .secondary, isUnlimited ? 0 : 1)
    case 2: (thirdRow.field, thirdRow.slot, .secondary, isUnlimited ? 0 : 1)
    default:
      (environment.profile.thirdRow == .both ? cell.caption : -1, .caption, .secondary, isUnlimited ? 0 : 1)
    }
  }

  static let textRowCount = 4

  /// The third row under whichever of its two names the cell uses.
  private var thirdRow: (field: Int32, slot: Slot) {
    switch environment.profile.thirdRow {
    case .caption: cell.caption >= 0 ? (cell.caption, .caption) : (cell.footnote, .footnote)
    case .footnote: cell.footnote >= 0 ? (cell.footnote, .footnote) : (cell.caption, .caption)
    case .both: (cell.footnote, .footnote)
    }
  }

  /// Places the main content: title, text rows, rating, avatars, info, tags, and a description below.
  mutating func placeMain(x: Int32, statusX: Int32, statusBottom: Int32) -> Part {
    let first = row.elements.count
    var y: Int32 = 0
    for index in 0..<Self.textRowCount {
      let text = textRow(at: index)
      guard text.field >= 0 else { continue }
      let height = place(
        text.field,
        TextPlacement(
          slot: text.slot, role: cell.isEnabled ? text.role : .disabled, x: x, y: y, width: plan.main,
          maxLines: text.maxLines))
      // The title keeps its line where it has no text, so that the row is never nothing.
      y += max(height, index == 0 ? lengths.line : 0)
    }
    if let rating = cell.rating, has(.rating) { y += placeRating(rating, x: x, y: y) }
    if plan.showsAvatars { y += placeAvatars(x: x, y: y) }
    if let info = cell.info, has(.info), plan.main > 0 {
      placeStatus(
        info, slot: .info, x: x, y: y, width: min(advance(of: info), plan.main), isTrailing: false)
      y += lengths.line
    }
    if !cell.tags.isEmpty, has(.tags) { y += placeTags(x: x, y: y) }
    if plan.description == .below {
      y = max(y, statusBottom)
      y += placeDescription(x: x, y: y, width: widthBelow(x: x, statusX: statusX))
    }
    return Part(elements: first..<row.elements.count, bottom: y)
  }

  /// What a description below has: from the main block's left edge to the right edge of the status block.
  private func widthBelow(x: Int32, statusX: Int32) -> Int32 {
    if isUnlimited { return advance(of: cell.description) }
    return plan.status > 0 ? statusX + plan.status - x : plan.main
  }

  /// Places the description in a column of its own, and gives where it ends.
  mutating func placeDescriptionColumn(x: Int32) -> Int32 {
    guard plan.description == .column else { return 0 }
    return placeDescription(x: x, y: 0, width: plan.descriptionColumn)
  }

  private mutating func placeDescription(x: Int32, y: Int32, width: Int32) -> Int32 {
    place(
      cell.description,
      TextPlacement(
        slot: .description, role: cell.isEnabled ? .body : .disabled, x: x, y: y, width: width,
        maxLines: environment.descriptionLines))
  }

  /// How wide the main block is where every text is on one line. A description below runs under the statuses and does
  /// not push them away.
  func naturalMainWidth() -> Int32 {
    var width: Int32 = 0
    for index in 0..<Self.textRowCount {
      let text = textRow(at: index)
      if text.field >= 0 { width = max(width, advance(of: text.field)) }
    }
    if let rating = cell.rating, has(.rating) { width = max(width, advance(of: rating)) }
    if plan.showsAvatars {
      width = max(width, Int32(cell.avatars.count) * (lengths.avatar + lengths.actionGap) - lengths.actionGap)
    }
    if let info = cell.info, has(.info) { width = max(width, advance(of: info)) }
    if !cell.tags.isEmpty, has(.tags) { width = max(width, naturalTagsWidth()) }
    return width
  }
}
