import CellEngine
import Testing

@testable import CellFonts

@Suite struct ShapedLineTests {
  @Test func aLineHasTheAdvanceThatHarfBuzzGivesIt() throws {
    for family in ["Inter", "Roboto"] {
      for line in ["AVATAR office", "A - B, To -> be", "Lubrication…", "x"] {
        let shaped = try fonts(family).shape(line)
        #expect(abs(Double(shaped.advance) - (try Glyphs(line, family).advance)) <= 0.5)
        #expect(shaped.runs.map(\.bytes) == [0..<line.utf8.count])
        #expect(shaped.runs.map(\.family) == [family])
      }
    }
    #expect(try fonts().shape("") == ShapedLine(advance: 0, runs: []))
  }

  @Test(arguments: texts) func runsTileTheLine(_ text: String) throws {
    for isRightToLeft in [false, true] {
      let line = text.replacing("\n", with: " ")
      let shaped = try fonts().shape(line, isRightToLeft: isRightToLeft)
      let bytes = shaped.runs.map(\.bytes).sorted { $0.lowerBound < $1.lowerBound }
      #expect(bytes.reduce(0) { $1.lowerBound == $0 ? $1.upperBound : -1 } == line.utf8.count)
      var x: Int32 = 0
      for run in shaped.runs {
        #expect(run.x == x)
        x += run.advance
      }
      #expect(x == shaped.advance)
    }
  }

  @Test(arguments: texts) func aLineIsAboutAsLongAsItsWords(_ text: String) throws {
    let set = try fonts()
    let line = text.replacing("\n", with: " ").replacing("\u{AD}", with: "")
    let shaped = set.shape(line, isRightToLeft: false).advance
    let prepared = Prepared(line, set).advance
    // Inter has other hyphens and arrows between capitals, also across spaces.
    #expect(abs(shaped - prepared) <= 64 + prepared / 50, "\(line)")
  }

  @Test func fallbackIsByCluster() throws {
    let set = try fonts()
    #expect(set.runFamilies("abc 漢字 def") == ["Inter", "Noto Sans CJK JP", "Inter"])
    #expect(set.runFamilies("good 👍🏿 job") == ["Inter", "Noto Color Emoji", "Inter"])
    #expect(set.families(of: .title).first == "Inter")
    #expect(Set(set.families(of: .title)).count == set.families(of: .title).count)
    for text in ["พื้น", "हिन्दी", "שלום", "عربي", "தமிழ்", "ភាសា"] {
      let families = set.runFamilies(text)
      #expect(families.count == 1 && families != ["Inter"], "\(text)")
    }
  }

  @Test func selectorsChooseThePresentation() throws {
    let set = try fonts()
    #expect(set.runFamilies("☎️") == ["Noto Color Emoji"])
    #expect(set.runFamilies("☎︎") != ["Noto Color Emoji"])
    #expect(set.runFamilies("⌚︎") != ["Noto Color Emoji"])
    #expect(set.runFamilies("⌚") == ["Noto Color Emoji"])
    // Joined signs are emoji, too, even if each alone is not.
    for text in ["👁\u{200D}🗨", "👁\u{200D}🗨\u{200D}", "⛓\u{200D}💥", "🏋\u{200D}♀"] {
      #expect(set.runFamilies(text) == ["Noto Color Emoji"], "\(text)")
    }
    for text in ["👁", "👁\u{200D}", "🗨", "👁\u{200D}🗨\u{FE0E}", "☁\u{200D}\u{200C}", "☁\u{200D}\u{20E3}"] {
      #expect(set.runFamilies(text) != ["Noto Color Emoji"], "\(text)")
    }
    #expect(set.runFamilies("7 *") == ["Inter"])
  }

  @Test func emojiAreWholeBesideEveryScript() throws {
    let set = try fonts()
    let emoji = "🏃🏼\u{200D}♂"
    let alone = set.shape(emoji).advance
    for word in ["រត់", "दौड़", "วิ่ง", "ركض", "走"] {
      for line in ["\(emoji) \(word)", "\(word) \(emoji)"] {
        let run = set.shape(line).runs.first { $0.family == "Noto Color Emoji" }
        #expect(abs((run?.advance ?? 0) - alone) <= 1, "\(line)")
      }
    }
  }

  @Test func anAccentStaysWithItsLetter() throws {
    let set = try fonts()
    #expect(set.runFamilies("e\u{301}") == ["Inter"])
    #expect(abs(set.shape("e\u{301}").advance - set.shape("é").advance) <= 1)
  }

  @Test func runsStandInVisualOrder() throws {
    let set = try fonts()
    let line = "abc אבג def"
    let plain = set.shape(line)
    #expect(plain.runs.map(\.isRightToLeft) == [false, true, false])
    #expect(plain.runs.map(\.bytes.lowerBound) == [0, 4, 10])
    let reversed = set.shape(line, isRightToLeft: true)
    #expect(reversed.runs.first?.bytes.upperBound == line.utf8.count)
    #expect(reversed.runs.last?.bytes.lowerBound == 0)
    // The spaces are drawn with Inter, and are parts of the line.
    #expect(reversed.runs.map(\.isRightToLeft) == [false, true, true, true, false])
    #expect(abs(plain.advance - reversed.advance) <= 2)
    // Digits in a right-to-left line run from left to right.
    let number = set.shape("רחוב 123", isRightToLeft: true)
    #expect(number.runs.first?.isRightToLeft == false)
    #expect(number.runs.first?.bytes == 9..<12)
  }

  @Test func lettersJoinInsideOfAWord() throws {
    let set = try fonts()
    // Beh and yeh join with the next letter, alef and dal do not.
    #expect(set.joins("بيت", at: 2) && set.joins("بيت", at: 4))
    #expect(!set.joins("ادب", at: 2) && !set.joins("ادب", at: 4))
    #expect(!set.joins("بيت", at: 0) && !set.joins("بيت", at: 6) && !set.joins("بيت", at: 9))
    #expect(!set.joins("ab", at: 1) && !set.joins("بa", at: 2))
    // Vowel signs are skipped.
    #expect(set.joins("بَيت", at: 4) && set.joins("بَيت", at: 2))
  }

  @Test func aJoinerKeepsTheFormOfACutWord() throws {
    let set = try fonts("Noto Sans Arabic")
    let word = "عينات"
    let cut = set.shape("عي\u{200D}…").advance
    let broken = set.shape("عي…").advance
    #expect(cut != broken)
    let prepared = Prepared(word, set).advances
    let kept = prepared[0] + prepared[1] + set.shape("…").advance
    #expect(abs(cut - kept) <= 2)
  }

  @Test func whereACutIsSafeTheSumIsExact() throws {
    for (family, text) in [
      ("Noto Sans Arabic", "المصعد الدوري في المبنى"), ("Roboto", "difficult office AVATAR"),
      ("Noto Sans Devanagari", "लिफ्ट का आवधिक निरीक्षण"),
    ] {
      let set = try fonts(family)
      let glyphs = try Glyphs(text, family)
      let prepared = Prepared(text, set)
      var byte = 0
      var advance: Int32 = 0
      var safeCuts = 0
      for cluster in prepared.clusters {
        byte += cluster.byteCount
        advance += cluster.advance
        guard glyphs.starts.contains(byte), !glyphs.unsafeCuts.contains(byte) else { continue }
        let prefix = String(decoding: Array(text.utf8)[..<byte], as: UTF8.self)
        #expect(abs(set.shape(prefix).advance - advance) <= 4, "\(prefix)")
        safeCuts += 1
      }
      #expect(safeCuts >= 3)
    }
  }
}
