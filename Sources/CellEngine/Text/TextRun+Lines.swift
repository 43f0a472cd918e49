extension TextRun {
  /// `nextLine` over marks.
  func nextMarkedLine(from position: inout TextPosition, width: Int32) -> TextLine? {
    let width = Int(width)
    var index = Int(position.mark)
    guard index < markEnd else { return nil }
    var line = TextLine(at: position.byte)
    line.hasInvisibles = hasInvisibles
    var byte = Int(position.byte)
    // All that was passed, and all up to the last ink.
    var advance = 0
    var inkAdvance = 0
    var inkEnd = byte
    // The last opportunity that fits.
    var breakMark = -1
    var breakByte = 0
    var breakAdvance = 0
    var breakEnd = 0
    var breaksAtHyphen = false
    while index < markEnd {
      let mark = marks[index]
      if mark.isHardBreak {
        line.isHardBreak = true
        position = TextPosition(byte: byte &+ mark.byteCount, mark: index &+ 1)
        line.finish(end: inkEnd, advance: inkAdvance)
        return line
      }
      if mark.isInk {
        if advance &+ Int(mark.advance) > width { break }
        advance &+= Int(mark.advance)
        inkAdvance = advance
        byte &+= mark.byteCount
        inkEnd = byte
      } else {
        advance &+= Int(mark.advance)
        byte &+= mark.byteCount
      }
      index &+= 1
      if mark.allowsBreakAfter, !mark.isSoftHyphen || inkAdvance &+ Int(hyphenAdvance) <= width {
        breakMark = index
        breakByte = byte
        breakAdvance = inkAdvance
        breakEnd = inkEnd
        breaksAtHyphen = mark.isSoftHyphen
      }
    }
    if index == markEnd {
      position = TextPosition(byte: byte, mark: index)
      line.finish(end: inkEnd, advance: inkAdvance)
    } else if breakMark >= 0 {
      position = TextPosition(byte: breakByte, mark: breakMark)
      line.endsWithHyphen = breaksAtHyphen
      line.finish(end: breakEnd, advance: breakAdvance &+ (breaksAtHyphen ? Int(hyphenAdvance) : 0))
    } else if index > Int(position.mark) {
      position = TextPosition(byte: byte, mark: index)
      line.finish(end: inkEnd, advance: inkAdvance)
    } else {
      repeat {
        byte &+= marks[index].byteCount
        index &+= 1
      } while index < markEnd && marks[index].isContinued
      line.skipsCluster = true
      position = TextPosition(byte: byte, mark: index)
    }
    return line
  }

  /// `nextLine` over ASCII: opportunities are found by walking back from where the line is full.
  func nextASCIILine(from position: inout TextPosition, width: Int32) -> TextLine {
    let start = Int(position.byte)
    var line = TextLine(at: position.byte)
    let room = max(0, Int(width)) / Int(asciiAdvance)
    let limit = room < contentEnd &- start ? start &+ room : contentEnd
    // White space behind a full line hangs over its end.
    var hang = limit
    while hang < contentEnd, bytes[hang] == 0x20 { hang &+= 1 }
    if hasLineFeeds, let lineFeed = firstLineFeed(in: start..<min(hang &+ 1, contentEnd)) {
      line.isHardBreak = true
      finish(&line, from: start, to: lineFeed)
      position.byte = Int32(truncatingIfNeeded: lineFeed &+ 1)
      return line
    }
    var next = hang
    if hang < contentEnd, !ASCIILineBreak.isAllowed(before: hang, in: bytes) {
      var candidate = hang == limit ? limit &- 1 : limit
      while candidate > start, !ASCIILineBreak.isAllowed(before: candidate, in: bytes) { candidate &-= 1 }
      if candidate > start {
        next = candidate
      } else if hang == start {
        next = start &+ 1
        line.skipsCluster = true
        position.byte = Int32(truncatingIfNeeded: next)
        return line
      }
    }
    finish(&line, from: start, to: next)
    position.byte = Int32(truncatingIfNeeded: next)
    return line
  }

  /// Ends a line of ASCII before the white space in front of `end`.
  @inline(__always)
  func finish(_ line: inout TextLine, from start: Int, to end: Int) {
    var end = end
    while end > start, bytes[end &- 1] == 0x20 { end &-= 1 }
    line.finish(end: end, advance: (end &- start) &* Int(asciiAdvance))
  }

  /// Where the first line feed in a range stands.
  @inline(__always)
  func firstLineFeed(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == 0x0A { return index }
      index &+= 1
    }
    return nil
  }
}

extension TextPosition {
  /// A position from plain integers.
  @inline(__always)
  init(byte: Int, mark: Int) {
    self.byte = Int32(truncatingIfNeeded: byte)
    self.mark = Int32(truncatingIfNeeded: mark)
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
}
