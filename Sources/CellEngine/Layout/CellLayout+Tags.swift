extension CellLayout {
  /// The advance of a tag with its brackets, as far as it fits `limit`.
  private func tagAdvance(_ field: Int32, limit: Int32) -> Int32 {
    min(limit, advance(of: field).addingSaturating(tagBrackets))
  }

  private var tagBrackets: Int32 {
    lengths.tagInset > 0
      ? 2 * lengths.tagInset : glyphs.advance(of: .tagOpen) + glyphs.advance(of: .tagClose)
  }

  /// The advance of `+count`.
  func moreAdvance(_ count: Int) -> Int32 {
    glyphs.advance(of: .plus) + glyphs.advance(of: Int32(clamping: count))
  }

  /// All tags in one line.
  func naturalTagsWidth() -> Int32 {
    var width: Int32 = 0
    for index in cell.tags.indices {
      width = width.addingSaturating(tagAdvance(cell.tags[index], limit: .max) + lengths.tagGap)
    }
    return min(width - lengths.tagGap, LayoutLengths.longest)
  }

  /// Lets the tags flow over as many lines as the view allows, then `+N` for those that found no room.
  ///
  /// `+N` stands only where something is hidden, and room is kept for it only then.
  ///
  /// - Returns: the height of the lines.
  func flowTags() -> Int32 {
    let room = plan.below
    guard room > 0 else { return 0 }
    // How far the tags from one on reach: what tells whether those that are left fit their last line.
    var rest = 0
    let brackets = tagBrackets
    let total = cell.tags.count
    measured.tags.reserve(total)
    for index in 0..<total {
      let width = min(room, advance(of: cell.tags[index]).addingSaturating(brackets))
      measured.tags.appendReserved(
        FlowedTag(
          tag: Int32(truncatingIfNeeded: index), more: 0, x: Int32(truncatingIfNeeded: rest), line: 0,
          width: width))
      rest &+= Int(width &+ lengths.tagGap)
    }
    // Most cells have a few, which stand beside each other as they are.
    if rest &- Int(lengths.tagGap) <= room { return lengths.height(of: .tags) }
    // More lines than this are in no view, and their heights do not add up.
    let most = LayoutLengths.longest / tagStep
    let limit = rules.tagLines == 0 ? most : min(most, Int32(clamping: rules.tagLines))
    var line: Int32 = 0
    var used: Int32 = 0
    for index in 0..<total {
      let width = measured.tags[index].width
      var start = used > 0 ? used + lengths.tagGap : 0
      if start + width > room, line + 1 < limit {
        line += 1
        start = 0
      }
      var shown = width
      if line + 1 == limit, Int(start) &+ rest &- Int(lengths.tagGap) > room {
        let hidden = total - index - 1
        let left = hidden > 0 ? room - lengths.tagGap - moreAdvance(hidden) : room
        guard start + width <= left || (start == 0 && left > tagBrackets) else {
          measured.tags.keepFirst(index)
          let advance = moreAdvance(hidden + 1)
          if start > 0 || advance <= room {
            measured.tags.append(
              FlowedTag(tag: -1, more: Int32(clamping: hidden + 1), x: start, line: line, width: advance))
          }
          break
        }
        shown = min(width, left)
      }
      measured.tags[index].x = start
      measured.tags[index].line = line
      measured.tags[index].width = shown
      used = start + shown
      rest &-= Int(width &+ lengths.tagGap)
    }
    return measured.tags.isEmpty ? 0 : measured.tags.last.line * tagStep + lengths.height(of: .tags)
  }

  /// Places the tags where they flowed to.
  func placeTags(x: Int32, y: Int32) {
    let step = tagStep
    let brackets = tagBrackets
    for index in measured.tags.indices {
      let flowed = measured.tags[index]
      let (tagX, tagY) = (x + flowed.x, y + flowed.line * step)
      if flowed.tag < 0 {
        placeMore(Int(flowed.more), slot: .tags, x: tagX, y: tagY)
      } else {
        placeTag(cell.tags[Int(flowed.tag)], x: tagX, y: tagY, width: flowed.width, brackets: brackets)
      }
    }
  }

  /// From one line of tags to the next.
  private var tagStep: Int32 { lengths.height(of: .tags) + lengths.tagLineGap }

  @inline(__always)
  private func placeTag(_ field: Int32, x: Int32, y: Int32, width: Int32, brackets: Int32) {
    if lengths.isColumns, width > brackets, appendWhole(field, width: width - brackets) {
      endWhole(
        field, slot: .tags, role: cell.isEnabled ? .tag : .disabled, x: x, y: y, width: width,
        brackets: brackets)
    } else {
      placeCutTag(field, x: x, y: y, width: width)
    }
  }

  /// Places a tag that is no more than its brackets, or of which not all fits, or that is drawn otherwise.
  @inline(never)
  private func placeCutTag(_ field: Int32, x: Int32, y: Int32, width: Int32) {
    let role: StyleRole = cell.isEnabled ? .tag : .disabled
    var line = beginLine()
    guard width > tagBrackets else {
      let advance = appendField(field, width: width, slot: .tags, to: &line)
      endLine(line, slot: .tags, role: .tag, x: x, y: y, width: width, advance: advance)
      return
    }
    let drawsBrackets = lengths.tagInset == 0
    var advance = drawsBrackets ? appendGlyph(.tagOpen) : 0
    advance += appendField(field, width: width - tagBrackets, slot: .tags, to: &line)
    if drawsBrackets { advance += appendGlyph(.tagClose) }
    endLine(
      line, slot: .tags, role: role, x: x, y: y, width: width, advance: advance, inset: lengths.tagInset)
  }

  /// Places `+count`.
  func placeMore(_ count: Int, slot: Slot, x: Int32, y: Int32) {
    let line = beginLine()
    var advance = appendGlyph(.plus)
    advance += appendInteger(count)
    endLine(line, slot: slot, role: .more, x: x, y: y, width: advance, advance: advance)
  }
}
