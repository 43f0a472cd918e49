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
    // Half of a text that is cut in its middle.
    let share = mode == .middle ? width / 2 : width
    let breaks = truncation.pointee.unit == .word ? truncation.pointee.breaks : nil
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
      let cut = breaks.map { lastWord(in: prefix, from: position, of: share, $0) } ?? prefix
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
      if let breaks { suffix = firstWord(in: suffix, behind: position, of: share, breaks) }
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

  /// A prefix cut back to the last place where a line may end. If that leaves less than a third of
  /// `width`, it is cut at a cluster. Signs that lead on do not end it.
  private func lastWord(
    in prefix: TextPrefix, from position: TextPosition, of width: Int, _ breaks: LineBreakRule
  ) -> TextPrefix {
    let start = Int(position.byte)
    var segmenter = Segmenter(UnsafeBufferPointer(rebasing: bytes[start...]), .ofClusters, breaks)
    var (boundary, inkEnd) = (start, start)
    while let segment = segmenter.next() {
      let end = start &+ segmenter.end
      if segment.isInk {
        inkEnd = segment.hasSpace ? end &- 1 : end
        guard inkEnd <= prefix.end else { break }
      }
      if segment.allowsBreakAfter || segment.isHardBreak || end == bytes.count { boundary = inkEnd }
    }
    func cut(at end: Int) -> TextPrefix {
      let end = CutSigns.end(before: end, from: start, in: bytes)
      return end == prefix.end ? prefix : self.prefix(from: position, width: prefix.advance, ceiling: end)
    }
    let whole = cut(at: boundary)
    return whole.advance &* 3 >= width ? whole : cut(at: prefix.end)
  }

  /// A suffix from the first place on where a line may begin. If that leaves less than a third of
  /// `width`, it is cut at a cluster. Signs that end something do not begin it.
  private func firstWord(
    in suffix: TextSuffix, behind position: TextPosition, of width: Int, _ breaks: LineBreakRule
  ) -> TextSuffix {
    // What is more than a word before it has no effect. A word can be long.
    var from = suffix.start
    let floor = max(Int(position.byte), from - 256)
    while from > floor, bytes[from - 1] <= 0x20 { from -= 1 }
    while from > floor, bytes[from - 1] > 0x20 { from -= 1 }
    while from < suffix.start, bytes[from] & 0xC0 == 0x80 { from += 1 }
    var segmenter = Segmenter(UnsafeBufferPointer(rebasing: bytes[from...]), .ofClusters, breaks)
    var boundary = contentEnd
    while let segment = segmenter.next() {
      let end = from &+ segmenter.end
      if end >= suffix.start, segment.allowsBreakAfter || segment.isHardBreak {
        boundary = min(end, contentEnd)
        break
      }
    }
    func cut(at start: Int) -> TextSuffix {
      let start = CutSigns.start(after: start, to: contentEnd, in: bytes)
      return start == suffix.start
        ? suffix : self.suffix(behind: position, width: suffix.advance, floor: start)
    }
    let whole = cut(at: boundary)
    return whole.advance &* 3 >= width ? whole : cut(at: suffix.start)
  }
}

/// Signs that are never next to the ellipsis of a text that is cut between words. They would make
/// it look as if the text began or ended there.
private enum CutSigns {
  /// The last index that is not after such signs and white space before `end`.
  static func end(before end: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (end, index) = (end, end)
    while index > start {
      index -= 1
      while index > start, bytes[index] & 0xC0 == 0x80 { index -= 1 }
      let scalar = UTF8Scalar(in: bytes, at: index).value
      if leads(scalar, [.openPunctuation, .initialPunctuation, .dashPunctuation]) {
        end = index
      } else if !DisplayText.isDefaultIgnorable(scalar) {
        break
      }
    }
    return end
  }

  /// The first index that is not before such signs and white space after `start`.
  static func start(after start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (start, index) = (start, start)
    while index < end {
      let scalar = UTF8Scalar(in: bytes, at: index)
      index += scalar.byteCount
      if leads(scalar.value, [.closePunctuation, .finalPunctuation]) {
        start = index
      } else if !DisplayText.isDefaultIgnorable(scalar.value) {
        break
      }
    }
    return start
  }

  private static func leads(_ scalar: UInt32, _ categories: [Unicode.GeneralCategory]) -> Bool {
    switch scalar {
    case 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x5C, 0x7C, 0xB7, 0x2022: true
    case 0x30..<0x3A, 0x41..<0x5B, 0x61..<0x7B: false
    default:
      DisplayText.isWhiteSpace(scalar)
        || Unicode.Scalar(scalar).map { categories.contains($0.properties.generalCategory) } ?? false
    }
  }
}
