/// Lines of printable ASCII, in which bytes are counted: nothing is known of such a text but its bytes.
extension TextRun {
  /// Where a line of ASCII ends, and where the next begins.
  private struct ASCIIEnd {
    /// Without the spaces at its end.
    var end: Int
    var next: Int
    /// Whether it ends where no opportunity is.
    var breaksWord = false
    /// Whether not even one byte fits.
    var skipsCluster = false
  }

  /// `nextLine` over ASCII.
  func nextASCIILine(from position: inout TextPosition, width: Int32) -> TextLine {
    let start = Int(position.byte)
    let found = asciiEnd(from: start, room: asciiRoom(in: width))
    position.byte = Int32(truncatingIfNeeded: found.next)
    return line(from: start, to: found)
  }

  /// `wrap` over ASCII that is more than a line.
  func wrapASCII(
    width: Int32, maximumLines: Int, truncation: UnsafePointer<Truncation>,
    into lines: inout Scratch<TextLine>
  ) -> WrappedText {
    var result = WrappedText()
    let limit = width <= 0 ? 1 : maximumLines
    let room = asciiRoom(in: width)
    var start = 0
    while start < contentEnd {
      result.lineCount &+= 1
      if result.lineCount == limit {
        let line = lastASCIILine(from: start, width: width, truncation, &result)
        result.widestAdvance = max(result.widestAdvance, line.advance)
        lines.append(line)
        break
      }
      let found = asciiEnd(from: start, room: room)
      let line = line(from: start, to: found)
      lines.append(line)
      result.widestAdvance = max(result.widestAdvance, line.advance)
      if found.breaksWord {
        result.breaksWords = true
        if found.skipsCluster { result.hide(line.start..<Int32(truncatingIfNeeded: found.next)) }
      }
      start = found.next
    }
    return result
  }

  /// `lastLine` over ASCII.
  private func lastASCIILine(
    from start: Int, width: Int32, _ truncation: UnsafePointer<Truncation>, _ result: inout WrappedText
  ) -> TextLine {
    let ellipsis = truncation.pointee.ellipsis.advance
    guard truncation.pointee.mode == .tail, truncation.pointee.unit == .cluster, width >= ellipsis else {
      let position = TextPosition(byte: Int32(truncatingIfNeeded: start), mark: 0)
      return lastLine(from: position, width: width, truncation: truncation, result: &result)
    }
    let isWhole = contentEnd &- start <= asciiRoom(in: width)
    let end = inkEnd(from: start, to: isWhole ? contentEnd : start &+ asciiRoom(in: width &- ellipsis))
    var line = TextLine(at: Int32(truncatingIfNeeded: start))
    line.finish(end: end, advance: (end &- start) &* Int(asciiAdvance))
    guard !isWhole else { return line }
    line.ellipsisByteCount = UInt8(truncatingIfNeeded: truncation.pointee.ellipsis.bytes.count)
    line.advance = line.advance.addingSaturating(ellipsis)
    line.tailStart = Int32(truncatingIfNeeded: contentEnd)
    line.tailEnd = line.tailStart
    result.hide(line.end..<Int32(truncatingIfNeeded: bytes.count))
    return line
  }

  /// How many bytes fit `width`.
  @inline(__always)
  func asciiRoom(in width: Int32) -> Int {
    let width = max(0, Int(width))
    return asciiAdvance == 1 ? width : width / Int(asciiAdvance)
  }

  /// Opportunities are found by walking back from where the line is full.
  @inline(__always)
  private func asciiEnd(from start: Int, room: Int) -> ASCIIEnd {
    let limit = room < contentEnd &- start ? start &+ room : contentEnd
    // White space behind a full line hangs over its end.
    var hang = limit
    while hang < contentEnd, bytes[hang] == 0x20 { hang &+= 1 }
    var found = ASCIIEnd(end: hang, next: hang)
    if hang < contentEnd, hang == start || !ASCIILineBreak.isAllowed(before: hang, in: bytes) {
      let candidate = ASCIILineBreak.last(from: start, to: hang == limit ? limit &- 1 : limit, in: bytes)
      if candidate > start {
        found.next = candidate
      } else {
        found.breaksWord = true
        if hang == start {
          return ASCIIEnd(end: start, next: start &+ 1, breaksWord: true, skipsCluster: true)
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
  private func line(from start: Int, to found: ASCIIEnd) -> TextLine {
    var line = TextLine(at: Int32(truncatingIfNeeded: start))
    line.finish(end: found.end, advance: (found.end &- start) &* Int(asciiAdvance))
    line.breaksWord = found.breaksWord
    line.skipsCluster = found.skipsCluster
    return line
  }
}
