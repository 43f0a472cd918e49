@_spi(_Unicode) import Swift
import Testing

@testable import CellEngine

@Suite struct TextFoldTests {
  private func fold(_ text: String) -> String { String(decoding: TextFold.fold(text), as: UTF8.self) }

  @Test(
    arguments: [
      ("Pump 7", "pump 7"), ("ÅNGSTRÖM", "angstrom"), ("Straße", "STRASSE"), ("σοφός", "ΣΟΦΌΣ"),
      ("e\u{301}te\u{301}", "été"), ("Ёлка", "елка"), ("İstanbul", "istanbul"), ("ﬁn", "ﬁN"), ("한국", "한국"),
      ("東京", "東京"), ("Ǆ", "ǆ"), ("Ω", "Ω"), ("ẞ", "ss"), ("Łódź", "lodz"), ("Đường", "duong"),
      ("Ǽsir", "aesir"), ("Œuvre", "OEUVRE"), ("ＡＢＣ－１２", "abc-12"), ("ｶﾞｷﾞﾊﾟ", "ガギパ"),
      ("か\u{3099}", "が"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("하\u{11AB}", "한"), ("ﾡ", "ㄱ"),
      ("a\u{AD}b\u{200B}c\u{FEFF}\u{2060}\u{34F}", "abc"), ("A\u{A0}B\u{3000}\u{2009}C\t\r\n", "a b  c   "),
      ("\u{115F}ㅏ\u{FE0F}", "ㅏ"), ("≠", "=\u{338}"), ("क\u{94D}\u{93C}", "क\u{93C}\u{94D}"),
      ("\u{1025}\u{102E}", "\u{1026}"), ("\u{11099}\u{110BA}", "\u{1109A}"), ("\u{F900}", "豈"),
      ("ø\u{301}", "O"), ("Ｉ\u{307}", "i"), ("שָׁלוֹם", "שלום"), ("Việt Nam", "viet nam"),
    ])
  func caseAndMarksDoNotCount(left: String, right: String) {
    #expect(fold(left) == fold(right))
  }

  @Test(arguments: [
    ("a", "b"), ("क्ष", "कष"), ("か", "が"), ("각", "가"), ("กุ", "ก"), ("l", "1"), ("東", "京"),
    ("か", "カ"), ("ｶ", "ｶﾞ"), ("½", "1/2"), ("①", "1"), ("a  b", "a b"), ("ก่", "ก้"), ("ł", "t"),
    ("ﬁle", "file"), ("ﬄ", "ffl"), ("ﬆ", "st"), ("և", "եւ"), ("ﬓ", "մն"), ("ĳ", "ij"),
  ])
  func otherLettersDiffer(left: String, right: String) {
    #expect(fold(left) != fold(right))
  }

  /// Every scalar has the fold that its text has, whatever is next to it.
  @Test func aFoldIsOneOfScalars() {
    for value in stride(from: UInt32(1), to: 0x30000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      #expect(fold("x\(text)Y") == "x" + fold(text) + "y")
      #expect(fold(fold(text)) == fold(text), "U+\(String(value, radix: 16))")
    }
  }

  /// The forms of a text in which marks are in another order, or composed, have one fold.
  @Test func canonicallyEquivalentTextsHaveOneFold() {
    var state: UInt64 = 11
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let scalars =
      "aŁ=Ωåか한\u{1112}\u{1161}\u{11AB}\u{11A8}\u{3099}\u{309A}क\u{93C}\u{94D}\u{301}\u{327}\u{338}\u{E38}\u{E48}"
      .unicodeScalars
      + "\u{9C7}\u{9BE}\u{9D7}\u{CC6}\u{CC2}\u{CD5}\u{F71}\u{F74}\u{34F}\u{5B0}\u{65F}\u{16D67}\u{110BA}\u{11099}"
      .unicodeScalars
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0...next(9) {
        text.append(scalars[scalars.index(scalars.startIndex, offsetBy: next(scalars.count))])
      }
      let (whole, decomposed) = (String(text), String(String.UnicodeScalarView(String(text)._nfd)))
      let composed = String(String.UnicodeScalarView(String(text)._nfc))
      #expect(
        TextFold.fold(whole) == TextFold.fold(decomposed), "\(text.map { String($0.value, radix: 16) })")
      #expect(TextFold.fold(whole) == TextFold.fold(composed))
      #expect(fold(fold(whole)) == fold(whole))
      // Pieces make no difference.
      var pieces = TextFold()
      for scalar in text { Array(String(scalar).utf8).withUnsafeBufferPointer { pieces.append($0) } }
      pieces.end()
      #expect(pieces.bytes == TextFold.fold(whole))
    }
  }

  @Test(arguments: [
    "\u{94D}\u{93C}", "\u{3099}", "\u{11AB}\u{1161}", "\u{301}", "\u{9BE}", "\u{110BA}\u{93C}",
  ])
  func timeIsLinear(marks: String) {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let text = "क" + String(repeating: marks, count: count)
      return (0..<3).map { _ in clock.measure { _ = TextFold.fold(text) } }.min() ?? .zero
    }
    _ = time(100)
    #expect(time(80_000) < time(10_000) * 24 + .milliseconds(5))
  }

  private func key(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    TextFold.appendKey(ofFold: TextFold.fold(text), to: &key)
    return key
  }

  @Test func numbersInTextsAreInOrder() {
    let texts = [
      "", "item", "item 0", "item 9", "item 10", "item 10a", "item 10b", "item 100", "item x",
      "item 99999999999999999999999", "item 100000000000000000000000", "2026-01-31", "2026-02-01",
      "2026-10-01",
    ]
    for group in [Array(texts[..<8]), [texts[9], texts[10]], Array(texts[11...])] {
      for (left, right) in zip(group, group.dropFirst()) {
        #expect(key(left).lexicographicallyPrecedes(key(right)), "\(left) < \(right)")
      }
    }
    #expect(key("item 007") == key("item 7") && key("A\u{301}") == key("a"))
    #expect(key("a\0") != key("a\u{1}") && key("a").lexicographicallyPrecedes(key("a\0")))
  }

  @Test func aLongNumberIsSplit() {
    let digits = String(repeating: "9", count: 300)
    #expect(key("9").lexicographicallyPrecedes(key(digits)))
    #expect(key(digits).lexicographicallyPrecedes(key(digits + "1")))
  }
}

