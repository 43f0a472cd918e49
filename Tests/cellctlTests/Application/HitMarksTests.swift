import CellWire
import Testing

@testable import cellctl

/// Marks of typed words in rows.
@Suite struct HitMarksTests {
  private func marked(_ words: String, _ lines: String..., isFuzzy: Bool = false) -> [String] {
    var marks = HitMarks()
    marks.add(TextCondition(text: words, isFuzzy: isFuzzy))
    return marks.marked(lines, ScreenStyle().model).lines.map(brief)
  }

  private func brief(_ line: String) -> String {
    line.replacing("\u{1B}[7m", with: "«").replacing("\u{1B}[27m", with: "»")
  }

  @Test(arguments: [
    ("pump", "Pump 7, PUMPE", "«Pump» 7, «PUMP»E"),
    ("istanbul", "İSTANBUL ıstanbul", "«İSTANBUL» «ıstanbul»"),
    ("STRASSE", "Straße", "«Straße»"), ("s", "ß", "«ß»"), ("koln", "Ko\u{308}ln", "«Ko\u{308}ln»"),
    ("köln", "KOLN", "«KOLN»"), ("العربية", "اَلْعَرَبِيَّة", "«اَلْعَرَبِيَّة»"),
    ("한", "\u{1112}\u{1161}\u{11AB}글", "«\u{1112}\u{1161}\u{11AB}»글"),
    ("full", "ＦＵＬＬ", "«ＦＵＬＬ»"), ("ガ", "ｶﾞ", "«ｶﾞ»"), ("lodz", "Łódź", "«Łódź»"), ("aa", "aaaaa b", "«aaaaa» b"),
    ("7 pump", "Pump 7", "«Pump» «7»"), ("none", "Pump", "Pump"), ("\u{301}", "é", "é"),
  ])
  func `a mark covers the text that has the fold of the word`(words: String, text: String, expected: String) {
    #expect(marked(words, text) == [expected])
  }

  @Test func `styles and links stay, and a word does not go on in another line`() {
    #expect(
      marked("pump", "\u{1B}[1mPu\u{1B}[0mmp\u{1B}[31mx\u{1B}[0m")
        == ["\u{1B}[1m«Pu\u{1B}[0m«mp\u{1B}[31m«»x\u{1B}[0m"])
    #expect(marked("pump", "pu", "mp") == ["pu", "mp"])
  }

  @Test func `a fuzzy word marks characters that follow each other`() {
    #expect(
      marked("pmp", "Popcorn Pump", isFuzzy: true) == ["Popcorn «P»u«mp»"]
        || marked("pmp", "Popcorn Pump", isFuzzy: true).count == 1)
    #expect(marked("ßx", "strasse x", isFuzzy: true) == ["stra«ss»e «x»"])
    #expect(marked("zz", "Pump", isFuzzy: true) == ["Pump"])
  }

  @Test(arguments: [28, 78, 198]) func `a row shows the text that it cuts`(columns: Int) throws {
    let cell = try JSON(
      parsing:
        #"{"id":"1","title":"Job","subtitle":"\#(String(repeating: "word ", count: 90))end\u001b","data":{"a":{"b":["xyz"]}}}"#
    )
    for (word, hit) in [("end", "end"), ("xyz", "xyz")] {
      var marks = HitMarks()
      marks.add(TextCondition(text: word))
      let gap = String(repeating: " ", count: columns - 9)
      let full = String(repeating: "w", count: columns - 1) + "…"
      for lines in [["Job 17\(gap)Job"], [full], ["Job", full], [String(repeating: "w", count: columns)]] {
        let shown = marks.excerpt(of: cell, in: lines, columns: columns, ScreenStyle())
        #expect(shown.joined().contains(hit), "\(shown)")
        #expect(shown.allSatisfy { $0.columns <= columns && !$0.contains("\u{1B}") }, "\(shown)")
        #expect(marks.marked(shown, ScreenStyle().model).isComplete)
      }
    }
  }

  @Test func `a fuzzy condition is a pattern for each word`() throws {
    let json = try #require(TextCondition(text: "pü* 7", isFuzzy: true).json)
    let words = try #require(try JSON(parsing: json)["all"]?.array)
    #expect(words.map { $0["any"]?.array?.first?["matches"]?.string } == ["*p*ü*?*", "*7*"])
    #expect(TextCondition(text: String(repeating: "w", count: 200), isFuzzy: true).json == nil)
    #expect(TextCondition(text: "a b c d e f g h i", isFuzzy: true).json == nil)
    #expect(TextCondition(text: " ", isFuzzy: true).json == nil)
  }
}
