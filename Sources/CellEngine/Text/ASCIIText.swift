/// A text of printable ASCII, in which bytes are counted: nothing is known of it but its bytes.
struct ASCIIText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Of each byte; at least 1.
  let advance: Int32
  /// How many bytes are left without the spaces at its end, which are never shown.
  let inkCount: Int

  /// Where a line ends, and where the next begins.
  private struct End {
    /// Without the spaces at its end.
    var end: Int
    var next: Int
    /// Whether it ends where no opportunity is.
    var breaksWord = false
    /// Whether not even one byte fits.
    var skipsCluster = false
  }

  /// The line that begins at `position`, which moves to where the next line begins.
  func nextLine(from position: inout TextPosition, width: Int32) -> TextLine {
    let start = Int(position.byte)
    let found = end(from: start, room: room(in: width))
    position.byte = Int32(truncatingIfNeeded: found.next)
    return line(from: start, to: found)
  }

  /// Breaks it, being more than a line, into at most `maximumLines` lines (0: no limit), the last of which is cut from all
  /// that remains.
  @inline(__always)
  func wrap(
    width: Int32, maximumLines: Int, truncation: UnsafePointer<Truncation>,
    into lines: inout Scratch<TextLine>
  ) -> WrappedText {
    var result = WrappedText()
    let limit = width <= 0 ? 1 : maximumLines
    let room = room(in: width)
    var start = 0
    while start < inkCount {
      result.lineCount &+= 1
      if result.lineCount == limit {
        let line: TextLine
        if truncation.pointee.mode == .tail, truncation.pointee.unit == .cluster,
          width >= truncation.pointee.ellipsis.advance
        {
          line = lastLine(from: start, width: width, truncation)
          if Int(line.end) < inkCount { result.hide(line.end..<Int32(truncatingIfNeeded: bytes.count)) }
        } else {
          (line, result) = lastLineOtherwiseCut(from: start, width: width, truncation, result)
        }
        result.widestAdvance = max(result.widestAdvance, line.advance)
        lines.append(line)
        break
      }
      let found = end(from: start, room: room)
      let line = line(from: start, to: found)
      lines.append(line)
      result.widestAdvance = max(result.widestAdvance, line.advance)
      if found.skipsCluster { result.hide(line.start..<Int32(truncatingIfNeeded: found.next)) }
      start = found.next
    }
    return result
  }

  /// All that is left as one line, whose tail is cut at clusters where it does not fit.
  @inline(__always)
  private func lastLine(
    from start: Int, width: Int32, _ truncation: UnsafePointer<Truncation>
  ) -> TextLine {
    let ellipsis = truncation.pointee.ellipsis.advance
    let isWhole = inkCount &- start <= room(in: width)
    let end = inkEnd(from: start, to: isWhole ? inkCount : start &+ room(in: width &- ellipsis))
    var line = TextLine(at: Int32(truncatingIfNeeded: start))
    line.finish(end: end, advance: (end &- start) &* Int(advance))
    guard !isWhole else { return line }
    line.ellipsisByteCount = UInt8(truncatingIfNeeded: truncation.pointee.ellipsis.bytes.count)
    line.advance = line.advance.addingSaturating(ellipsis)
    line.tailStart = Int32(truncatingIfNeeded: inkCount)
    line.tailEnd = line.tailStart
    return line
  }

  /// The same where it is cut in another way; gives `result` with what is hidden.
  @inline(never)
  private func lastLineOtherwiseCut(
    from start: Int, width: Int32, _ truncation: UnsafePointer<Truncation>, _ result: WrappedText
  ) -> (TextLine, WrappedText) {
    var result = result
    let line = TextRun(ascii: bytes, asciiAdvance: advance).lastLine(
      from: TextPosition(byte: Int32(truncatingIfNeeded: start), mark: 0), width: width,
      truncation: truncation, result: &result)
    return (line, result)
  }

  /// How many bytes fit `width`.
  @inline(__always)
  func room(in width: Int32) -> Int {
    let width = max(0, Int(width))
    return advance == 1 ? width : width / Int(advance)
  }

  /// Opportunities are found by walking back from where the line is full.
  @inline(__always)
  private func end(from start: Int, room: Int) -> End {
    let limit = room < inkCount &- start ? start &+ room : inkCount
    // White space behind a full line hangs over its end.
    var hang = limit
    while hang < inkCount, bytes[hang] == 0x20 { hang &+= 1 }
    var found = End(end: hang, next: hang)
    if hang < inkCount, hang == start || !ASCIILineBreak.isAllowed(before: hang, in: bytes) {
      let candidate = ASCIILineBreak.last(from: start, to: hang == limit ? limit &- 1 : limit, in: bytes)
      if candidate > start {
        found.next = candidate
      } else {
        found.breaksWord = true
        if hang == start {
          return End(end: start, next: start &+ 1, breaksWord: true, skipsCluster: true)
        }
      }
    }
    found.end = inkEnd(from: start, to: found.next)
    return found
  }

  /// Where the white space in front of `end` begins.
  @inline(__always)
  func inkEnd(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, bytes[end &- 1] == 0x20 { end &-= 1 }
    return end
  }

  @inline(__always)
  private func line(from start: Int, to found: End) -> TextLine {
    var line = TextLine(at: Int32(truncatingIfNeeded: start))
    line.finish(end: found.end, advance: (found.end &- start) &* Int(advance))
    line.breaksWord = found.breaksWord
    line.skipsCluster = found.skipsCluster
    return line
  }
}
