extension TextLine {
  /// The maximum number of bytes before a line in which open directional formatting is looked for.
  /// The bound keeps the writing of all lines of a long text linear in time.
  private static let formattingReach = 4096

  /// Appends the bytes of `text` that the line shows, with its ellipsis or hyphen. Soft hyphens are
  /// left out. Directional formatting that is open at the start of a piece is opened again in it,
  /// and closed at its end.
  @inline(__always)
  public func append(
    of text: UnsafeBufferPointer<UInt8>, ellipsis: borrowing PreparedEllipsis, to output: inout [UInt8]
  ) {
    if joinsStart { output.append(contentsOf: Self.joiner) }
    append(Int(start)..<Int(end), of: text, to: &output)
    if joinsEllipsis { output.append(contentsOf: Self.joiner) }
    if ellipsisByteCount > 0 { output.append(contentsOf: ellipsis.bytes.prefix(Int(ellipsisByteCount))) }
    if endsWithHyphen { output.append(UInt8(ascii: "-")) }
    if joinsTail { output.append(contentsOf: Self.joiner) }
    if hasTail { append(Int(tailStart)..<Int(tailEnd), of: text, to: &output) }
  }

  @inline(__always)
  private func append(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    if hasInvisibles {
      appendFiltered(range, of: text, to: &output)
    } else {
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[range]))
    }
  }

  @inline(never)
  private func appendFiltered(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) {
    let farthest = max(0, range.lowerBound - Self.formattingReach)
    var lineStart = range.lowerBound
    while lineStart > farthest, text[lineStart - 1] != 0x0A { lineStart -= 1 }
    while lineStart < range.lowerBound, text[lineStart] & 0xC0 == 0x80 { lineStart += 1 }
    var open = DirectionalStack()
    var index = lineStart
    while index < range.upperBound {
      if index == range.lowerBound { open.appendOpeners(to: &output) }
      let scalar = UTF8Scalar(in: text, at: index)
      let next = index + scalar.byteCount
      let isShown = open.take(scalar.value) && scalar.value != 0xAD
      if isShown, index >= range.lowerBound {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<next]))
      }
      index = next
    }
    if !range.isEmpty { open.appendClosers(to: &output) }
  }
}