@Suite struct TextPatternTests {
  private func matches(_ pattern: String, _ text: String) -> Bool {
    var effort = Effort(.never)
    return Array(text.utf8).withUnsafeBufferPointer { TextPattern(pattern, exact: true).matches($0, &effort) }
  }

  private func contains(_ needle: [UInt8], in text: [UInt8]) -> Bool {
    var effort = Effort(.never)
    return text.withUnsafeBufferPointer { TextNeedle(needle).isContained(in: $0, &effort) }
  }

  @Test(
    arguments: [
      ("", ""), ("*", ""), ("*", "anything"), ("a*", "abc"), ("*c", "abc"), ("a?c", "a東c"), ("*b*", "abc"),
      ("a**c", "ac"), ("*a*b*c", "xaxbxc"), ("???", "東京都"), ("a*b?d*", "aXXbcde"),
    ])
  func itMatches(pattern: String, text: String) {
    #expect(matches(pattern, text))
  }

  @Test func signsOfAPatternAreWhatWasTyped() {
    func folded(_ pattern: String, _ text: String) -> Bool {
      var effort = Effort(.never)
      return TextFold.fold(text).withUnsafeBufferPointer {
        TextPattern(pattern, exact: false).matches($0, &effort)
      }
    }
    #expect(folded("何？", "何?") && !folded("何？", "何か") && folded("*＊", "a*") && !folded("＊", "ab"))
    #expect(folded("?글*", "\u{1112}\u{1161}\u{11AB}글 파일") && folded("r?sum?", "Résumé"))
  }

  @Test(arguments: [
    ("", "a"), ("?", ""), ("a", "ab"), ("a?", "a"), ("*b", "abc"), ("??", "東"), ("a*b", "ac"),
  ])
  func itDoesNotMatch(pattern: String, text: String) {
    #expect(!matches(pattern, text))
  }

  /// By the definition: try every length of text for a star.
  private func naive(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    switch pattern.first {
    case nil: return text.isEmpty
    case UInt8(ascii: "*"):
      return (text.startIndex...text.endIndex).contains { naive(pattern.dropFirst(), text[$0...]) }
    case UInt8(ascii: "?"): return !text.isEmpty && naive(pattern.dropFirst(), text.dropFirst())
    case let byte?: return text.first == byte && naive(pattern.dropFirst(), text.dropFirst())
    }
  }

  @Test func itAgreesWithTryingAll() {
    var state: UInt64 = 3
    func random(_ letters: String, _ count: UInt64) -> String {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      let length = Int((state >> 33) % count)
      return String(
        (0..<length).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1
          return Array(letters)[Int((state >> 33) % UInt64(letters.count))]
        })
    }
    for _ in 0..<3_000 {
      let (pattern, text) = (random("ab*?", 8), random("ab", 10))
      #expect(
        matches(pattern, text) == naive(Array(pattern.utf8)[...], Array(text.utf8)[...]), "\(pattern) \(text)"
      )
    }
  }

  @Test func patternsOfManyWordsOfBits() {
    let long = String(repeating: "ab", count: 120)
    #expect(
      matches(long, long) && !matches(long, long + "a")
        && matches("*" + long.dropFirst(100) + "*", "x" + long + "y"))
    #expect(matches(String(repeating: "?", count: 200) + "*", String(repeating: "x", count: 200)))
    #expect(!matches(String(repeating: "?", count: 200) + "*", String(repeating: "x", count: 199)))
  }

  @Test(arguments: [("", ""), ("", "a"), ("aab", "aaab"), ("abab", "abaabab"), ("ß", "Straße")])
  func aNeedleIsFound(needle: String, text: String) {
    #expect(contains(Array(needle.utf8), in: Array(text.utf8)))
  }

  @Test func aNeedleAgreesWithTryingAll() {
    for text in 0..<256 {
      for needle in 0..<32 {
        let bits = { (value: Int, count: Int) in (0..<count).map { UInt8(value >> $0 & 1) } }
        let (whole, part) = (bits(text, 8), bits(needle, 5))
        let expected = (0...3).contains { Array(whole[$0..<$0 + 5]) == part }
        #expect(contains(part, in: whole) == expected)
      }
    }
  }
}
