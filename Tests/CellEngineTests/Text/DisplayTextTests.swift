import Testing

@testable import CellEngine

@Suite struct DisplayTextTests {
  @Test(
    arguments: [
      ("plain text", nil),
      ("two\nlines", nil),
      ("\u{1B}[31mred", "␛[31mred"),
      ("a\tb", "a b"),
      ("nul\0 bell\u{7} del\u{7F}", "nul␀ bell␇ del␡"),
      ("csi\u{9B}2J", "csi\u{FFFD}2J"),
      ("a\r\nb\rc\u{B}d\u{C}e\u{85}f\u{2028}g\u{2029}h", "a\nb\nc\nd\ne\nf\ng\nh"),
      ("\u{FEFF}bom", "\u{FFFD}bom"),
      ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{FFFD}a\u{FFFD}b\u{FFFD}"),
      ("\u{2065}\u{206A}\u{E0001}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("tag\u{E0041}", "tag\u{FFFD}"),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", nil),
      ("variation 葛\u{E0100}", nil),
      ("no\u{A0}break\u{2060}joined soft\u{AD}hyphen zero\u{200B}width", nil),
      ("marks \u{200E}\u{200F}\u{61C} and joiners \u{200C}\u{200D}", nil),
      ("private \u{E0B0}\u{F0000}", nil),
      ("“quoted” — and so on…", nil),
      ("\u{2067}open", "\u{2067}open\u{2069}"),
      ("\u{202E}evil", "\u{202E}evil\u{202C}"),
      ("\u{202E}one\ntwo", "\u{202E}one\u{202C}\ntwo"),
      ("\u{2066}\u{202B}both", "\u{2066}\u{202B}both\u{202C}\u{2069}"),
      ("\u{2066}\u{202B}isolate ends both\u{2069}", nil),
      ("closed \u{2068}well\u{2069}", nil),
      ("\u{903}a", "\u{A0}\u{903}a"),
      ("a\u{903} \u{903}", nil),
      ("a\n\u{9BE}b\u{200B}\u{903}", "a\n\u{A0}\u{9BE}b\u{200B}\u{A0}\u{903}"),
      ("a\u{AD}\u{93F}b\u{AD}\u{301}", "a\u{AD}\u{A0}\u{93F}b\u{AD}\u{301}"),
      ("\u{301}a \u{1F3FB}", nil),
      ("lone\u{202C} closers\u{2069}", "lone closers"),
      ("\u{2066}not across\u{202C}\u{2069}", "\u{2066}not across\u{2069}"),
    ] as [(String, String?)])
  func shows(_ text: String, as expected: String?) {
    #expect(display(Array(text.utf8)) == expected)
  }

  @Test func noncharacters() {
    for value: UInt32 in [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x8FFFF, 0xFFFFF, 0x10FFFF] {
      #expect(display(UTF8Scalar.encoded(value)) == "\u{FFFD}")
    }
  }

  @Test func depthIsBounded() {
    let text = String(repeating: "\u{202B}", count: 100) + "x" + String(repeating: "\u{202C}", count: 100)
    let expected = String(repeating: "\u{202B}", count: 15) + "x" + String(repeating: "\u{202C}", count: 15)
    #expect(display(Array(text.utf8)) == expected)
  }

  @Test func displayTextIsItsOwnDisplayText() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let shown = TextSamples.display(TextSamples.generated(&random))
      #expect(shown.withUnsafeBufferPointer { DisplayText.display(of: $0) } == nil)
    }
  }

  @Test func nothingHostileIsLeft() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = TextSamples.display(Array(String(scalar).utf8))
      for left in String(decoding: shown, as: UTF8.self).unicodeScalars where left != "\n" {
        let category = left.properties.generalCategory
        #expect(category != .control && category != .lineSeparator && category != .paragraphSeparator)
        #expect(!left.properties.isNoncharacterCodePoint && left.value != 0xFEFF)
      }
    }
  }

  @Test func rangesLeadBack() {
    let text = Array("a\u{1B}b\r\nc\u{2067}d".utf8)
    let shown = TextSamples.display(text)
    #expect(String(decoding: shown, as: UTF8.self) == "a␛b\nc\u{2067}d\u{2069}")
    func original(_ range: Range<Int>) -> Range<Int> {
      text.withUnsafeBufferPointer { DisplayText.originalRange(of: range, in: $0) }
    }
    #expect(original(0..<1) == 0..<1)
    #expect(original(1..<4) == 1..<2)
    #expect(original(4..<shown.count) == 2..<text.count)
    #expect(original(5..<6) == 3..<5)
    #expect(original(6..<shown.count) == 5..<text.count)
    #expect(original(0..<shown.count) == 0..<text.count)
  }

  @Test func breaksAreSpacesInTextsOfOneLine() {
    for (text, expected) in [
      ("one\r\ntwo", "one two"), ("one\u{2028}\u{1B}two\n", "one ␛two"), ("one two", nil), ("één", nil),
    ] {
      let shown = Array(text.utf8).withUnsafeBufferPointer { DisplayText.lineDisplay(of: $0) }
      #expect(shown.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }

  @Test func printableASCII() {
    for byte in UInt8.min...UInt8.max {
      for length in [1, 15, 16, 17, 64, 100] {
        var bytes = [UInt8](repeating: 0x20, count: length)
        bytes[length / 2] = byte
        let found = bytes.withUnsafeBufferPointer { DisplayText.isPrintableASCII($0) }
        #expect(found == (0x20...0x7E).contains(byte))
      }
    }
  }

  private func display(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { DisplayText.display(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func blankTextsAreThoseOfWhiteSpace() {
    let scalars = (UInt32.min...0xFFFF).lazy.compactMap(Unicode.Scalar.init)
    let wrong = scalars.filter { scalar in
      let text = Array(" \(scalar)".utf8)
      return text.withUnsafeBufferPointer { DisplayText.isBlank($0) } != scalar.properties.isWhitespace
    }
    #expect(Array(wrong) == [])
  }
}
