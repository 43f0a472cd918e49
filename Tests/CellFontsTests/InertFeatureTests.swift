import CHarfBuzz
import CellEngine
import Testing

@testable import CellFonts

/// Without the features that change no ASCII, texts of ASCII have the same glyphs.
@Suite struct InertFeatureTests {
  private static let families = ["Inter", "Roboto", "Noto Sans", "DejaVu Sans", "Noto Sans CJK JP"]

  private func list(_ family: String, weight: Int = 400) throws -> FaceList {
    try fonts(family, weight: weight, from: FontLibrary()).style(of: .title).faces
  }

  private func glyphs(_ text: String, _ plan: ShapePlan, _ buffer: GlyphBuffer, isWhole: Bool) -> [[Int]] {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var glyphs: [[Int]] = []
      buffer.shape(bytes.indices, of: bytes, plan, tellsConcatenation: isWhole) {
        glyphs.append([$0.byte, $0.advance])
      }
      return glyphs
    }
  }

  @Test(arguments: families, [400, 700])
  func allPairsAndSomeWordsHaveTheSameGlyphs(_ family: String, _ weight: Int) throws {
    let list = try list(family, weight: weight)
    let ascii = (UInt8(0x20)..<0x7F).map { String(UnicodeScalar($0)) }
    let pairs = ascii.flatMap { first in ascii.map { first + $0 } }
    let random = (0..<2_000).map { _ in
      (0..<Int.random(in: 3...12)).map { _ in ascii[Int.random(in: ascii.indices)] }.joined()
    }
    let words = ["office", "affluent", "3x4", "12:30", "->", "=>", "1/2", "fij", "ffi ffl", "i.j", "WWW."]
    let buffer = GlyphBuffer()
    for script in [HB_SCRIPT_LATIN, HB_SCRIPT_COMMON] {
      let kind = ShapePlan.Kind(script: script)
      let (plan, plain) = (ShapePlan(list.primary, kind), ShapePlan(list.primary, kind, inert: list.inert))
      for text in pairs + random + words {
        #expect(
          glyphs(text, plain, buffer, isWhole: false) == glyphs(text, plan, buffer, isWhole: true), "\(text)")
      }
    }
  }

  @Test(arguments: families) func combiningMarksAreInertAndLigaturesAreNot(_ family: String) throws {
    let tags = Set(try list(family).inert.map(\.tag))
    #expect(tags.contains(hb_tag_from_string("ccmp", -1)))
    // Inter has alternatives instead of ligatures.
    #expect(!tags.contains(hb_tag_from_string(family == "Inter" ? "calt" : "liga", -1)))
  }

  @Test func otherTextsKeepAllFeatures() throws {
    let list = try list("Roboto")
    let kind = ShapePlan.Kind(script: HB_SCRIPT_LATIN)
    let (plan, plain) = (ShapePlan(list.primary, kind), ShapePlan(list.primary, kind, inert: list.inert))
    let buffer = GlyphBuffer()
    for text in ["i\u{301}", "j\u{302}", "re\u{301}sume\u{301}", "naïve…", "e\u{327}\u{301}"] {
      #expect(
        glyphs(text, plain, buffer, isWhole: false) == glyphs(text, plan, buffer, isWhole: true), "\(text)")
    }
  }
}
