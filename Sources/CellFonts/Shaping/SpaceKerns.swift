import CHarfBuzz
import CellEngine

/// The kerning of U+0020 with the characters before and after it, in a face whose spaces are only
/// kerned (``SpacePairs``). It is measured when it is asked for.
final class SpaceKerns {
  private let plan: ShapePlan
  // By scalar. They grow when a scalar of a later block is asked for.
  private var before: [Int16] = []
  private var after: [Int16] = []

  /// The end of the scalars whose kerning is known: those of Latin, Greek and Cyrillic.
  private static let end: UInt32 = 0x530
  private static let unmeasured = Int16.min
  private static let none = Int16.max

  init(_ plan: ShapePlan) {
    self.plan = plan
  }

  /// The scripts of those scalars. Their letters do not join, and their shaper is HarfBuzz's
  /// default one.
  static func covers(_ kind: ShapePlan.Kind) -> Bool {
    !kind.isRightToLeft
      && [HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC, HB_SCRIPT_COMMON].contains(kind.script)
  }

  /// Whether the first and the last glyph of a word are those of its first and last scalar. Then
  /// they are kerned as those are.
  func haveOwnGlyphs(_ word: UnsafeBufferPointer<UInt8>, first: hb_codepoint_t, last: hb_codepoint_t) -> Bool
  {
    guard !word.isEmpty else { return false }
    return plan.face.glyph(of: UTF8Scalar(in: word, at: 0).value) == first
      && plan.face.glyph(of: Self.scalar(before: word.count, in: word)) == last
  }

  /// The kerning of the space at a byte of a run with the characters next to it. `nil` if it is not
  /// known for one of them.
  func kerning(
    ofSpaceAt index: Int, in run: UnsafeBufferPointer<UInt8>, _ buffer: GlyphBuffer
  ) -> Int? {
    var sum = 0
    // A space before this one was kerned with this one.
    if index > 0, run[index - 1] != 0x20 {
      guard let kern = kern(before: Self.scalar(before: index, in: run), buffer) else { return nil }
      sum += kern
    }
    if index + 1 < run.count {
      guard let kern = kern(after: UTF8Scalar(in: run, at: index + 1).value, buffer) else { return nil }
      sum += kern
    }
    return sum
  }

  private static func scalar(before end: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var start = end - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return UTF8Scalar(in: text, at: start).value
  }

  /// The kerning of a scalar with a space after it.
  private func kern(before scalar: UInt32, _ buffer: GlyphBuffer) -> Int? {
    guard scalar < Self.end else { return nil }
    Self.grow(&before, to: scalar)
    if before[Int(scalar)] == Self.unmeasured { before[Int(scalar)] = measure([scalar, 0x20], buffer) }
    return before[Int(scalar)] == Self.none ? nil : Int(before[Int(scalar)])
  }

  /// The kerning of a space with a scalar after it.
  private func kern(after scalar: UInt32, _ buffer: GlyphBuffer) -> Int? {
    guard scalar < Self.end else { return nil }
    Self.grow(&after, to: scalar)
    if after[Int(scalar)] == Self.unmeasured { after[Int(scalar)] = measure([0x20, scalar], buffer) }
    return after[Int(scalar)] == Self.none ? nil : Int(after[Int(scalar)])
  }

  private static func grow(_ kerns: inout [Int16], to scalar: UInt32) {
    let missing = Int(scalar | 0x7F) + 1 - kerns.count
    if missing > 0 { kerns.append(contentsOf: repeatElement(unmeasured, count: missing)) }
  }

  /// The kerning of two scalars, one of which is the space. `none` if they have other glyphs next
  /// to each other, or if kerning can skip one of them.
  private func measure(_ pair: [UInt32], _ buffer: GlyphBuffer) -> Int16 {
    var texts: [[UInt8]] = []
    for scalar in pair {
      guard let glyph = plan.face.glyph(of: scalar), let character = UnicodeScalar(scalar),
        !Self.isCombining(scalar), !Face.isIgnorable(scalar), !plan.face.isMark(glyph)
      else { return Self.none }
      texts.append(Array(String(character).utf8))
    }
    // A lookup of one glyph can change its advance everywhere. That does not count as kerning.
    let alone = texts.flatMap { shaped($0, buffer) }
    let together = shaped(texts[0] + texts[1], buffer)
    let glyphs = pair.map(plan.face.glyph)
    guard alone.map(\.id) == glyphs, together.map(\.id) == glyphs,
      together[1].advance == alone[1].advance,
      // The line adds the advance of the face for each space.
      alone[pair[0] == 0x20 ? 0 : 1].advance == Int(plan.face.advance(of: 0x20))
    else { return Self.none }
    let kerning = together[0].advance - alone[0].advance
    return abs(kerning) < Int(Int16.max) ? Int16(kerning) : Self.none
  }

  private func shaped(_ text: [UInt8], _ buffer: GlyphBuffer) -> [GlyphBuffer.Glyph] {
    var glyphs: [GlyphBuffer.Glyph] = []
    text.withUnsafeBufferPointer { text in
      buffer.shape(text.indices, of: text, plan) { glyphs.append($0) }
    }
    return glyphs
  }

  /// Whether a scalar before `end` is a combining mark.
  private static func isCombining(_ scalar: UInt32) -> Bool {
    0x300...0x36F ~= scalar || 0x483...0x489 ~= scalar
  }
}
