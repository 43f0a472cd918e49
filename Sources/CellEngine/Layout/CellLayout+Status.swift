extension CellLayout {
  /// The advance of a status that nothing cuts: icon, space, text.
  func advance(of status: CellFields.StatusEntry) -> Int32 {
    var sum: Int32 = 0
    if let icon = status.icon { sum = advance(of: icon) }
    if status.text >= 0 {
      if status.icon != nil { sum += glyphs.advance(of: .space) }
      sum = sum.addingSaturating(advance(of: status.text))
    }
    return sum
  }

  /// Places the statuses below each other at the trailing side.
  mutating func placeStatuses(x: Int32) {
    guard plan.status > 0 else { return }
    for index in 0..<plan.statusCount {
      placeStatus(
        cell.statuses[index], slot: .status, x: x, y: Int32(index) * lengths.line, width: plan.status,
        isTrailing: !isUnlimited)
    }
  }

  /// Places one status, or the status info label.
  mutating func placeStatus(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool
  ) {
    var line = beginLine()
    var advance: Int32 = 0
    if let icon = status.icon {
      advance = appendIcon(icon, width: width, slot: slot)
    }
    if status.text >= 0 {
      let space = advance > 0 ? glyphs.advance(of: .space) : 0
      if width > advance + space || advance == 0 {
        if space > 0 { advance += appendGlyph(.space) }
        advance += appendField(status.text, width: width - advance, slot: slot, to: &line)
      } else {
        line.field = status.text
        line.isTruncated = true
        line.hidden = 0..<Int32(cell.fields[Int(status.text)].display.count)
      }
    }
    endLine(
      line, slot: slot, role: cell.isEnabled ? .secondary : .disabled, state: status.state, x: x, y: y,
      width: width, advance: advance, isTrailing: isTrailing)
  }
}
