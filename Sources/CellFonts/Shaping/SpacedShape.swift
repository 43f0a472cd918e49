import CellEngine

/// A word shaped between two spaces on each side. It shows whether the word has the same shape
/// alone, and whether it depends on text beyond a space. Most words of most fonts do not: the
/// advance of a line of such words is the sum of their advances.
struct SpacedShape {
  /// The glyphs of the word. Their byte offsets are relative to the word.
  private(set) var glyphs: [GlyphBuffer.Glyph] = []
  /// The advance of the word in the units of the face.
  private(set) var advance = 0
  /// Whether the word has the same glyphs alone.
  private(set) var isSameAlone = false
  /// Whether text beyond the spaces does not change the glyphs of the word, and the word does not
  /// change that text.
  private(set) var isIsolated = false

  private var bytes: [UInt8] = []
  private static let spaces = 2

  /// Shapes a word.
  mutating func shape(
    _ word: UnsafeBufferPointer<UInt8>, _ plan: ShapePlan, _ buffer: GlyphBuffer
  ) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0x20, count: Self.spaces))
    bytes.append(contentsOf: word)
    bytes.append(contentsOf: repeatElement(0x20, count: Self.spaces))
    glyphs.removeAll(keepingCapacity: true)
    advance = 0
    let range = Self.spaces..<Self.spaces + word.count
    var plainSpaces = 0
    var safeBreaks = 0
    var safeEnds = 0
    bytes.withUnsafeBufferPointer { text in
      buffer.shape(0..<text.count, of: text, plan, tellsConcatenation: true) { glyph in
        if glyph.byte == range.lowerBound || glyph.byte == range.upperBound {
          safeBreaks += glyph.isSafeToBreak ? 1 : -text.count
        }
        if glyph.byte == range.lowerBound - 1 || glyph.byte == range.upperBound + 1 {
          safeEnds += glyph.isSafeToConcatenate ? 1 : -text.count
        }
        if range.contains(glyph.byte) {
          var own = glyph
          own.byte -= Self.spaces
          glyphs.append(own)
          advance += glyph.advance
        } else {
          plainSpaces += glyph.advance == plan.face.space ? 1 : -text.count
        }
      }
    }
    // A combining mark at the start of a word joins the space before it.
    let isApart = plainSpaces == 2 * Self.spaces && safeBreaks > 1
    isSameAlone = isApart
    isIsolated = isApart && safeEnds == 2
  }
}
