extension CellLayout {
  /// The advance of a tag with its brackets, as far as it fits `limit`.
  private func tagAdvance(_ field: Int32, limit: Int32) -> Int32 {
    min(limit, lineAdvance(of: field).addingSaturating(tagBrackets))
  }

  private var tagBrackets: Int32 {
    glyphs.advance(of: .tagOpen) + glyphs.advance(of: .tagClose)
  }

  /// The advance of `+count`.
  private func moreAdvance(_ count: Int) -> Int32 {
    glyphs.advance(of: .plus) + glyphs.advance(of: Int32(clamping: count))
  }

  /// All tags in one line.
  func naturalTagsWidth() -> Int32 {
    var width: Int32 = 0
    for index in cell.tags.indices {
      width = width.addingSaturating(tagAdvance(cell.tags[index], limit: .max) + lengths.tagGap)
    }
    return width - lengths.tagGap
  }

  /// Places tags, flowing over as many lines as the view allows, then `+N` for those that found no room.
  ///
  /// `+N` stands only where something is hidden, and room is kept for it only then.
  mutating func placeTags(x: Int32, y: Int32) -> Int32 {
    guard plan.main > 0 else { return 0 }
    measureTags()
    let first = row.elements.count
    let limit = environment.tagLines == 0 ? Int.max : environment.tagLines
    var line = 0
    var used: Int32 = 0
    for index in cell.tags.indices {
      let tag = cell.tags[index]
      let width = tagAdvances[index]
      var start = used > 0 ? used + lengths.tagGap : 0
      if start + width > plan.main, line + 1 < limit {
        line += 1
        start = 0
      }
      let lineY = y + Int32(line) * lengths.line
      if line + 1 == limit, !restFits(from: index, start: start) {
        let hidden = cell.tags.count - index - 1
        let room = hidden > 0 ? plan.main - lengths.tagGap - moreAdvance(hidden) : plan.main
        guard start + width <= room || (start == 0 && room > tagBrackets) else {
          if start > 0 || moreAdvance(hidden + 1) <= plan.main {
            placeMore(hidden + 1, slot: .tags, x: x + start, y: lineY)
          }
          break
        }
        let shown = min(width, room)
        placeTag(tag, x: x + start, y: lineY, width: shown)
        used = start + shown
        continue
      }
      placeTag(tag, x: x + start, y: lineY, width: width)
      used = start + width
    }
    return row.elements.count > first ? row.elements.last.y + lengths.line - y : 0
  }

  /// Measures the tags, once for all questions of one flow.
  private mutating func measureTags() {
    tagAdvances.removeAll()
    for index in cell.tags.indices { tagAdvances.append(tagAdvance(cell.tags[index], limit: plan.main)) }
  }

  /// Whether all tags from `index` on fit on a line at whose `start` the first of them would stand.
  private func restFits(from index: Int, start: Int32) -> Bool {
    var end = start
    for next in index..<tagAdvances.count {
      end += (next > index ? lengths.tagGap : 0) + tagAdvances[next]
      if end > plan.main { return false }
    }
    return true
  }

  private mutating func placeTag(_ field: Int32, x: Int32, y: Int32, width: Int32) {
    var line = beginLine()
    guard width > tagBrackets else {
      let advance = appendField(field, width: width, slot: .tags, to: &line)
      endLine(line, slot: .tags, role: .tag, x: x, y: y, width: width, advance: advance)
      return
    }
    var advance = appendGlyph(.tagOpen)
    advance += appendField(field, width: width - tagBrackets, slot: .tags, to: &line)
    advance += appendGlyph(.tagClose)
    endLine(
      line, slot: .tags, role: cell.isEnabled ? .tag : .disabled, x: x, y: y, width: width, advance: advance)
  }

  /// Places `+count`.
  mutating func placeMore(_ count: Int, slot: Slot, x: Int32, y: Int32) {
    let line = beginLine()
    var advance = appendGlyph(.plus)
    advance += appendInteger(count)
    endLine(line, slot: slot, role: .more, x: x, y: y, width: advance, advance: advance)
  }
}
