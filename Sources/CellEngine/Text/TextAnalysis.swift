/// Text analysis: one pass over a display text that finds clusters, break opportunities and widths.
enum TextAnalysis {
  static func run(
    _ text: UnsafeBufferPointer<UInt8>, model: WidthModel, columnAdvance: Int32, breaks: Environment.Breaks,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    var offset = 0
    while offset < text.count {
      var next = offset + 1
      while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
      var flags: UInt32 = 0
      var advance = columnAdvance
      if text[offset] == 0x0A {
        flags = Mark.hardBreakBit
        advance = 0
        header.hasHardBreak = true
      } else if text[offset] == 0x20 {
        flags = Mark.spaceBit | (next < text.count && text[next] != 0x20 ? Mark.breakBit : 0)
      } else {
        header.inkAdvance = header.inkAdvance.addingSaturating(advance)
      }
      marks.append(Mark(byteCount: next - offset, advance: advance, flags: flags))
      header.markCount += 1
      offset = next
      if header.inkAdvance > budget { break }
    }
    header.isComplete = offset == text.count
    return header
  }
}
