extension CellLayout {
  /// The advance of a status that nothing cuts: icon, space, text.
  func advance(of status: CellFields.StatusEntry) -> Int32 {
    var sum: Int32 = 0
    if let icon = status.icon { sum = advance(of: icon) }
    if status.text >= 0 {
      if status.icon != nil { sum += glyphs.advance(of: .space) }
      sum = sum.addingSaturating(lineAdvance(of: status.text))
    }
    return sum
  }

  /// Places the statuses below each other at the trailing side.
  func placeStatuses(x: Int32) {
    guard plan.status > 0 else { return }
    for index in 0..<plan.statusCount {
      placeStatus(
        cell.statuses[index], slot: .status, x: x, y: Int32(index) * lengths.line, width: plan.status,
        isTrailing: !isUnlimited)
    }
  }

  /// Places one status, or the status info label.
  func placeStatus(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool
  ) {
    var line = beginLine()
    var advance: Int32 = 0
    if let icon = status.icon {
      advance = appendIcon(icon, width: width, slot: slot)
    }
    if status.text >= 0 {
      let pieces = row.pieces.count
      let space = advance > 0 ? appendGlyph(.space) : 0
      let text = appendField(status.text, width: max(0, width - advance - space), slot: slot, to: &line)
      if text > 0 { advance += space + text } else { row.pieces.keepFirst(pieces) }
    }
    endLine(
      line, slot: slot, role: cell.isEnabled ? .secondary : .disabled, state: status.state, x: x, y: y,
      width: width, advance: advance, isTrailing: isTrailing)
  }
}
