import CellEngine
import Testing

@testable import CellFonts

/// Characters that no font has.
@Suite struct MissingGlyphTests {
  private func missing(_ text: String, in set: FontSet) -> MissingGlyph? {
    var copy = text
    return copy.withUTF8 { set.missingGlyph(in: $0, role: .title) }
  }

  @Test func installedFontsCoverTheirScripts() throws {
    let set = try fonts()
    for text in ["", "abc", "日本語 한국어", "العربية", "\u{2028}\u{3000}\u{200D}\u{FE0F}", "e\u{301}", "😀"] {
      #expect(missing(text, in: set) == nil, "\(text)")
    }
  }

  @Test func aCharacterWithoutAFontIsFound() throws {
    let set = try fonts()
    #expect(missing("abc \u{10FFFD}", in: set) == MissingGlyph(scalar: 0x10FFFD, package: nil))
  }

  /// A machine with one font for Latin.
  @Test func thePackageFitsTheScript() throws {
    let library = FontLibrary(load: {
      FontConfiguration(
        xml: """
          <fontconfig><dir>/usr/share/fonts/opentype/inter</dir></fontconfig>
          """)
    })
    let set = try fonts("sans-serif", from: library)
    #expect(missing("日本語", in: set) == MissingGlyph(scalar: 0x65E5, package: "fonts-noto-cjk"))
    #expect(missing("한", in: set)?.package == "fonts-noto-cjk")
    #expect(missing("🥑", in: set)?.package == "fonts-noto-color-emoji")
    #expect(missing("ह", in: set)?.package == "fonts-noto-core")
    #expect(missing("abc é", in: set) == nil)
  }
}
