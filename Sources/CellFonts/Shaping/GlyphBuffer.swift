import CHarfBuzz

/// A reusable HarfBuzz buffer, in which text is shaped.
final class GlyphBuffer {
  /// A glyph of a shaped run.
  struct Glyph {
    /// The number of the glyph in its face.
    var id: hb_codepoint_t
    /// The byte of the text at which the glyph's cluster begins.
    var byte: Int
    /// The advance in the units of the face.
    var advance: Int
    /// Whether the text can be cut before this cluster without a change of the glyphs on both
    /// sides.
    var isSafeToBreak: Bool
    /// Whether the texts before and after the start of this cluster can be shaped apart and joined.
    /// Valid only if `shape` was called with `tellsConcatenation`.
    var isSafeToConcatenate: Bool
  }

  private let buffer: OpaquePointer

  init() {
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Shapes some bytes of a text, all of the plan's kind, and calls `body` with each glyph. Returns
  /// the sum of the advances; `nil` without glyphs.
  func advance(
    of bytes: Range<Int>, in text: UnsafeBufferPointer<UInt8>, _ plan: ShapePlan,
    _ body: (Glyph) -> Void = { _ in }
  ) -> Int? {
    var sum: Int?
    shape(bytes, of: text, plan) {
      sum = (sum ?? 0) + $0.advance
      body($0)
    }
    return sum
  }

  /// Shapes some bytes of a text, all of the plan's kind, and calls `body` with each glyph.
  func shape(
    _ bytes: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ plan: ShapePlan,
    tellsConcatenation: Bool = false, _ body: (Glyph) -> Void
  ) {
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_flags(
      buffer, tellsConcatenation ? HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT : HB_BUFFER_FLAG_DEFAULT)
    hb_buffer_set_direction(buffer, plan.kind.direction)
    hb_buffer_set_script(buffer, plan.kind.script)
    text.withMemoryRebound(to: CChar.self) {
      hb_buffer_add_utf8(
        buffer, $0.baseAddress, Int32(clamping: $0.count), UInt32(clamping: bytes.lowerBound),
        Int32(clamping: bytes.count))
    }
    let isPlain =
      plan.hasPlainPlan && !tellsConcatenation && text[bytes].allSatisfy { $0 &- 0x20 < 0x5F }
    plan.execute(buffer, isPlain: isPlain)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    for index in 0..<Int(count) {
      let byte = Int(glyphs[index].cluster)
      guard bytes.contains(byte) else { continue }
      let flags = glyphs[index].mask
      body(
        Glyph(
          id: glyphs[index].codepoint, byte: byte, advance: Int(positions[index].x_advance),
          isSafeToBreak: flags & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0,
          isSafeToConcatenate: flags & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue == 0))
    }
  }
}
