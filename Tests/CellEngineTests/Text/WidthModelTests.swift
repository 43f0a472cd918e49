import Foundation
import Testing

@testable import CellEngine

@Suite struct WidthModelTests {
  /// The columns in the models grapheme and wcwidth. The last number is added to both if ambiguous
  /// characters are wide.
  @Test(
    arguments: [
      ("a", 1, 1, 0), ("漢", 2, 2, 0), ("ｶ", 1, 1, 0), ("Ａ", 2, 2, 0), ("한", 2, 2, 0), ("…", 1, 1, 1),
      ("é", 1, 1, 1),
      ("e\u{301}", 1, 1, 0), ("\u{1112}\u{1161}\u{11AB}", 2, 2, 0), ("кофе", 4, 4, 4), ("नमस्ते", 4, 4, 0),
      ("กำ", 2, 2, 0), ("😀", 2, 2, 0), ("👍🏽", 2, 4, 0), ("👩‍👩‍👧‍👦", 2, 8, 0), ("🏳️‍🌈", 2, 3, 0), ("🇩🇪", 2, 2, 0),
      ("🇩", 2, 1, 0), ("🇩🇪🇫", 4, 3, 0), ("क्ष", 2, 2, 0), ("🏻", 2, 2, 0), (" 🏻", 3, 3, 0), ("🕵🏾", 2, 3, 0),
      ("❤", 1, 1, 0), ("❤️", 2, 1, 0),
      ("❤‍🔥", 2, 3, 0), ("1️⃣", 2, 1, 0), ("⌚", 2, 2, 0),
      ("⌚︎", 1, 2, 0),
      ("\u{200B}\u{2060}\u{FEFF}", 0, 0, 0), ("\u{AD}", 0, 0, 0), ("\u{E0B0}", 1, 1, 1),
      ("\u{FFFD}", 1, 1, 1),
      ("\u{1FAE9}", 2, 2, 0), ("x\u{FE0F}", 1, 1, 0),
      ("ক্ষ্ম", 2, 3, 0), ("স্ত্রী", 2, 4, 0), ("ശ്രീ", 2, 3, 0), ("క్షి", 2, 2, 0), ("ਕਿ", 2, 2, 0), ("மொ", 2, 2, 0),
      ("කෝ", 2, 2, 0), ("ျ", 1, 1, 0), ("မြန်", 3, 3, 0), ("ក្ដី", 2, 2, 0), ("ꦏ꧀ꦏ", 2, 3, 0), ("ᮊ᮫ᮊ", 2, 2, 0),
      ("क्\u{200D}ष", 2, 2, 0), ("क्\u{200C}ष", 2, 2, 0), ("漢\u{93F}", 2, 3, 0), ("a\u{903}", 2, 2, 0),
      ("ｶﾞ", 2, 2, 0), ("ﾊﾟ", 2, 2, 0), ("ｳﾞｧ", 3, 3, 0), ("ﾞ", 1, 1, 0), (" ﾟ", 2, 2, 0), ("ｶﾞﾞ", 3, 3, 0),
      ("\u{600}٧", 2, 2, 0), ("\u{6DD}١٢", 3, 3, 0), ("\u{8E2}", 1, 1, 0), ("\u{110BD}\u{1108D}", 2, 2, 0),
      ("\u{D4E}ക", 2, 2, 0), ("\u{111C2}\u{11191}", 2, 2, 0), ("\u{605}漢", 3, 3, 0), ("\u{890}한", 3, 3, 0),
    ] as [(String, Int32, Int32, Int32)])
  func columns(_ text: String, grapheme: Int32, wcwidth: Int32, ambiguous: Int32) {
    #expect(width(text, WidthModel(mode: .grapheme, ambiguous: 1)) == grapheme)
    #expect(width(text, WidthModel(mode: .wcwidth, ambiguous: 1)) == wcwidth)
    #expect(width(text, WidthModel(mode: .grapheme, ambiguous: 2)) == grapheme + ambiguous)
    #expect(width(text, WidthModel(mode: .wcwidth, ambiguous: 2)) == wcwidth + ambiguous)
  }

