extension TextRun {
  /// The beginning of what remains of a text.
  struct Prefix {
    /// Whether it is all that remains, and fits.
    var isWhole: Bool
    /// Where it ends, without white space.
    var end: Int
    /// Its advance.
    var advance: Int
  }

  /// The end of a text.
  struct Suffix {
    /// Where it begins, without white space.
    var start: Int
    /// The mark there, and how many clusters of it stand in front.
    var mark: Int
    var cluster = 0
    /// Its advance.
    var advance: Int
  }

  /// All that is left from `position` on as one line of at most `width`: whole where it fits, else cut as
  /// `truncation` says. Notes in `result` what it hides.
  func lastLine(
    from position: TextPosition, width: Int32, truncation: UnsafePointer<Truncation>,
    result: inout WrappedText
  ) -> TextLine {
    let width = max(0, Int(width))
    var line = TextLine(at: position.byte)
    line.hasInvisibles = hasInvisibles
    // Without marks to the end, there is no end to show.
    let mode = isComplete || truncation.pointee.mode == .none ? truncation.pointee.mode : .tail
    let ellipsis = mode == .none ? 0 : Int(truncation.pointee.ellipsis.advance)
    let room = width - ellipsis
    let prefix = self.prefix(from: position, width: width, cut: mode == .middle ? (room + 1) / 2 : room)
    if prefix.isWhole {
      line.finish(end: prefix.end, advance: prefix.advance)
      return line
    }
    let contentEnd = Int32(truncatingIfNeeded: contentEnd)
    if room < 0 {
      let fitting = truncation.pointee.ellipsis.fitting(Int32(truncatingIfNeeded: width))
      line.ellipsisByteCount = UInt8(truncatingIfNeeded: fitting.byteCount)
      line.advance = fitting.advance
      result.hide(line.start..<Int32(truncatingIfNeeded: bytes.count))
      return line
    }
    if mode != .head {
      let cut = truncation.pointee.unit == .word ? lastWord(in: prefix, from: position) : prefix
      line.finish(end: cut.end, advance: cut.advance)
    }
    if mode != .none {
      line.ellipsisByteCount = UInt8(truncatingIfNeeded: truncation.pointee.ellipsis.bytes.count)
      line.advance = line.advance.addingSaturating(truncation.pointee.ellipsis.advance)
    }
    line.tailStart = contentEnd
    line.tailEnd = contentEnd
    if mode == .head || mode == .middle {
      var suffix = self.suffix(behind: position, limit: mode == .head ? room : room / 2)
      if truncation.pointee.unit == .word { suffix = firstWord(in: suffix) }
      line.tailStart = Int32(truncatingIfNeeded: suffix.start)
      line.advance = line.advance.addingSaturating(Int32(truncatingIfNeeded: suffix.advance))
    }
    line.hasTail = line.tailStart < line.tailEnd
    let hiddenEnd = line.hasTail ? line.tailStart : Int32(truncatingIfNeeded: bytes.count)
    result.hide(line.end..<hiddenEnd)
    return line
  }

  /// What remains from `position` on if it fits `width`, else as much of its beginning as fits `cut`.
  func prefix(from position: TextPosition, width: Int, cut: Int) -> Prefix {
    isASCII
      ? asciiPrefix(from: Int(position.byte), width: width, cut: cut)
      : markedPrefix(from: position, width: width, cut: cut)
  }

  private func asciiPrefix(from start: Int, width: Int, cut: Int) -> Prefix {
    let isWhole = contentEnd &- start <= ascii.room(in: Int32(truncatingIfNeeded: width))
    let end = ascii.inkEnd(
      from: start,
      to: isWhole ? contentEnd : start &+ ascii.room(in: Int32(truncatingIfNeeded: max(0, cut))))
    return Prefix(isWhole: isWhole, end: end, advance: (end &- start) &* Int(asciiAdvance))
  }

