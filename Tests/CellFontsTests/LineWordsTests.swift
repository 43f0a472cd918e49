import Testing

@testable import CellEngine
@testable import CellFonts

/// The sum of cached words is the advance of the line that is shaped as a whole.
@Suite struct LineWordsTests {
  private static let words =
    [
      "a", "A", "x", "3", "9", "12:30", "(x)", "-", "–", "->", "=>", "A-B", "To", "AVATAR", "Ty.", "files.",
      "Wi,", "“T”",
      "office", "affluent", "V.", "L'", "fi", "f", "C++", "@A", "1/2", "é", "e\u{301}", "\u{301}x", "naïve",
      "Ωmega",
      "жук", "عربي", "فحص", "اردو", "٣", "אבג", "พื้น", "हिन्दी", "के", "漢字", "カタカナ", "엘리베이터", "👍🏿", "☎", "…",
      "well-known", "soft\u{AD}hyphen", "a\u{A0}b", "\u{200E}x", "ي\u{200D}",
    ]
    + Array(repeating: ["the", "quick", "brown", "word", "pump", "of", "Valve", "Test"], count: 4).flatMap(
      \.self)

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Fills the cache of a set with all words.
  private func learn(_ set: FontSet) {
    for _ in 0..<2 {
      for word in Self.words { _ = Prepared("\(word) and \(word)", set) }
    }
  }

  /// Measures a word of a few clusters with a shaper.
  private func advances(of word: String, _ shaper: Shaper, _ set: FontSet) -> [Int32] {
    shaper.styles = FontRole.allCases.map(set.style)
    return bytes(word).withUnsafeBufferPointer { text in
      var walk = ClusterWalk(text.indices, of: text)
      var counts: [Int32] = []
      while let cluster = walk.next() { counts.append(Int32(cluster.byteCount)) }
      var advances = [Int32](repeating: 0, count: counts.count)
      counts.withUnsafeBufferPointer { counts in
        let word = MeasuredWord(
          text: text, range: text.indices, clusterByteCounts: counts, isWideCluster: false, isPiece: false)
        advances.withUnsafeMutableBufferPointer { shaper.measure(word, .title, to: $0.baseAddress!) }
      }
      return advances
    }
  }

  @Test(arguments: ["Inter", "Roboto", "Noto Sans Arabic"])
  func wordsOfKnownPartsAreThoseOfUnknownOnes(_ family: String) throws {
    let parts = [
      "office", ",", ":", "(", ")", "…", "ہ", "ے", "عربي", "بيت", "،", "אבג", "हिन्दी", "के", "பு", "พื้น", "漢", "かな",
      "カナ", "한", "👍🏿", "☎", "é", "e\u{301}", "\u{301}", "жук", "\u{200D}", "fi",
    ]
    let library = FontLibrary()
    let sets = try [13.3, 16, 40].map { try fonts(family, size: $0, from: library) }
    let known = Shaper(cacheBytes: 1 << 20)
    let unknown = Shaper(cacheBytes: 1 << 20, joinsWords: false)
    for _ in 0..<3_000 {
      let word = (0..<Int.random(in: 1...4)).map { _ in parts[Int.random(in: parts.indices)] }.joined()
      for set in sets {
        #expect(advances(of: word, known, set) == advances(of: word, unknown, set), "\(word)")
      }
      let isRightToLeft = Bool.random()
      let line = bytes(word).withUnsafeBufferPointer { text in
        [known, unknown].map { $0.shape(text, sets[0].style(of: .title), isRightToLeft: isRightToLeft) }
      }
      #expect(line[0] == line[1], "\(word)")
    }
  }

  @Test(arguments: ["Inter", "Roboto", "Noto Sans", "DejaVu Sans"], [400, 700])
  func linesOfKnownWordsAreThoseOfUnknownOnes(_ family: String, _ weight: Int) throws {
    let known = try fonts(family, size: 13.3, weight: weight, from: FontLibrary())
    learn(known)
    let shaper = Shaper(cacheBytes: 1 << 20, joinsWords: false)
    var random = SystemRandomNumberGenerator()
    for number in 0..<400 {
      let parts = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        Self.words.randomElement(using: &random) ?? ""
      }
      let line = parts.joined(separator: number % 7 == 0 ? "  " : " ") + (number % 5 == 0 ? "…" : "")
      for isRightToLeft in [false, true] {
        let whole = bytes(line).withUnsafeBufferPointer {
          shaper.shape($0, known.style(of: .title), isRightToLeft: isRightToLeft)
        }
        #expect(known.shape(line, isRightToLeft: isRightToLeft) == whole, "\(line)")
      }
    }
  }

  /// Clusters of one and of two columns, and those whose columns differ between width models.
  private static let clusters =
    [
      "a", "fi", ".", " ", " ", " ", "-", "ق", "ل", "ا", "٩", "َ", "ש", "é", "e\u{301}", "ж", "漢", "か", "ー",
      "한", "ᄀ", "각",
    ]
    + [
      "🇫", "🇩🇪", "🏽", "👍", "👍🏽", "☎", "☎\u{FE0E}", "☎\u{FE0F}", "⌚\u{FE0E}", "1\u{FE0F}\u{20E3}", "👩\u{200D}🚀",
    ]
    + ["क्ष", "की", "ு", "\u{301}", "\u{200D}", "\u{200E}", "\u{AD}", "\u{3000}", "\u{A0}", "Å", "±", "“"]

  /// A text is measured the same with new caches as after other texts.
  @Test(arguments: ["Inter", "Roboto", "Noto Sans", "DejaVu Sans"])
  func measuresAreThoseOfNewCaches(_ family: String) throws {
    for size in [7.875, 13.3] {
      let set = try fonts(family, size: size, from: FontLibrary())
      let warm = shaper(of: set)
      for number in 0..<400 {
        let text = bytes(
          (0..<Int.random(in: 1...9)).map { _ in Self.clusters.randomElement() ?? "" }.joined())
        let breaks: LineBreakRule? = number % 3 == 0 ? nil : number % 3 == 1 ? .normal : .keepAll
        #expect(
          segments(of: text, breaks, warm) == segments(of: text, breaks, shaper(of: set)),
          "\(String(decoding: text, as: UTF8.self)) \(text)")
        let lines = text.withUnsafeBufferPointer { text in
          [warm, shaper(of: set)].map {
            $0.shape(text, set.style(of: .title), isRightToLeft: number % 2 == 0)
          }
        }
        #expect(lines[0] == lines[1], "\(String(decoding: text, as: UTF8.self)) \(text)")
      }
    }
  }

  private func shaper(of set: FontSet) -> Shaper {
    let shaper = Shaper(cacheBytes: 1 << 16)
    shaper.styles = FontRole.allCases.map(set.style)
    return shaper
  }

  private func segments(of text: [UInt8], _ breaks: LineBreakRule?, _ shaper: Shaper) -> [Segment] {
    text.withUnsafeBufferPointer { text in
      var arena: [Segment] = []
      var header = FontText(bytes: text, metrics: shaper, role: .title).prepare(
        breaks: breaks, budget: .max, into: &arena)
      return arena.withUnsafeBufferPointer { Array(PreparedText.segments(of: &header, in: $0)) }
    }
  }
}
