extension CellLayout {
  /// The text rows of the main block from top to bottom.
  func textRow(at index: Int) -> (field: Int32, slot: Slot) {
    switch index {
    case 0: (cell.title, .title)
    case 1: (cell.subtitle, .subtitle)
    case 2: thirdRow
    default: (rules.thirdRow == .both ? cell.caption : -1, .caption)
    }
  }

  static let textRowCount = 4

  /// The third row under whichever of its two names the cell uses.
  @inline(__always)
  var thirdRow: (field: Int32, slot: Slot) {
    switch rules.thirdRow {
    case .caption: cell.caption >= 0 ? (cell.caption, .caption) : (cell.footnote, .footnote)
    case .footnote: cell.footnote >= 0 ? (cell.footnote, .footnote) : (cell.caption, .caption)
    case .both: (cell.footnote, .footnote)
    }
  }

  /// How many lines the title may have; 0 is no limit.
  @inline(__always)
  var titleLines: Int {
    if rules.titleIsPlain, cell.kind == .object { return rules.titleLines }
    if cell.kind == .contact { return bounded(rules.contactTitleLines) }
    if rules.titleSharesRow, sharesTitleRow { return 1 }
    return bounded(standsAlone ? rules.aloneTitleLines : rules.titleLines)
  }

  /// Lines of the title that leave the rows below it within the profile's bound.
  private func bounded(_ lines: Int) -> Int {
    guard rules.textLineBound > 0, lines > 1 else { return lines }
    let others = (cell.subtitle >= 0 ? 1 : 0) + (thirdRow.field >= 0 ? 1 : 0)
    return max(1, min(lines, rules.textLineBound - others))
  }

  /// Whether the title has nothing below it and no visible description.
  private var standsAlone: Bool {
    cell.subtitle < 0 && thirdRow.field < 0 && (plan.description == .hidden || cell.description < 0)
      && (cell.tags.isEmpty || !has(.tags))
  }

  /// Whether a single status stands beside the title only, and the rest has the width below it.
  @inline(__always)
  var sharesTitleRow: Bool {
    rules.titleSharesRow && plan.statusCount == 1 && plan.status > 0 && plan.description != .column
      && cell.kind == .object && !standsAlone
  }

  /// Places the main content: title, text rows, rating, avatars, info, tags, and a description below.
  func placeMain(x: Int32, y: Int32) {
    if cell.kind == .keyValue { return placeKeyValue(x: x, y: y) }
    if isTableRow { return placeTableRow(x: x, y: y) }
    let top = y
    var y = y
    for index in measured.texts.indices where measured.texts[index].slot != .description {
      var height = placeInline(textAt: index, x: x, y: y, width: index == 0 ? plan.main : plan.below)
      // The title keeps its line where it has no text, so that the row is never nothing.
      if index == 0 { height = max(height, lengths.height(of: .title)) }
      if height > 0 { y &+= height &+ lengths.rowGap }
    }
    if let rating = measured.rating {
      placeRating(rating, x: x, y: y)
      y &+= lengths.height(of: .rating) &+ lengths.rowGap
    }
    if measured.avatarCount >= 0 {
      placeAvatars(measured.avatarCount, x: x, y: y)
      y &+= lengths.height(of: .avatars) &+ lengths.rowGap
    }
    if let info = cell.info, measured.showsInfo {
      placeStatus(
        info, slot: .info, x: x, y: y, width: min(advance(of: info), plan.below), isTrailing: false)
      y &+= lengths.height(of: .info) &+ lengths.rowGap
    }
    if !measured.tags.isEmpty { placeTags(x: x, y: y) }
    if plan.description == .below {
      placeDescription(x: x, y: top + measured.aboveHeight + lengths.belowGap, width: widthBelow)
    }
  }

  /// Places the description, which was measured last.
  func placeDescription(x: Int32, y: Int32, width: Int32) {
    place(textAt: measured.texts.count - 1, x: x, y: y, width: width)
  }

  /// How wide the main block is where every text is on one line. A description below runs under the statuses and does
  /// not push them away.
  func naturalMainWidth() -> Int32 {
    if cell.kind == .keyValue { return naturalKeyValueWidth }
    if isTableRow { return naturalTableRowWidth }
    var width: Int32 = 0
    for index in 0..<Self.textRowCount {
      let text = textRow(at: index)
      if text.field >= 0 { width = max(width, advance(of: text.field)) }
    }
    if let rating = cell.rating, has(.rating) { width = max(width, advance(of: drawn(rating))) }
    if plan.showsAvatars {
      let avatars = cell.avatars.count &* Int(lengths.avatar + lengths.avatarGap)
      width = max(
        width, Int32(truncatingIfNeeded: min(avatars, Int(LayoutLengths.longest))) - lengths.avatarGap)
    }
    if let info = cell.info, has(.info) { width = max(width, advance(of: info)) }
    if !cell.tags.isEmpty, has(.tags) { width = max(width, naturalTagsWidth()) }
    return width
  }
}
