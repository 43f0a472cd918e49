import CHarfBuzz

/// What text is shaped in: HarfBuzz's buffer, used again and again.
final class GlyphBuffer {
  /// A glyph of a run that was shaped.
  struct Glyph {
    /// The byte of the text that its cluster begins at.
    var byte: Int
    /// In the units of the face.
    var advance: Int
    /// Whether the text can be cut in front of its cluster, and what is on both sides stays as it
    /// is.
    var isSafeToBreak: Bool
    /// Whether what is in front of its cluster has no part in what is behind, nor the other way
    /// round; said only where that was asked for.
    var isSafeToConcatenate: Bool
  }

  private let buffer: OpaquePointer

  init() {
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Shapes some bytes of a text, all of the kind of a plan, and calls `body` with each glyph.
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
    plan.execute(buffer)
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
          byte: byte, advance: Int(positions[index].x_advance),
          isSafeToBreak: flags & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0,
          isSafeToConcatenate: flags & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue == 0))
    }
  }
}