  /// Every consonant of a script with conjuncts, joined to another, makes a cluster of two columns,
  /// with or without a spacing mark. A spacing mark makes a cluster of two columns.
  @Test func conjunctsAndSpacingMarksHaveTwoColumns() throws {
    let model = WidthModel(mode: .grapheme)
    var consonants: [UInt32] = []
    var linkers: [UInt32] = []
    for (scalars, value) in try UnicodeFile.ranges(of: "IndicConjunctBreak.txt", field: 2) {
      if value == "Consonant" { consonants += scalars }
      if value == "Linker" { linkers += scalars }
    }
    let linker = try #require(linkers.first)
    for (first, second) in zip(consonants, consonants.dropFirst()) {
      let conjunct = [first, linker, second].flatMap(UTF8Scalar.encoded)
      #expect(width(conjunct, model) == 2, "\(second)")
      #expect(width(conjunct + UTF8Scalar.encoded(0x93E), model) == 2, "\(second)")
    }
    var marks = 0
    for (scalars, value) in try UnicodeFile.ranges(of: "DerivedGeneralCategory.txt", field: 1)
    where value == "Mc" {
      for mark in scalars {
        marks += 1
        #expect(width(Array("x".utf8) + UTF8Scalar.encoded(mark), model) == 2, "\(mark)")
      }
    }
    #expect(consonants.count > 300 && marks > 400)
  }

  /// A letter or a format before a cluster has a column, and so has the cluster.
  @Test(arguments: WidthModel.Mode.allCases)
  func prependedCharactersHaveAColumn(_ mode: WidthModel.Mode) throws {
    var count = 0
    for (scalars, value) in try UnicodeFile.ranges(of: "GraphemeBreakProperty.txt", field: 1)
    where value == "Prepend" {
      for scalar in scalars {
        count += 1
        #expect(width(UTF8Scalar.encoded(scalar), WidthModel(mode: mode)) == 1, "\(scalar)")
        #expect(width(UTF8Scalar.encoded(scalar) + [0x37], WidthModel(mode: mode)) == 2, "\(scalar)")
      }
    }
    #expect(count > 20)
  }

  @Test func combiningMarksAreNothing() {
    #expect(width("o\u{300}\u{20DD}\u{200D}", WidthModel(mode: .wcwidth, ambiguous: 2)) == 1)
  }

  /// Every sequence is one cluster. It has two columns if a scalar has two columns or emoji
  /// presentation. A sequence of one column is unqualified.
  @Test func emojiSequencesAreOneCluster() throws {
    let wide = try Set(
      Self.eastAsianWidths().lazy.filter { ["W", "F"].contains($0.width) }.flatMap(\.scalars))
    var counts: [Substring: Int] = [:]
    for line in try UnicodeFile.text(of: "emoji-test.txt").split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.prefix { $0 != "#" }.split(separator: ";")
      let status = fields[1].split(separator: " ")[0]
      let scalars = fields[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let text = OwnedText(scalars.flatMap { Array(String($0).utf8) }, .ofClusters)
      let isWide = scalars.contains {
        $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" || wide.contains($0.value)
      }
      #expect(isWide || status == "unqualified", "\(line)")
      #expect(text.clusters.map(\.columns) == [isWide ? 2 : 1], "\(line)")
      counts[status, default: 0] += 1
    }
    #expect(
      counts == ["fully-qualified": 3944, "minimally-qualified": 1029, "unqualified": 243, "component": 9])
  }

  @Test func scalarsFollowEastAsianWidth() throws {
    var count = 0
    for (scalars, eastAsianWidth, category) in try Self.eastAsianWidths() {
      let isNothing = ["Mn", "Me", "Cf", "Cc", "Zl", "Zp", "Cs"].contains(category)
      for value in scalars
      where !isNothing && !(0x1160...0x11FF).contains(value) && !(0xD7B0...0xD7FF).contains(value) {
        let bytes = UTF8Scalar.encoded(value)
        let expected: Int32 = ["W", "F"].contains(eastAsianWidth) ? 2 : 1
        #expect(width(bytes, WidthModel(mode: .wcwidth, ambiguous: 1)) == expected, "\(value)")
        let wide: Int32 = eastAsianWidth == "A" ? 2 : expected
        #expect(width(bytes, WidthModel(mode: .wcwidth, ambiguous: 2)) == wide, "\(value)")
        count += 1
      }
    }
    #expect(count > 200_000)
  }

  /// The lines of EastAsianWidth.txt.
  private static func eastAsianWidths() throws -> [(
    scalars: ClosedRange<UInt32>, width: String, category: String
  )] {
    try UnicodeFile.text(of: "EastAsianWidth.txt").split(separator: "\n").compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count == 2, let first = UInt32(fields[0].prefix { $0 != "." }, radix: 16) else {
        return nil
      }
      let last = fields[0].split(separator: ".").last.flatMap { UInt32($0, radix: 16) } ?? first
      return (first...last, fields[1], String(line.drop { $0 != "#" }.dropFirst(2).prefix(2)))
    }
  }

  private func width(_ text: String, _ model: WidthModel) -> Int32 { width(Array(text.utf8), model) }

  private func width(_ bytes: [UInt8], _ model: WidthModel) -> Int32 {
    OwnedText(bytes, model).segments.reduce(0) { $0 + Int32($1.advance) }
  }
}
