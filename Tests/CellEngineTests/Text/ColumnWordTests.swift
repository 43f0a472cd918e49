import Testing

@testable import CellEngine

/// In columns, words are one mark of what is kept of an analysis; lines end where those of the clusters do.
@Suite("Words in columns")
struct ColumnWordTests {
  private static let ellipses = ["…", "...", "→→"]

  private static func texts() throws -> [[UInt8]] {
    var random = SplitMix64(seed: 51)
    let corpus = try ["debian", "intl"].flatMap {
      try TextSamples.corpus($0).prefix(150).map { Array($0.prefix(600)) }
    }
    return corpus + (0..<150).map { _ in TextSamples.generated(&random) }
  }

  /// Wide, so that the analysis of a text must not be prepared for each width by itself.
  private static let widths: [Int32] = Array(0...24) + [30, 35, 45, 48, 66, 80, 100, 150, 200]

  /// Where the end of a text is that is not prepared so far does not matter.
  private func isAlike(_ one: Wrapped, _ other: Wrapped) -> Bool {
    one.result == other.result && one.written == other.written
      && one.lines.map(\.advance) == other.lines.map(\.advance)
  }

  @Test(arguments: [Environment.Breaks.normal, .keepAll])
  func linesEndWhereThoseOfClustersDo(breaks: Environment.Breaks) throws {
    var joined = 0
    var compared = 0
    for (index, text) in try Self.texts().enumerated() {
      let model = TextRunPropertyTests.models[index % TextRunPropertyTests.models.count]
      let text = OwnedText(TextSamples.display(text), model, breaks: breaks)
      let ellipsis = PreparedEllipsis(Array(Self.ellipses[index % 3].utf8), metrics: text.metrics)
      for lines in [1, 2, 3, 0] {
        for mode in [TruncationMode.tail, .none] {
          let truncation = Truncation(mode: mode, unit: .cluster, ellipsis: ellipsis)
          for width in Self.widths {
            let budget = TextRun.budget(width: width, lines: lines)
            let words = text.withWords(breaks: breaks, budget: budget) { run in
              if run.marks.contains(where: \.isWord) { joined += 1 }
              return Wrapped(run, width, lines, truncation)
            }
            // What breaks words is wrapped by its clusters.
            if words.result.breaksMarks { continue }
            compared += 1
            #expect(
              isAlike(words, text.wrapped(width, lines, truncation)),
              "\(String(decoding: text.bytes, as: UTF8.self)) at \(width), \(lines) lines")
          }
        }
      }
    }
    #expect(joined > 1_000 && compared > 10_000)
  }

  /// Texts of one line have words of all scripts, and no opportunities.
  @Test func textsOfOneLineAreCutAlike() throws {
    for (index, text) in try Self.texts().enumerated() {
      let model = TextRunPropertyTests.models[index % TextRunPropertyTests.models.count]
      let text = OwnedText(TextSamples.display(text).map { $0 == 10 ? 0x20 : $0 }, model)
      let ellipsis = PreparedEllipsis(Array(Self.ellipses[index % 3].utf8), metrics: text.metrics)
      let truncation = Truncation(mode: .tail, unit: .cluster, ellipsis: ellipsis)
      for width in Self.widths {
        let words = text.withWords(breaks: nil, budget: TextRun.budget(width: width, lines: 1)) {
          Wrapped($0, width, 1, truncation)
        }
        #expect(
          isAlike(words, text.wrapped(width, 1, truncation)),
          "\(String(decoding: text.bytes, as: UTF8.self)) at \(width)")
      }
    }
  }

  @Test func wordsAddUp() throws {
    for text in try Self.texts() {
      let text = OwnedText(TextSamples.display(text), WidthModel())
      text.withWords(breaks: .normal, budget: .max) { run in
        #expect(run.marks.reduce(0) { $0 + $1.byteCount } == text.bytes.count)
        #expect(run.marks.reduce(0) { $0 + Int($1.advance) } == text.marks.reduce(0) { $0 + Int($1.advance) })
        #expect(run.lineAdvance == text.withRun(\.lineAdvance))
      }
    }
  }

  /// A cluster may have more bytes than a mark can say, also inside of a word.
  @Test func aWordThatIsLongerThanAMarkHasMarksOfItsClusters() {
    let long = "aé" + String(repeating: "\u{301}", count: 200) + "b ccé"
    let text = OwnedText(Array(long.utf8), WidthModel())
    text.withWords(breaks: .normal, budget: .max) { run in
      #expect(run.marks.filter(\.isWord).isEmpty)
      #expect(run.lineAdvance == 7)
    }
    let short = OwnedText(Array("aé\u{301}b ccé".utf8), WidthModel())
    short.withWords(breaks: .normal, budget: .max) { run in
      #expect(run.marks.map(\.byteCount) == [7, 4] && run.marks.map(\.advance) == [4, 3])
    }
  }

  /// A view that shows ends keeps marks of all clusters; its other slots have the same rows.
  @Test(arguments: [13, 20, 30, 48, 64, 100, 200])
  func rowsAreThoseOfClusters(width: Double) throws {
    var random = RandomCells(seed: 7)
    let cells = (0..<300).map { random.cell(id: "\($0)") }
    var environment = Environment()
    environment.width = .definite(width)
    let words = try LayoutEnvironment(environment)
    environment.truncation = [.slot(.chart): .middle]
    let clusters = try LayoutEnvironment(environment)
    #expect(words.wordModel != nil && clusters.wordModel == nil)
    let packed = cells.map { PackedCell($0) }
    let rows = [words, clusters].map { environment -> [UInt8] in
      let prepared = PreparedCells(packed, for: Preparation(environment))
      var layout = CellLayout(environment)
      var text: [UInt8] = []
      for index in packed.indices {
        layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) {
          $0.appendText(to: &text, pads: true)
        }
      }
      return text
    }
    #expect(rows[0] == rows[1])
    #expect(rows[0].count > 300)
  }
}
