import Testing

@testable import CellEngine

/// The rules of truncation, one case for each.
@Suite struct TruncationTests {
  @Test(
    arguments: [
      // The text has exactly the width.
      ("exactly", 7, .tail, .cluster, "exactly"),
      ("exactly", 6, .tail, .cluster, "exact…"),
      // White space is trimmed before the ellipsis. To trim it needs no ellipsis.
      ("two words", 5, .tail, .cluster, "two…"),
      ("padded   ", 6, .tail, .cluster, "padded"),
      // A wide cluster that does not fit leaves a column empty.
      ("漢字仮名", 5, .tail, .cluster, "漢字…"),
      ("漢字仮名", 4, .tail, .cluster, "漢…"),
      ("漢字", 2, .tail, .cluster, "…"),
      // Characters without a width need no ellipsis.
      ("abc\u{301}\u{2060}", 3, .tail, .cluster, "abc\u{301}\u{2060}"),
      ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, .tail, .cluster, "👩‍👩‍👧‍👦…"),
      ("one\ntwo", 10, .tail, .cluster, "one…"),
      ("one\ntwo", 3, .tail, .cluster, "on…"),
      ("one\n", 3, .tail, .cluster, "one"),
      ("one\ntwo", 10, .none, .cluster, "one"),
      ("anything", 0, .tail, .cluster, ""),
      ("anything", 1, .tail, .cluster, "…"),
      ("anything", 4, .none, .cluster, "anyt"),
      ("0123456789", 5, .head, .cluster, "…6789"),
      ("0123456789", 5, .middle, .cluster, "01…89"),
      ("0123456789", 6, .middle, .cluster, "012…89"),
      ("one two", 5, .head, .cluster, "…two"),
      ("one\ntwo", 9, .head, .cluster, "…two"),
      ("one\ntwo", 9, .middle, .cluster, "one…two"),
      ("e\u{301}e\u{301}e\u{301}", 2, .head, .cluster, "…e\u{301}"),
      ("several words here", 12, .tail, .word, "several…"),
      ("several words here", 14, .tail, .word, "several words…"),
      ("several words here", 6, .tail, .word, "sever…"),
      ("several words here", 12, .head, .word, "…words here"),
      ("several words here", 15, .middle, .word, "several…here"),
      ("don't stop", 6, .tail, .word, "don't…"),
      ("don't stop", 5, .tail, .word, "don'…"),
      // Lines do not end before closing signs, or after opening ones.
      ("Valve [stage 2] open", 14, .tail, .word, "Valve [stage…"),
      ("Valve [stage 2] open", 9, .tail, .word, "Valve…"),
      ("Sie rief „Achtung“ laut", 12, .tail, .word, "Sie rief…"),
      ("Sie rief «achtung» laut", 12, .head, .word, "…laut"),
      ("Left — right — below", 14, .tail, .word, "Left — right…"),
      ("Left — right — below", 8, .tail, .word, "Left…"),
      ("Left | right | below", 15, .tail, .word, "Left | right…"), ("a | bcd ef", 8, .head, .word, "…bcd ef"),
      ("Hmm... so what now", 10, .tail, .word, "Hmm... so…"), ("Hmm... so what now", 8, .tail, .word, "Hmm…"),
      ("https://example.org/path", 12, .tail, .word, "https…"),
      ("ab/cd/efghijklm", 10, .tail, .word, "ab/cd…"),
      ("prix : 1.234.567,89 EUR", 12, .tail, .word, "prix…"),
      ("x (((((((( y", 6, .tail, .word, "x…"), ("((((((((((", 6, .tail, .word, "…"),
      // A place that leaves less than a third of the line is none.
      ("A Donaudampfschifffahrt", 12, .tail, .word, "A Donaudamp…"),
      ("Donaudampfschifffahrt A", 12, .head, .word, "…hifffahrt A"),
      ("東京都庁舎の工事", 9, .tail, .word, "東京都庁…"), ("東京（都庁）の工事", 8, .tail, .word, "東京…"),
      ("한국어 텍스트", 12, .tail, .word, "한국어 텍스…"),
    ] as [(String, Int32, TruncationMode, TruncationUnit, String)])
  func oneLine(_ text: String, width: Int32, mode: TruncationMode, unit: TruncationUnit, expected: String) {
    #expect(lines(text, width, 1, mode, unit, model: .ofClusters) == [expected])
  }

  @Test func ellipsisStandsOnTheLastLineOnly() {
    let text = "Bearing temperature rose to 78 °C within two hours after start-up"
    #expect(lines(text, 20, 2) == ["Bearing temperature", "rose to 78 °C withi…"])
    #expect(
      lines(text, 20, 0) == ["Bearing temperature", "rose to 78 °C within", "two hours after", "start-up"])
    #expect(lines(text, 20, 2, .head) == ["Bearing temperature", "…ours after start-up"])
  }

  @Test func wordsThatAreTooLongBreakBetweenClusters() {
    #expect(lines("ไทยแลนด์", 3, 0) == ["ไทย", "แลน", "ด์"])
    #expect(lines("aaaa bbbbbbbb", 5, 0) == ["aaaa", "bbbbb", "bbb"])
  }

  @Test func clusterWiderThanTheLineLeavesItEmpty() {
    #expect(lines("a漢b", 1, 0) == ["a", "", "b"])
  }

  @Test func hardBreaksAreKept() {
    #expect(lines("one\n\n  two\n", 10, 0) == ["one", "", "  two"])
    #expect(lines("one\n\n  two\n", 10, 2) == ["one", "…"])
  }

  @Test func softHyphenShowsWhereItBreaks() {
    #expect(lines("auto\u{AD}matic\u{AD}ally", 9, 0) == ["auto-", "matically"])
    #expect(lines("auto\u{AD}matic\u{AD}ally", 10, 0) == ["automatic-", "ally"])
    #expect(lines("auto\u{AD}matic\u{AD}ally", 20, 0) == ["automatically"])
    #expect(lines("auto\u{AD}matic\u{AD}ally", 4, 0) == ["auto", "mati", "c-", "ally"])
  }

  @Test func noBreakSpacesAndJoinersKeepTheirMeaning() {
    #expect(lines("10\u{A0}km away", 8, 0) == ["10\u{A0}km", "away"])
    #expect(lines("a 10\u{A0}km", 5, 0) == ["a", "10\u{A0}km"])
    #expect(lines("漢\u{2060}字仮", 4, 0) == ["漢\u{2060}字", "仮"])
    #expect(lines("漢字\u{2060}仮", 4, 0) == ["漢", "字\u{2060}仮"])
    #expect(lines("zero\u{200B}width", 5, 0) == ["zero", "width"])
  }

  @Test func keepAllBreaksAtSpacesOnly() {
    #expect(lines("한국어 텍스트", 8, 0) == ["한국어", "텍스트"])
    #expect(lines("한국어 텍스트", 11, 0) == ["한국어 텍스", "트"])
    #expect(lines("한국어 텍스트", 11, 0, breaks: .keepAll) == ["한국어", "텍스트"])
    #expect(lines("漢字、仮名", 7, 0, breaks: .keepAll) == ["漢字、", "仮名"])
    #expect(lines("カタカナ＄250ドル", 15, 0, breaks: .keepAll) == ["カタカナ", "＄250ドル"])
    #expect(lines("超过80％的人", 9, 0, breaks: .keepAll) == ["超过80％", "的人"])
    #expect(lines("第3章、全5巻", 8, 0, breaks: .keepAll) == ["第3章、", "全5巻"])
    #expect(lines("中文（说明）文字", 12, 0, breaks: .keepAll) == ["中文（说明）", "文字"])
    #expect(lines("か\u{3099}く 漢\u{E0100}字", 5, 0, breaks: .keepAll) == ["か\u{3099}く", "漢\u{E0100}字"])
    #expect(lines("漢字 仮名文", 7, 1, .tail, .word, breaks: .keepAll) == ["漢字…"])
  }

  @Test func ellipsisOfSeveralColumns() {
    #expect(lines("0123456789", 5, 1, ellipsis: "...") == ["01..."])
    #expect(lines("0123456789", 2, 1, ellipsis: "...") == [".."])
    #expect(lines("0123456789", 5, 1, ellipsis: "") == ["01234"])
    #expect(lines("0123456789", 5, 1, ellipsis: "\u{1B}[0m") == ["0␛[0m"])
    let model = WidthModel(mode: .grapheme, ambiguous: 2)
    #expect(lines("0123456789", 5, 1, model: model) == ["012…"])
    #expect(lines("0123456789", 1, 1, model: model) == [""])
  }

  @Test func whatIsHiddenIsSaid() {
    func hidden(_ text: String, _ width: Int32, _ mode: TruncationMode) -> Range<Int32>? {
      let result = wrapped(text, width, 1, mode, .cluster, WidthModel(), .normal, "…").result
      return result.isTruncated ? result.hiddenStart..<result.hiddenEnd : nil
    }
    #expect(hidden("0123456789", 10, .tail) == nil)
    #expect(hidden("0123456789", 5, .tail) == 4..<10)
    #expect(hidden("0123456789", 5, .head) == 0..<6)
    #expect(hidden("0123456789", 5, .middle) == 2..<8)
    #expect(hidden("one two", 5, .tail) == 3..<7)
    #expect(hidden("漢字", 1, .tail) == 0..<6)
  }

  @Test func directionalFormattingIsClosedInEveryLine() {
    let text = "\u{2067}אבג דהו\u{2069} x"
    #expect(lines(text, 4, 0) == ["\u{2067}אבג\u{2069}", "\u{2067}דהו\u{2069}", "x"])
    #expect(lines(text, 5, 1) == ["\u{2067}אבג\u{2069}…"])
  }

  @Test func directionIsThatOfTheFirstStrongCharacter() {
    func direction(_ text: String) -> TextDirection {
      OwnedText(Array(text.utf8), WidthModel()).prepared.direction
    }
    #expect(direction("123 … !") == .neutral)
    #expect(direction("1. abc אבג") == .leftToRight)
    #expect(direction("1. אבג abc") == .rightToLeft)
    #expect(direction("\u{2068}abc\u{2069} مرحبا") == .rightToLeft)
    #expect(direction("\u{2066}אבג") == .neutral)
  }

  private func lines(
    _ text: String, _ width: Int32, _ maximumLines: Int, _ mode: TruncationMode = .tail,
    _ unit: TruncationUnit = .cluster, breaks: LineBreakRule = .normal, model: WidthModel = WidthModel(),
    ellipsis: String = "…"
  ) -> [String] {
    wrapped(text, width, maximumLines, mode, unit, model, breaks, ellipsis).written.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func wrapped(
    _ text: String, _ width: Int32, _ maximumLines: Int, _ mode: TruncationMode, _ unit: TruncationUnit,
    _ model: WidthModel, _ breaks: LineBreakRule, _ ellipsis: String
  ) -> Wrapped {
    let text = OwnedText(TextSamples.display(Array(text.utf8)), model, breaks: breaks)
    let ellipsis = PreparedEllipsis(Array(ellipsis.utf8), metrics: text.metrics)
    return text.wrapped(width, maximumLines, Truncation(mode: mode, unit: unit, ellipsis: ellipsis))
  }
}