  private func markedPrefix(from position: TextPosition, width: Int, cut: Int) -> Prefix {
    var cursor = MarkCursor(position)
    // Of most texts it is known that they are wider: then nothing is passed that the cut takes away again.
    let isWider = position == .start && lineAdvance > width && lineAdvance < .max
    passFitting(&cursor, width: isWider ? cut : width)
    let isWhole = cursor.index == markEnd && isComplete
    if !isWhole, !isWider {
      goBack(&cursor, to: position, cut: cut)
      // What takes no room stays with what is in front of it.
      if cursor.advance <= cut, cursor.cluster == 0 {
        while cursor.index < markEnd, marks[cursor.index].advance == 0, !marks[cursor.index].isHardBreak {
          cursor.pass(marks[cursor.index])
        }
      }
    }
    if !isWhole, let wordModel, cursor.index < markEnd, marks[cursor.index].isWord {
      let part = WordPart(
        of: marks[cursor.index], in: bytes, from: cursor.byte, fitting: cut &- cursor.advance, wordModel)
      if part.byteCount > 0 {
        return Prefix(
          isWhole: false, end: cursor.byte &+ part.byteCount, advance: cursor.advance &+ part.columns)
      }
    }
    let end = trimmed(cursor, from: position)
    return Prefix(isWhole: isWhole, end: end.byte, advance: end.advance)
  }

  /// Goes back until no more than `cut` is left, but not further than `position`.
  @inline(__always)
  private func goBack(_ cursor: inout MarkCursor, to position: TextPosition, cut: Int) {
    while cursor.position != position {
      if cursor.cluster > 0 || marks[cursor.index &- 1].isRun {
        guard cursor.advance > cut else { return }
        if cursor.cluster == 0 { cursor.enterRun(marks[cursor.index &- 1]) }
        let run = marks[cursor.index]
        let first = cursor.index == Int(position.mark) ? Int(position.cluster) : 0
        let excess = max(0, cursor.advance &- cut)
        cursor.goBack(run, min(cursor.cluster &- first, (excess &+ run.unitAdvance &- 1) / run.unitAdvance))
      } else {
        let mark = marks[cursor.index &- 1]
        guard cursor.advance &- mark.spaceAdvance(spaceAdvance) > cut || mark.isContinued else { return }
        cursor.goBack(over: mark)
      }
    }
  }

  /// As much of the text's end as fits `limit` and stands behind `position`, from its first ink on.
  private func suffix(behind position: TextPosition, limit: Int) -> Suffix {
    var best = Suffix(start: contentEnd, mark: markEnd, advance: 0)
    if isASCII {
      var start = max(Int(position.byte), contentEnd &- limit / Int(asciiAdvance))
      while start < contentEnd, bytes[start] == 0x20 { start &+= 1 }
      best.start = start
      best.advance = (contentEnd &- start) &* Int(asciiAdvance)
      return best
    }
    var index = markEnd
    var byte = contentEnd
    var advance = 0
    while byte > Int(position.byte) {
      let mark = marks[index &- 1]
      if mark.isRun {
        // The line may have begun inside of this one.
        let first = index &- 1 == Int(position.mark) ? Int(position.cluster) : 0
        let count = min(mark.clusterCount &- first, (limit &- advance) / mark.unitAdvance)
        if count <= 0 { break }
        index &-= 1
        byte &-= count &* mark.unitByteCount
        advance &+= count &* mark.unitAdvance
        let isPart = count < mark.clusterCount
        best = Suffix(start: byte, mark: index, cluster: mark.clusterCount &- count, advance: advance)
        if mark.isStretch { pass(&best, mark, upTo: byte) }
        if isPart { break }
      } else {
        advance &+= Int(mark.advance)
        if mark.isHardBreak || advance > limit { break }
        index &-= 1
        byte &-= mark.byteCount
        if mark.isInk, !mark.isContinued { best = Suffix(start: byte, mark: index, advance: advance) }
      }
    }
    return best
  }

