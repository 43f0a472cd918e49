import Testing

@testable import CellEngine
@testable import CellFonts

@Suite struct PreparedTextTests {
  @Test(arguments: texts) func clustersAndOpportunitiesAreThoseOfTheEngine(_ text: String) throws {
    for breaks in [LineBreakRule.normal, .keepAll, nil] {
      let points = Prepared(text, try fonts(), breaks: breaks)
      let columns = Prepared(text, ColumnMetrics(WidthModel()), breaks: breaks)
      // A text in columns can have no segments.
      if !columns.segments.isEmpty { #expect(kinds(of: points) == kinds(of: columns)) }
      // The advances of a segment's clusters add up to that of the segment.
      #expect(points.clusters.reduce(0) { $0 + $1.byteCount } == text.utf8.count)
      #expect(Int(points.advance) == points.segments.reduce(0) { $0 + $1.advance })
      #expect(points.header.isComplete && points.header.direction == columns.header.direction)
      #expect(points.header.hasInvisibles == columns.header.hasInvisibles)
      #expect((points.header.lineAdvance == .max) == (columns.header.lineAdvance == .max))
    }
  }

  /// In columns, a text of ASCII alone has no segments to compare. With an ideograph it has some,
  /// and the words before that are still plain.
  @Test func opportunitiesInPunctuationAreThoseOfTheEngine() throws {
    let set = try fonts()
    let characters = Array("abcdXYZ0123 ()[]{}<>/\\|.,;:!?'\"`@#$%^&*+-=_~   ")
    let random = (0..<2_000).map { _ in
      String((0..<Int.random(in: 1...24)).map { _ in characters[Int.random(in: characters.indices)] })
    }
    for text in ["`K0 [ @+bj;,Z"] + random {
      let points = Prepared(text + " 日", set)
      let columns = Prepared(text + " 日", ColumnMetrics(WidthModel()))
      try #require(!columns.segments.isEmpty)
      #expect(kinds(of: points) == kinds(of: columns), "\(text)")
    }
  }

  /// Returns the clusters of a text without their advances.
  private func kinds(of prepared: Prepared) -> [PreparedCluster] {
    prepared.clusters.map {
      PreparedCluster(
        byteCount: $0.byteCount, advance: 0, kind: $0.kind, allowsBreakAfter: $0.allowsBreakAfter)
    }
  }

  @Test(arguments: texts) func aBudgetGivesTheBeginning(_ text: String) throws {
    let set = try fonts()
    let whole = Prepared(text, set)
    for budget: Int32 in [0, 100, 1000, 5000, 20000, 100_000] {
      let part = Prepared(text, set, budget: budget)
      #expect(Array(whole.clusters.prefix(part.clusters.count)) == part.clusters)
      #expect(part.header.isComplete || part.header.inkAdvance > budget)
      #expect(part.header.isComplete == (part.clusters.count == whole.clusters.count))
      #expect(part.header.covers(budget))
      let ink = part.clusters.filter { $0.kind == .ink }.map(\.advance).reduce(0, +)
      #expect(part.header.inkAdvance == ink)
      // A word has at most 64 clusters.
      #expect(part.header.inkAdvance <= max(budget, 0) + 64 * 2048)
    }
  }

  @Test func roundingOfWordsDoesNotAddUp() throws {
    for size in [11, 13.5, 14] {
      let set = try fonts("Roboto", size: size)
      let word = Prepared("of ", set, budget: .max)
      let exact = try Glyphs("of ", "Roboto", size: size).advance
      let text = Prepared(String(repeating: "of ", count: 500), set)
      #expect(abs(Double(text.advance) - 500 * exact) <= 1)
      #expect(abs(Double(word.advance) - exact) <= 1)
    }
  }

  @Test func wordsAreSegments() throws {
    for (text, count) in [
      ("all office letters", 3), ("tous les éléments", 3), ("Проверка лифта ", 3), ("फ़ॉन्ट عربي", 2),
      ("é  b", 4), ("a  b", 4),
    ] {
      let prepared = Prepared(text, try fonts())
      #expect(prepared.segments.count == count, "\(text)")
      #expect(prepared.segments.reduce(0) { $0 + $1.advance } == Int(prepared.advance))
      #expect(prepared.segments.reduce(0) { $0 + $1.byteCount } == text.utf8.count)
    }
  }

  /// The clusters of a segment have the same advances if the text is measured as one line, wherever
  /// the segment is.
  @Test(arguments: texts) func clustersOfASegmentAreThoseOfTheText(_ text: String) throws {
    let set = try fonts(size: 13.3)
    let segmented = Prepared(text, set)
    let line = Prepared(text, set, breaks: nil)
    #expect(segmented.advances == line.advances)
    #expect(Int(line.advance) == line.segments.reduce(0) { $0 + $1.advance })
  }

  @Test func lineAdvanceLeavesOutSpacesAtTheEnd() throws {
    let set = try fonts()
    #expect(Prepared("two words", set).header.lineAdvance == Prepared("two words  ", set).header.lineAdvance)
    #expect(Prepared("two words", set).header.lineAdvance == Prepared("two words", set).advance)
  }

  @Test func roundingDoesNotAddUp() throws {
    for (family, size) in [("Inter", 16.0), ("Inter", 11.3), ("Roboto", 14), ("Roboto", 9.77)] {
      for line in [
        "the quick brown fox jumps over the lazy dog and runs away again",
        "Lubricate bearings; check vibration at 78 degrees.",
        "WWWWiiiillllmmmmWWWWiiiillllmmmmWWWWiiiillllmmmmWWWWiiiillll",
      ] {
        let exact = try Glyphs(line, family, size: size).advance
        let words = Double(line.split(separator: " ").count * 2 - 1)
        let prepared = Prepared(line, try fonts(family, size: size))
        #expect(abs(Double(prepared.advance) - exact) <= words / 2 + 0.01)
        #expect(prepared.clusters.count == line.count)
      }
    }
  }

  @Test func kerningCounts() throws {
    let set = try fonts()
    let pair = Prepared("AV", set).advance
    #expect(pair < Prepared("A", set).advance + Prepared("V", set).advance)
    #expect(abs(Double(pair) - (try Glyphs("AV", "Inter").advance)) <= 0.5)
  }

  @Test func aLigatureIsSharedByItsClusters() throws {
    let set = try fonts("Roboto")
    let glyphs = try Glyphs("ffi", "Roboto")
    #expect(glyphs.starts == [0])
    let advances = Prepared("ffi", set).advances
    #expect(advances.count == 3)
    for advance in advances { #expect(abs(Double(advance) - glyphs.advance / 3) < 1) }
    #expect(abs(Double(advances.reduce(0, +)) - glyphs.advance) <= 0.5)
  }

  @Test func aSoftHyphenHasNoAdvanceAndDoesNotKern() throws {
    let set = try fonts("Roboto")
    for word in ["hy\u{AD}phen", "of\u{AD}fice", "ef\u{AD}fi\u{AD}cient"] {
      let prepared = Prepared(word, set)
      for cluster in prepared.clusters where cluster.kind == .softHyphen { #expect(cluster.advance == 0) }
      let drawn = set.shape(word.replacing("\u{AD}", with: "")).advance
      #expect(abs(prepared.advance - drawn) <= 64)
    }
    #expect(set.hyphenAdvance(of: .title) == Prepared("-", set).advance)
  }

  @Test func lettersOfAnArabicWordAreJoined() throws {
    let set = try fonts("Noto Sans Arabic")
    let word = "المصعد"
    let alone = word.map { Prepared(String($0), set).advance }.reduce(0, +)
    let joined = Prepared(word, set)
    #expect(joined.advance != alone)
    #expect(abs(Double(joined.advance) - (try Glyphs(word, "Noto Sans Arabic").advance)) <= 0.5)
    #expect(joined.clusters.allSatisfy { $0.advance > 0 })
  }

  @Test func piecesOfALongArabicWordStayJoined() throws {
    let word = String(repeating: "بيت", count: 70)
    let prepared = Prepared(word, try fonts("Noto Sans Arabic"))
    let exact = try Glyphs(word, "Noto Sans Arabic").advance
    #expect(abs(Double(prepared.advance) - exact) <= 4)
  }

  @Test func emojiSequencesAreOneClusterAndOneAdvance() throws {
    let set = try fonts()
    let one = Prepared("👍", set).advance
    #expect(one > 16 * 64)
    for emoji in ["👨‍👩‍👧‍👦", "🇩🇪", "👍🏿", "1️⃣", "☎️", "👷🏽‍♀️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"] {
      let prepared = Prepared(emoji, set)
      #expect(prepared.advances == [one], "\(emoji)")
    }
  }

  @Test func anyBytesAddUp() throws {
    let set = try fonts()
    var random = SystemRandomNumberGenerator()
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
      let prepared = Prepared(bytes, set)
      #expect(prepared.segments.reduce(0) { $0 + $1.byteCount } == length, "\(bytes)")
    }
  }

  @Test func weightAndSizeCount() throws {
    let text = "Pump station"
    let regular = Prepared(text, try fonts()).advance
    #expect(Prepared(text, try fonts(weight: 700)).advance > regular)
    #expect(abs(Prepared(text, try fonts(size: 32)).advance - 2 * regular) <= 6)
  }

  @Test func aTextOfOneLineIsOneSegment() throws {
    var environment = Environment()
    environment.unit = .point
    environment.profile = "compose"
    environment.width = .definite(400)
    let resolved = try Style(environment, fonts: library)
    var cell = Cell(id: "1", title: "Pump station 7 — vibration alarm on bearing 2")
    cell.subtitle = "WO-11482 · Preventive maintenance"
    cell.footnote = "مرحبا بالعالم 1010"
    cell.status = [Status(text: "not yet begun")]
    let prepared = PreparedCells([CellRecord(cell)], for: Preparation(resolved))
    // The segment is in the header of its text, and nothing else is stored.
    #expect(prepared.segments.isEmpty && prepared.texts.count == 4)
  }
}
