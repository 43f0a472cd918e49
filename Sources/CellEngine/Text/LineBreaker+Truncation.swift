/// The beginning of what remains of a text, without white space at its end.
struct TextPrefix {
  var end: Int
  var advance: Int
}

/// The end of a text, from ink on.
struct TextSuffix {
  var start: Int
  var advance: Int
}

/// The last line of a text, from which what does not fit is cut.
extension LineBreaker {
  /// All that is left from `position` on as one line of at most `width`: whole if it fits, else cut
  /// by `truncation`. Notes in `result` what it hides.
  @inline(never)
  func lastLine(
    from position: TextPosition, width: Int32, truncation: UnsafePointer<Truncation>,
    result: inout WrappedText
  ) -> TextLine {
    let width = max(0, Int(width))
    var line = TextLine(at: position.byte)
    line.hasInvisibles = hasInvisibles
    var fitting: SegmentCursor?
    if let advance = wholeAdvance(from: position, width: width, fitting: &fitting) {
      line.finish(end: contentEnd, advance: advance)
      return line
    }
    // A text that is not prepared to its end has no end to show.
    let mode = isComplete || truncation.pointee.mode == .none ? truncation.pointee.mode : .tail
    let ellipsis = mode == .none ? 0 : Int(truncation.pointee.ellipsis.advance)
    let room = width - ellipsis
    if room < 0 {
      let ellipsis = truncation.pointee.ellipsis.fitting(Int32(truncatingIfNeeded: width))
      line.ellipsisByteCount = UInt8(truncatingIfNeeded: ellipsis.byteCount)
      line.advance = ellipsis.advance
      result.hide(line.start..<Int32(truncatingIfNeeded: bytes.count))
      return line
    }
    if mode != .head {
      let width = mode == .middle ? (room + 1) / 2 : room
      let prefix =
        if let fitting {
          prefix(before: back(from: fitting, to: position, width: width), from: position, width: width)
        } else {
          prefix(from: position, width: width)
        }
      let cut = truncation.pointee.unit == .word ? lastWord(in: prefix, from: position) : prefix
      line.finish(end: cut.end, advance: cut.advance)
    }
    if mode != .none {
      line.ellipsisByteCount = UInt8(truncatingIfNeeded: truncation.pointee.ellipsis.bytes.count)
      line.advance = line.advance.addingSaturating(truncation.pointee.ellipsis.advance)
    }
    line.tailStart = Int32(truncatingIfNeeded: contentEnd)
    line.tailEnd = line.tailStart
    if mode == .head || mode == .middle {
      var suffix = suffix(behind: position, width: mode == .head ? room : room / 2)
      if truncation.pointee.unit == .word { suffix = firstWord(in: suffix, behind: position) }
      line.tailStart = Int32(truncatingIfNeeded: suffix.start)
      line.advance = line.advance.addingSaturating(Int32(truncatingIfNeeded: suffix.advance))
    }
    line.hasTail = line.tailStart < line.tailEnd
    let hiddenEnd = line.hasTail ? line.tailStart : Int32(truncatingIfNeeded: bytes.count)
    result.hide(line.end..<hiddenEnd)
    return line
  }

  /// The advance of all that remains from `position` on, if it is one line that fits `width`. Else
  /// `fitting` becomes the position after the segments that fit, if they were passed.
  @inline(__always)
  private func wholeAdvance(
    from position: TextPosition, width: Int, fitting: inout SegmentCursor?
  ) -> Int? {
    if position == .start, lineAdvance < .max { return Int(lineAdvance) <= width ? Int(lineAdvance) : nil }
    if let uniform {
      let advance = uniform.advance(from: Int(position.byte), to: contentEnd)
      return advance <= width ? advance : nil
    }
    var cursor = SegmentCursor(position)
    passFitting(&cursor, width: width)
    if cursor.index == segmentEnd, isComplete { return trimmed(cursor, from: position).advance }
    fitting = cursor
    return nil
  }

  /// The position that passing all that fits `width` would have reached, found from one that a
  /// greater width has reached.
  @inline(__always)
  private func back(from cursor: SegmentCursor, to start: TextPosition, width: Int) -> SegmentCursor {
    var found = cursor
    var cursor = cursor
    while cursor.index > Int(start.segment) {
      let segment = segments[cursor.index &- 1]
      if segment.isInk {
        if cursor.advance &- segment.spaceAdvance(exactSpaceAdvance) <= width { break }
        cursor.goBack(over: segment, to: start)
        found = cursor
      } else {
        cursor.goBack(over: segment, to: start)
      }
    }
    return found
  }