  /// Passes what is in front of `boundary`, and the spaces behind it, of a stretch in which a suffix begins.
  private func pass(_ suffix: inout Suffix, _ stretch: Mark, upTo boundary: Int) {
    while suffix.cluster < stretch.clusterCount, suffix.start < boundary || bytes[suffix.start] == 0x20 {
      suffix.start &+= 1
      suffix.cluster &+= 1
      suffix.advance &-= stretch.unitAdvance
    }
  }

  /// A prefix cut back to the last boundary between words; as it is where its first word does not fit.
  private func lastWord(in prefix: Prefix, from position: TextPosition) -> Prefix {
    var words = WordBreaker(in: bytes, around: Int(position.byte))
    var boundary = Int(position.byte)
    while let next = words.next(), next <= prefix.end { boundary = max(boundary, next) }
    if boundary == prefix.end { return prefix }
    var cut = Prefix(isWhole: false, end: Int(position.byte), advance: 0)
    if isASCII {
      cut.end = boundary
      while cut.end > Int(position.byte), bytes[cut.end &- 1] == 0x20 { cut.end &-= 1 }
      cut.advance = (cut.end &- Int(position.byte)) &* Int(asciiAdvance)
      return cut.end > Int(position.byte) ? cut : prefix
    }
    var cursor = MarkCursor(position)
    while cursor.byte < min(boundary, prefix.end) {
      let mark = marks[cursor.index]
      if mark.isRun {
        let count = min(mark.clusterCount &- cursor.cluster, (boundary &- cursor.byte) / mark.unitByteCount)
        if count == 0 { break }
        let start = cursor.position
        cursor.pass(mark, count)
        if mark.isStretch {
          let end = trimmed(cursor, from: start)
          if end.byte > Int(start.byte) { cut = Prefix(isWhole: false, end: end.byte, advance: end.advance) }
          continue
        }
      } else {
        cursor.pass(mark)
        if cursor.byte &- (mark.hasSpace ? 1 : 0) > boundary { break }
        if !mark.isInk { continue }
      }
      let end = trimmed(cursor, from: position)
      cut = Prefix(isWhole: false, end: end.byte, advance: end.advance)
    }
    return cut.advance > 0 ? cut : prefix
  }

  /// A suffix cut to its first boundary between words; as it is where its last word does not fit.
  private func firstWord(in suffix: Suffix) -> Suffix {
    var words = WordBreaker(in: bytes, around: suffix.start)
    var boundary = words.index
    while boundary < suffix.start, let next = words.next() { boundary = next }
    var cut = suffix
    if isASCII {
      cut.start = min(boundary, contentEnd)
      while cut.start < contentEnd, bytes[cut.start] == 0x20 { cut.start &+= 1 }
      cut.advance = (contentEnd &- cut.start) &* Int(asciiAdvance)
      return cut.start < contentEnd ? cut : suffix
    }
    while cut.mark < markEnd {
      let mark = marks[cut.mark]
      if mark.isStretch {
        pass(&cut, mark, upTo: boundary)
        if cut.cluster < mark.clusterCount { break }
      } else if mark.isRun {
        if cut.start >= boundary { break }
        let needed = (boundary &- cut.start &+ mark.unitByteCount &- 1) / mark.unitByteCount
        let count = min(mark.clusterCount &- cut.cluster, needed)
        cut.start &+= count &* mark.unitByteCount
        cut.advance &-= count &* mark.unitAdvance
        cut.cluster &+= count
        if cut.cluster < mark.clusterCount { break }
      } else {
        if cut.start >= boundary, mark.isInk, !mark.isContinued { break }
        cut.start &+= mark.byteCount
        cut.advance &-= Int(mark.advance)
      }
      cut.mark &+= 1
      cut.cluster = 0
    }
    return cut.mark < markEnd ? cut : suffix
  }
}
