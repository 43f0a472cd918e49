import Testing

@testable import CellEngine
@testable import CellFonts

/// Words of printable ASCII are looked up as wholes, and all others have their clusters joined: both have the same marks.
@Suite struct PreparedWordsTests {
  private struct Words: Equatable {
    var header: PreparedText
    /// Bytes, advance, and what stands behind.
    var marks: [[Int]]

    init(_ text: [UInt8], _ set: FontSet, breaks: Environment.Breaks?, budget: Int32, isASCII: Bool) {
      // Something stands in front of it.
      var marks = [Mark(byteCount: 1, advance: 1, flags: 0)]
      header = text.withUnsafeBufferPointer {
        set.prepareWords(
          $0, isASCII: isASCII, role: .title, breaks: breaks, budget: budget, into: &marks)
      }
      let least = set.spaceAdvance(of: .title)
      self.marks = marks.flatMap(\.clusters).flatMap { mark in
        let space = mark.spaceAdvance(least)
        let breaks = mark.allowsBreakAfter ? 1 : 0
        guard mark.hasSpace else {
          return [[mark.byteCount, Int(mark.advance), breaks, mark.isSpace ? 1 : 0]]
        }
        return [[mark.byteCount - 1, Int(mark.advance) - space, 0, 0], [1, space, breaks, 1]]
      }
      // Runs of one cluster are as good as the cluster.
      header.markCount = Int32(self.marks.count - 1)
    }
  }

  private static let special = [
    "", " ", "a", "  leading and   trailing  ", "(a) b", "( a", "\" (b", "'q' \"r\" [s]", "a-b-c/d/e",
    "1,234.50 % - -5",
    "http://host/path?x=1&y=2", "well-known", "-", "--", "x - y", "C++ | D $5 +6 \\7", "{a} }b",
    "foo... bar!?",
    String(repeating: "W", count: 64), String(repeating: "W", count: 65),
    String(repeating: "ab ", count: 200), String(repeating: " ", count: 300),
    String(repeating: "i", count: 63) + " end",
  ]

  private static func plainTexts() -> [[UInt8]] {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("aabbccddeefghXYZ     ..,,--//()[]{}'\"!?%$+\\|0123456789:;".utf8)
    let generated = (0..<300).map { _ in
      (0..<Int.random(in: 1...90, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0x20 }
    }
    return special.map { Array($0.utf8) } + generated
  }

  /// The bytes and the advance of all marks.
  private func sum(_ marks: some Sequence<[Int]>) -> [Int] {
    marks.reduce(into: [0, 0]) {
      $0[0] += $1[0]
      $0[1] += $1[1]
    }
  }

  @Test(arguments: [Environment.Breaks.normal, .keepAll, nil]) func wordsOfASCIIAreThoseOfAllTexts(
    _ breaks: Environment.Breaks?
  ) throws {
    let set = try fonts("Roboto", size: 13.3)
    for text in Self.plainTexts() {
      for budget: Int32 in [0, 700, 4_000, 12_000, .max] {
        let quick = Words(text, set, breaks: breaks, budget: budget, isASCII: true)
        let general = Words(text, set, breaks: breaks, budget: budget, isASCII: false)
        guard !quick.header.isComplete else {
          let isSame = quick == general
          #expect(isSame, "\(String(decoding: text, as: UTF8.self)) within \(budget)")
          continue
        }
        // A space behind the last word may have been passed, too; and the beginning of a line is one mark.
        #expect(quick.header.covers(budget))
        #expect(quick.header.inkAdvance == general.header.inkAdvance)
        let (ink, allInk) = (quick.marks.droppingSpace, general.marks.droppingSpace)
        if breaks == nil {
          #expect(sum(ink) == sum(allInk))
        } else {
          #expect(ink == allInk)
        }
      }
    }
  }

  /// Texts of letters that are words by themselves, and of what is more than a letter.
  private static func mixedTexts() -> [String] {
    var random = SystemRandomNumberGenerator()
    let parts = [
      "a", "B", "word", "office", "1,5", "-", " ", " ", " ", "  ", "é", "naïve", "·", "–", "“", "”", "…", "ж",
      "Ωmega", "\u{301}", "\u{A0}", "\u{AD}", "\u{200E}", "\u{200D}", "\n", "漢", "カタ", "한", "👍", "👍🏿",
      "🇩🇪", "☎", "\u{FE0F}", "עב", "عر", "\u{3000}",
    ]
    // Most of them without what makes a text one of the general kind.
    return (0..<600).map { number in
      let kinds = number % 3 == 0 ? parts.count : parts.firstIndex(of: "\u{301}") ?? parts.count
      return (0..<Int.random(in: 1...12, using: &random)).map { _ in
        parts[Int.random(in: 0..<kinds, using: &random)]
      }
      .joined()
    }
  }

  @Test func aLineIsWhatItsClustersAre() throws {
    let set = try fonts("Roboto", size: 13.3)
    for text in Self.mixedTexts() + texts {
      let bytes = Array(text.utf8)
      // The second time, all words are known.
      let lines = (0..<2).map { _ in Words(bytes, set, breaks: nil, budget: .max, isASCII: false) }
      let clusters = Prepared(bytes, set, breaks: nil)
      for line in lines {
        #expect(sum(line.marks.dropFirst()) == [bytes.count, Int(clusters.advance)], "\(text)")
        var header = line.header
        header.firstMark = clusters.header.firstMark
        header.markCount = clusters.header.markCount
        #expect(header == clusters.header, "\(text)")
        for budget: Int32 in [0, 700, 4_000] {
          let part = Words(bytes, set, breaks: nil, budget: budget, isASCII: false)
          #expect(part.header.covers(budget) && part.header.direction == header.direction)
          #expect(part.header.inkAdvance <= header.inkAdvance)
          #expect(!part.header.isComplete || part == line, "\(text)")
        }
      }
    }
  }

  @Test func wordsThatAreForgottenAreMeasuredAgain() throws {
    let small = FontLibrary(wordCacheBytes: 8192)
    let set = try fonts(from: small)
    for round in 0..<3 {
      for number in 0..<2_000 {
        let text = Array("number \(number) of \(round)".utf8)
        let known = Words(text, set, breaks: .normal, budget: .max, isASCII: true)
        #expect(known == Words(text, try fonts(), breaks: .normal, budget: .max, isASCII: false))
      }
    }
    #expect(small.wordCacheBytes <= 16_384)
  }
}

extension [[Int]] {
  /// All but a space at the end.
  fileprivate var droppingSpace: [[Int]] { last?[3] == 1 ? dropLast() : self }
}
