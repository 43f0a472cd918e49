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
      ("\u{FEFF}bom", "bom"), ("a\u{206A}b\u{FFF3}c", "abc"),
      ("\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{FFFD}a\u{FFFD}b\u{FFFD}"),
      ("\u{2065}\u{206A}\u{E0001}", "\u{FFFD}"),
      ("tag\u{E0041}", "tag"), ("tag \u{E0041}🚩", "tag 🚩"),
      ("\u{FE0F}heart ❤\u{FE0F}", "heart ❤\u{FE0F}"), ("a \u{E0101}b", "a b"),
      ("\u{180B}ᠠ\u{180B}", "ᠠ\u{180B}"),
      ("x\n\u{FE0E}", "x\n"), ("é\u{301}\u{FE00}", nil), ("\u{200D}\u{FE0F}", "\u{200D}"),
      ("\u{3164}name\u{FFA0}", "name"), ("\u{115F}a\u{1160}", "a"), ("\u{115F}\u{1161}", nil),
      ("\u{1100}\u{1160}\u{11A8}", nil), ("\u{115F}\u{1160}\u{11A8}", nil), ("\u{115F}\u{1160}", ""),
      ("가\u{1160}", "가"), ("\nRelease", "Release"), ("\r\n \t\r\n  indented\n\nrest", "  indented\n\nrest"),
      ("\u{2028}\u{FEFF}\u{85}x", "x"), ("\u{301}\nx", "x"), ("\n\n", ""), ("  x\n", nil),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", nil),
      ("variation 葛\u{E0100}", nil),
      ("no\u{A0}break\u{2060}joined soft\u{AD}hyphen zero\u{200B}width", nil),
      ("marks \u{200E}\u{200F}\u{61C} and joiners \u{200C}\u{200D}", nil),
      ("private \u{E0B0}\u{F0000}", nil),
      ("“quoted” — and so on…", nil),
      ("\u{2067}open", "\u{2067}open\u{2069}"),
      ("\u{202E}evil", "evil"),
      ("\u{202D}one\ntwo\u{202C}", "one\ntwo"),
      ("\u{202B}a\u{202E}b\u{202C}c\u{202C}d", "\u{202B}abc\u{202C}d"),
      ("\u{202B}one\ntwo", "\u{202B}one\u{202C}\ntwo"),
      ("\u{202E}\u{2067}a\u{202D}b\u{2069}c\u{202C}", "\u{2067}ab\u{2069}c"),
      ("\u{2066}\u{202B}both", "\u{2066}\u{202B}both\u{202C}\u{2069}"),
      ("\u{2066}\u{202B}isolate ends both\u{2069}", nil),
      ("closed \u{2068}well\u{2069}", nil),
      ("\u{903}a", "\u{A0}\u{903}a"),
      ("a\u{903} \u{903}", nil),
      ("a\n\u{9BE}b\u{200B}\u{903}", "a\n\u{A0}\u{9BE}b\u{200B}\u{A0}\u{903}"),
      ("a\u{AD}\u{93F}b\u{AD}\u{301}", "a\u{AD}\u{A0}\u{93F}b\u{AD}\u{301}"),
      ("a\u{AD}\u{301}\u{903}", "a\u{AD}\u{301}\u{A0}\u{903}"),
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

  /// Texts are looked at eight bytes at a time.
  @Test(arguments: ["x", "é", "ب", "語", "😀"])
  func charactersAreFoundAtEveryIndex(filler: String) {
    let hostile: [(String, String)] = [
      ("\u{1B}", "␛"), ("\u{7F}", "␡"), ("\u{9B}", "\u{FFFD}"), ("\u{FEFF}", ""),
      ("x\u{2028}", "x\n"), ("\u{206F}", ""), ("\u{115F}", ""), ("\u{1160}", ""), ("\u{3164}", ""),
      ("\u{FFA0}", ""), (" \u{180F}", " "), (" \u{FE00}", " "), (" \u{E01EF}", " "), ("\u{FFFE}", "\u{FFFD}"),
      ("\u{1FFFF}", "\u{FFFD}"),
      ("\u{E0001}", ""), ("\u{202E}", ""), ("x\n\u{903}", "x\n\u{A0}\u{903}"),
    ]
    for count in 0..<20 {
      for end in 0..<10 {
        let (before, after) = (String(repeating: filler, count: count), String(repeating: filler, count: end))
        #expect(display(Array((before + after).utf8)) == nil)
        for (one, shown) in hostile {
          #expect(display(Array((before + one + after).utf8)) == before + shown + after)
        }
      }
    }
  }

  @Test func depthIsBounded() {
    let text = String(repeating: "\u{202B}", count: 100) + "x" + String(repeating: "\u{202C}", count: 100)
    let expected = String(repeating: "\u{202B}", count: 15) + "x" + String(repeating: "\u{202C}", count: 15)
    #expect(display(Array(text.utf8)) == expected)
  }

  @Test func overridesTakeNoLevels() {
    let overrides = String(repeating: "\u{202E}", count: 20)
    let text = overrides + "\u{2067}a" + overrides + "\u{2067}b\u{2069}\u{2069}" + "c"
    #expect(display(Array(text.utf8)) == "\u{2067}a\u{2067}b\u{2069}\u{2069}c")
  }

  /// The time for a closer without an opener does not depend on the number of openers of another
  /// kind.
  @Test func closersOfNothingTakeLinearTime() {
    let text = String(repeating: "\u{202B}", count: 200_000) + String(repeating: "\u{2069}", count: 200_000)
    #expect(display(Array(text.utf8))?.unicodeScalars.count == 30)
  }

  /// The text before the marks, a mark with the text after it, its count, and the count that is
  /// shown.
  @Test(
    arguments: [
      ("e", "\u{301}", 32, 32), ("e", "\u{301}", 33, 32), ("e", "\u{301}", 5000, 32),
      ("", "\u{301}", 100, 32),
      ("\u{1F3F4}", "\u{E0061}", 100, 32), ("e", "\u{200D}", 100, 32), ("e", "\u{FE0F}", 40, 32),
      ("\u{915}", "\u{903}", 100, 32), ("\u{1112}", "\u{1161}", 100, 31), ("", "\u{1112}", 100, 32),
      ("", "\u{600}", 100, 32), ("漢字かな交じり文", "\u{3099}", 50, 32), ("\u{1F469}", "\u{1F3FB}", 60, 32),
    ] as [(String, String, Int, Int)])
  func marksBeyondTheLimitAreLeftOut(_ base: String, _ mark: String, count: Int, shown: Int) {
    for before in ["", "word ", "\u{301} ", "日本語"] {
      let text = before + base + String(repeating: mark, count: count) + "\u{200B}behind"
      let expected = before + base + String(repeating: mark, count: shown) + "\u{200B}behind"
      #expect(TextSamples.display(Array(text.utf8)) == Array(expected.utf8))
      #expect(dropsMarks(text) == (count > shown))
    }
  }

  /// Clusters that continue with more letters end at the limit.
  @Test func chainsEndAtTheLimit() {
    for (letter, mark) in [("\u{1F469}", "\u{200D}"), ("\u{915}", "\u{94D}"), ("\u{1780}", "\u{17D2}")] {
      let chain = String(repeating: letter + mark, count: 1000) + letter
      let shown = String(decoding: TextSamples.display(Array(chain.utf8)), as: UTF8.self)
      #expect(shown.unicodeScalars.count { String($0) == letter } == 1001)
      #expect(shown.unicodeScalars.count { String($0) == mark } == 1000 - 1000 / 33)
      let clusters = OwnedText(Array(shown.utf8), WidthModel()).clusters
      #expect(clusters.count == 1000 / 33 + 1)
      #expect(dropsMarks(chain))
    }
  }

  @Test func marksOfOtherClustersAreNotCounted() {
    for text in ["e\u{301}\u{302}", "क्षि", "\u{1112}\u{1161}\u{11AB}", "👩🏽", "กำ", "👍🏽 ", "\u{600}1\u{301}"] {
      let text = Array(String(repeating: text, count: 500).utf8)
      #expect(text.withUnsafeBufferPointer { DisplayText.display(of: $0) } == nil)
    }
  }

  /// The fast search finds every mark beyond the limit, at any position.
  @Test func theSearchForMarksMissesNone() {
    let pieces = [
      "a", " ", "漢", "é", "\u{301}", "\u{94D}", "क", "👩", "\u{200D}", "\u{1161}", "\u{600}", "ไ", "한",
    ]
    var random = SplitMix64(seed: 17)
    for _ in 0..<20_000 {
      let some = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      for _ in 0..<Int.random(in: 0...100, using: &random) {
        text += some.randomElement(using: &random) ?? ""
      }
      text += pieces.randomElement(using: &random) ?? ""
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        var steps = DisplaySteps(of: bytes)
        while steps.next() != nil {}
        if steps.hasDroppedMarks { #expect(ClusterMarks.mayExceedLimit(in: bytes), "\(text)") }
      }
    }
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

  /// Dropped bytes belong to the shown text before them.
  @Test func rangesLeadBackOverWhatIsLeftOut() {
    let text = Array(("a\u{202E}b" + String(repeating: "\u{301}", count: 40) + "c\u{202C}").utf8)
    let shown = TextSamples.display(text)
    func original(_ range: Range<Int>) -> Range<Int> {
      text.withUnsafeBufferPointer { DisplayText.originalRange(of: range, in: $0) }
    }
    #expect(shown.count == 3 + 64)
    #expect(original(0..<1) == 0..<4)
    #expect(original(1..<66) == 4..<85)
    #expect(original(66..<67) == 85..<text.count)
    #expect(original(2..<67) == 5..<text.count)
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

  private func dropsMarks(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { DisplayText.dropsMarks(of: $0) }
  }

  private func display(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { DisplayText.display(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func textsThatShowNothing() {
    let scalars = (UInt32.min...0xEFFFF).lazy.compactMap(Unicode.Scalar.init)
    let wrong = scalars.filter { scalar in
      let text = Array(" \(scalar)".utf8)
      let properties = scalar.properties
      let isBlank =
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
      let isMark = [.nonspacingMark, .enclosingMark].contains(properties.generalCategory)
      let isFound = text.withUnsafeBufferPointer { DisplayText.showsNothing($0) }
      return isFound != isBlank && !(isFound && isMark)
    }
    #expect(Array(wrong) == [])
    for text in ["", " ", "\u{301}", "\u{2800}\u{2800}", "\u{200B}\n\u{34F}"] {
      #expect(Array(text.utf8).withUnsafeBufferPointer { DisplayText.showsNothing($0) })
    }
    for text in ["a\u{301}", "\u{903}", "\u{1F3FB}", "\u{0}", " -"] {
      #expect(!Array(text.utf8).withUnsafeBufferPointer { DisplayText.showsNothing($0) })
    }
  }
}
