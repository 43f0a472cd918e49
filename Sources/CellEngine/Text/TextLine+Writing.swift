extension TextLine {
  /// Appends what the line shows of `text`, with its ellipsis or hyphen. Soft hyphens are left out.
  @inline(__always)
  public func append(
    of text: UnsafeBufferPointer<UInt8>, ellipsis: borrowing PreparedEllipsis, to output: inout [UInt8]
  ) {
    append(start..<end, of: text, to: &output)
    if ellipsisByteCount > 0 { output.append(contentsOf: ellipsis.bytes.prefix(Int(ellipsisByteCount))) }
    if endsWithHyphen { output.append(UInt8(ascii: "-")) }
    if tailStart < tailEnd { append(tailStart..<tailEnd, of: text, to: &output) }
  }

  private func append(
    _ range: Range<Int32>, of text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
  ) {
    let slice = UnsafeBufferPointer(rebasing: text[Int(range.lowerBound)..<Int(range.upperBound)])
    guard hasInvisibles else {
      output.append(contentsOf: slice)
      return
    }
    var index = 0
    while index < slice.count {
      if slice[index] == 0xC2, index + 1 < slice.count, slice[index + 1] == 0xAD {
        index += 2
      } else {
        output.append(slice[index])
        index += 1
      }
    }
  }
}