  /// The beginning of the rest from `position` on that fits `width`.
  ///
  /// - Parameter ceiling: the end is not after this byte.
  func prefix(from position: TextPosition, width: Int, ceiling: Int = .max) -> TextPrefix {
    if let uniform {
      let start = Int(position.byte)
      let end = uniform.prefixEnd(from: start, width: width, ceiling: ceiling)
      return TextPrefix(end: end, advance: uniform.advance(from: start, to: end))
    }
    var cursor = SegmentCursor(position)
    passFitting(&cursor, width: width)
    return prefix(before: cursor, from: position, width: width, ceiling: ceiling)
  }

  /// The beginning that fits `width`. `cursor` is after the segments that fit.
  @inline(__always)
  private func prefix(
    before cursor: SegmentCursor, from position: TextPosition, width: Int, ceiling: Int = .max
  ) -> TextPrefix {
    var cursor = cursor
    while ceiling < .max, cursor.index > Int(position.segment) {
      let segment = segments[cursor.index &- 1]
      guard cursor.byte &- (segment.hasSpace ? 1 : 0) > ceiling else { break }
      cursor.goBack(over: segment, to: position)
    }
    if cutsSegments, cursor.index < segmentEnd, segments[cursor.index].isInk {
      let part = part(from: cursor, width: width &- cursor.advance, ceiling: ceiling)
      if part.inkByteCount > 0 {
        return TextPrefix(end: cursor.byte &+ part.inkByteCount, advance: cursor.advance &+ part.inkAdvance)
      }
    }
    let end = trimmed(cursor, from: position)
    return TextPrefix(end: end.byte, advance: end.advance)
  }

  /// The end of the text that fits `width` and is after `position`, from its first ink on.
  ///
  /// - Parameter floor: the beginning is not before this byte.
  func suffix(behind position: TextPosition, width: Int, floor: Int = 0) -> TextSuffix {
    let first = max(Int(position.byte), floor)
    if let uniform {
      let start = uniform.suffixStart(width: width, floor: first)
      return TextSuffix(start: start, advance: uniform.advance(from: start, to: contentEnd))
    }
    var best = TextSuffix(start: contentEnd, advance: 0)
    var index = segmentEnd
    var byte = contentEnd
    var advance = 0
    while index > Int(position.segment) {
      let segment = segments[index &- 1]
      if segment.isHardBreak { break }
      let start = byte &- segment.byteCount
      if start >= first, advance &+ segment.advance <= width {
        index &-= 1
        byte = start
        advance &+= segment.advance
        if segment.isInk, !segment.isContinuation { best = TextSuffix(start: byte, advance: advance) }
        continue
      }
      if cutsSegments, segment.isInk, !segment.isContinuation, byte > first {
        let last = lastClusters(
          of: segment, at: index &- 1, from: start, floor: first, width: width &- advance)
        if let last { best = TextSuffix(start: last.start, advance: advance &+ last.advance) }
      }
      break
    }
    return best
  }

  /// The longest end of a segment that begins with ink, fits `width`, and does not begin before
  /// `floor`.
  private func lastClusters(
    of segment: Segment, at index: Int, from start: Int, floor: Int, width: Int
  ) -> TextSuffix? {
    var found: TextSuffix?
    withClusters(of: segment, at: index, from: start) {
      var byte = start
      var left = segment.advance
      for cluster in $0 {
        if byte >= floor, left <= width, cluster.kind == .ink {
          found = TextSuffix(start: byte, advance: left)
          break
        }
        byte &+= cluster.byteCount
        left &-= cluster.advance
      }
    }
    return found
  }

  /// A prefix cut back to the last boundary between words; unchanged if its first word does not
  /// fit.
  private func lastWord(in prefix: TextPrefix, from position: TextPosition) -> TextPrefix {
    var words = WordBreaker(in: bytes, around: Int(position.byte))
    var boundary = Int(position.byte)
    while let next = words.next(), next <= prefix.end { boundary = max(boundary, next) }
    if boundary == prefix.end { return prefix }
    let cut = self.prefix(from: position, width: prefix.advance, ceiling: boundary)
    return cut.end > Int(position.byte) && cut.advance > 0 ? cut : prefix
  }

  /// A suffix cut to its first boundary between words; unchanged if its last word does not fit.
  private func firstWord(in suffix: TextSuffix, behind position: TextPosition) -> TextSuffix {
    var words = WordBreaker(in: bytes, around: suffix.start)
    var boundary = words.index
    while boundary < suffix.start, let next = words.next() { boundary = next }
    let cut = self.suffix(behind: position, width: suffix.advance, floor: boundary)
    return cut.start < contentEnd ? cut : suffix
  }
}
