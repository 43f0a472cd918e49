extension CellLayout {
  /// The advance of a status that nothing cuts: icon, space, text.
  func advance(of status: CellFields.StatusEntry) -> Int32 {
    var sum: Int32 = 0
    if let icon = status.icon { sum = min(advance(of: icon), lengths.statusIconLimit) }
    if status.text >= 0 {
      if status.icon != nil { sum += glyphs.advance(of: .space) }
      sum = sum.addingSaturating(advance(of: status.text))
    }
    return sum
  }

  /// How many statuses are shown: in some profiles fewer beside an action, though not beside an overflow menu.
  @inline(__always)
  var statusLimit: Int { showsAction ? rules.statusLimitBesideAction : rules.statusLimit }

  /// What the shown statuses take below each other.
  @inline(__always)
  var verticalStatusWidth: Int32 {
    guard rules.statusWidth < 0 else { return min(rules.statusWidth, rules.width) }
    var width: Int32 = 0
    for index in 0..<plan.statusCount { width = max(width, statusWidth(at: index)) }
    return width
  }

  /// What they take beside each other.
  var horizontalStatusWidth: Int32 {
    guard rules.statusWidth < 0 else { return min(rules.statusWidth, rules.width) }
    var width = -lengths.gap
    for index in 0..<plan.statusCount {
      width = width.addingSaturating(statusWidth(at: index)).addingSaturating(lengths.gap)
    }
    return width
  }

  /// The height of so many statuses below each other.
  func height(ofStatuses count: Int) -> Int32 {
    count == 0
      ? 0 : Int32(truncatingIfNeeded: count) * (lengths.height(of: .status) + lengths.rowGap) - lengths.rowGap
  }

  /// What the text of one status takes, at most its share of the view.
  private func statusWidth(at index: Int) -> Int32 {
    let width = advance(of: cell.statuses[index])
    return isUnlimited ? width : min(width, rules.statusShare)
  }

  /// Places the statuses below each other at the trailing side, or beside each other.
  func placeStatuses(x: Int32, y: Int32) {
    guard plan.status > 0 else { return }
    guard !plan.isHorizontal else { return placeStatusesBesideEachOther(x: x, y: y) }
    for index in 0..<plan.statusCount {
      placeStatus(
        cell.statuses[index], slot: .status, x: x,
        y: y + Int32(index) * (lengths.height(of: .status) + lengths.rowGap),
        width: plan.status,
        isTrailing: !isUnlimited)
    }
  }

  private func placeStatusesBesideEachOther(x: Int32, y: Int32) {
    // A column that the list keeps may be wider than what stands in it.
    var x = x + max(0, plan.status - horizontalStatusWidth)
    var room = plan.status
    for index in 0..<plan.statusCount where room > 0 {
      let width = min(statusWidth(at: index), room)
      placeStatus(
        cell.statuses[index], slot: .status, x: x, y: y, width: width, isTrailing: !isUnlimited)
      x += width + lengths.gap
      room -= width + lengths.gap
    }
  }

  /// Whether what stands beside each other in one line is written in the mirrored order. A terminal shows the pieces of
  /// a line as they come; in points each has its own place, which is mirrored.
  var mirrorsLines: Bool { rules.direction == .rtl && lengths.isColumns }

  /// Places one status, or the status info label.
  @inline(__always)
  func placeStatus(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool
  ) {
    if status.icon == nil, status.text >= 0, appendWhole(status.text, width: width) {
      endWhole(
        status.text, slot: slot, role: cell.isEnabled ? .secondary : .disabled, state: status.state, x: x,
        y: y,
        width: width, isTrailing: isTrailing)
    } else {
      placeCutStatus(status, slot: slot, x: x, y: y, width: width, isTrailing: isTrailing)
    }
  }

  /// Places a status that has an icon, or of which not all fits.
  @inline(never)
  private func placeCutStatus(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool
  ) {
    let role: StyleRole = cell.isEnabled ? .secondary : .disabled
    var line = beginLine()
    var advance: Int32 = 0
    let firstPiece = row.pieces.count
    if let icon = status.icon {
      // An icon is a glyph or a short text: what is longer must not take the room of the words.
      advance = appendIcon(icon, width: min(width, lengths.statusIconLimit), slot: slot)
    }
    if status.text >= 0 {
      let pieces = row.pieces.count
      let space = advance > 0 ? appendGlyph(.space) : 0
      let text = appendField(status.text, width: max(0, width - advance - space), slot: slot, to: &line)
      if text > 0 {
        if mirrorsLines, space > 0 { mirrorPieces(firstPiece..<pieces, before: pieces + 1) }
        advance += space + text
      } else {
        row.pieces.keepFirst(pieces)
      }
    }
    endLine(
      line, slot: slot, role: role, state: status.state, x: x, y: y, width: width, advance: advance,
      isTrailing: isTrailing)
  }

  /// Puts the last pieces of the row, from `text` on, in front of those of `icon`, with the space between them.
  private func mirrorPieces(_ icon: Range<Int>, before text: Int) {
    let all = icon.lowerBound..<row.pieces.count
    let textCount = all.upperBound - text
    row.pieces.reverse(all)
    row.pieces.reverse(all.lowerBound..<all.lowerBound + textCount)
    row.pieces.reverse(all.upperBound - icon.count..<all.upperBound)
  }
}
