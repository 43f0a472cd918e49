extension TextRun {
  /// Passes all that fits `width`, and white space behind it; stops at a line feed, or at ink that does not fit.
  @inline(__always)
  func passFitting(_ cursor: inout MarkCursor, width: Int) {
    while cursor.index < markEnd {
      let mark = marks[cursor.index]
      if mark.isRun {
        let left = mark.clusterCount &- cursor.cluster
        let room = width &- cursor.advance
        if left &* mark.unitAdvance <= room {
          cursor.finishRun(mark, left)
        } else {
          if room >= mark.unitAdvance { cursor.pass(mark, room / mark.unitAdvance) }
          if mark.isStretch {
            while bytes[cursor.byte] == 0x20 { cursor.pass(mark, 1) }
          }
          return
        }
      } else {
        if mark.isHardBreak { return }
        let end = cursor.advance &+ Int(mark.advance)
        if end > width, mark.isInk, end &- mark.spaceAdvance(spaceAdvance) > width { return }
        cursor.pass(mark)
      }
    }
  }

  /// The place behind the last ink in front of `cursor`, or `start`.
  @inline(__always)
  func trimmed(_ cursor: MarkCursor, from start: TextPosition) -> MarkCursor {
    var end = cursor
    if end.cluster > 0, marks[end.index].isStretch {
      while end.byte > Int(start.byte), bytes[end.byte &- 1] == 0x20 { end.goBack(marks[end.index], 1) }
    }
    // Inside of any other run, ink is in front.
    while end.cluster == 0, end.index > Int(start.mark) {
      let mark = marks[end.index &- 1]
      if mark.isInk {
        if mark.hasSpace {
          end.byte &-= 1
          end.advance &-= mark.spaceAdvance(spaceAdvance)
        }
        break
      }
      end.goBack(over: mark)
    }
    return end
  }

  /// `nextLine` over marks.
  func nextMarkedLine(from position: inout TextPosition, width: Int32) -> TextLine? {
    let start = position
    var cursor = MarkCursor(start)
    guard cursor.index < markEnd else { return nil }
    var line = TextLine(at: start.byte)
    line.hasInvisibles = hasInvisibles
    passFitting(&cursor, width: Int(width))
    if cursor.index < markEnd {
      let stop = marks[cursor.index]
      if stop.isHardBreak {
        line.isHardBreak = true
        line.finish(at: trimmed(cursor, from: start))
        cursor.pass(stop)
        position = cursor.position
        return line
      }
      if endAtOpportunity(&line, before: cursor, position: &position, width: Int(width)) { return line }
      line.breaksWord = true
      line.breaksMark = stop.isWord
      if cursor.position == start {
        // A cluster that is wider than the line.
        line.skipsCluster = true
        passCluster(&cursor)
        position = cursor.position
        return line
      }
    }
    line.finish(at: trimmed(cursor, from: start))
    position = cursor.position
    return line
  }

  /// Passes one cluster, of however many marks.
  private func passCluster(_ cursor: inout MarkCursor) {
    let mark = marks[cursor.index]
    if mark.isRun { return cursor.pass(mark, 1) }
    repeat {
      cursor.pass(marks[cursor.index])
    } while cursor.index < markEnd && marks[cursor.index].isContinued
  }

  /// Ends a line at the last opportunity in front of `cursor`, if there is one that fits.
  @inline(__always)
  private func endAtOpportunity(
    _ line: inout TextLine, before cursor: MarkCursor, position: inout TextPosition, width: Int
  ) -> Bool {
    let start = position
    var candidate = cursor
    while candidate.index > Int(start.mark) || candidate.cluster > Int(start.cluster) {
      if candidate.cluster > 0 {
        let run = marks[candidate.index]
        let first = candidate.index == Int(start.mark) ? Int(start.cluster) : 0
        if run.allowsBreaksInside {
          if run.isStretch {
            while candidate.cluster > first, !ASCIILineBreak.isAllowed(before: candidate.byte, in: bytes) {
              candidate.goBack(run, 1)
            }
            if candidate.cluster == first { continue }
          }
          line.finish(at: trimmed(candidate, from: start))
          position = candidate.position
          return true
        }
        candidate.goBack(run, candidate.cluster &- first)
        continue
      }
      let mark = marks[candidate.index &- 1]
      if mark.allowsBreakAfter {
        let end = trimmed(candidate, from: start)
        if !mark.isSoftHyphen || end.advance &+ Int(hyphenAdvance) <= width {
          line.finish(at: end)
          if mark.isSoftHyphen {
            line.endsWithHyphen = true
            line.advance &+= hyphenAdvance
          }
          position = candidate.position
          return true
        }
      }
      // The line may have begun inside of the mark.
      if mark.isRun {
        candidate.enterRun(mark)
      } else {
        candidate.goBack(over: mark)
      }
    }
    return false
  }
}

extension TextLine {
  /// Sets where the line's text ends, and its advance.
  @inline(__always)
  mutating func finish(end: Int, advance: Int) {
    self.end = Int32(truncatingIfNeeded: end)
    tailStart = self.end
    tailEnd = self.end
    self.advance = Int32(truncatingIfNeeded: min(advance, Int(Int32.max)))
  }

  /// Ends the line at a place in the marks.
  @inline(__always)
  mutating func finish(at cursor: MarkCursor) {
    finish(end: cursor.byte, advance: cursor.advance)
  }
}
