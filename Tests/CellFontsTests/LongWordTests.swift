import Testing

@testable import CellEngine
@testable import CellFonts

/// Words that are longer than many lines.
@Suite struct LongWordTests {
  /// Fonts that count the clusters that they measure.
  private final class CountingFonts: FontMetrics, FontSource, @unchecked Sendable {
    let version = ""
    let generation = 0
    let set: FontSet
    var measuredCount = 0

    init(_ set: FontSet) { self.set = set }

    var standIn: FontStandIn? { nil }
    func hyphenAdvance(of role: FontRole) -> Int32 { set.hyphenAdvance(of: role) }
    func exactSpaceAdvance(of role: FontRole) -> Int32 { set.exactSpaceAdvance(of: role) }
    func ascent(of role: FontRole) -> Int32 { set.ascent(of: role) }
    func descent(of role: FontRole) -> Int32 { set.descent(of: role) }
    func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool { set.joins(text, at: offset) }
    func shape(_ line: UnsafeBufferPointer<UInt8>, role: FontRole, isRightToLeft: Bool) -> ShapedLine {
      set.shape(line, role: role, isRightToLeft: isRightToLeft)
    }
    func missingGlyph(in text: UnsafeBufferPointer<UInt8>, role: FontRole) -> MissingGlyph? { nil }
    func withWords(_ body: (any WordMetrics) -> Void) {
      set.withWords { body(CountingWords($0, self)) }
    }
    func metrics(for request: FontRequest) -> any FontMetrics { self }
    func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? { self }
  }

  private final class CountingWords: WordMetrics {
    let words: any WordMetrics
    let fonts: CountingFonts

    init(_ words: any WordMetrics, _ fonts: CountingFonts) {
      self.words = words
      self.fonts = fonts
    }

    var recentWords: RecentWords.Entries { words.recentWords }
    func style(of role: FontRole) -> WordStyle { words.style(of: role) }
    func knownAdvance(
      of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, clusterCount: Int, _ role: FontRole
    ) -> Int32? {
      words.knownAdvance(of: word, in: text, clusterCount: clusterCount, role)
    }
    func measure(_ word: MeasuredWord, _ role: FontRole, to advances: UnsafeMutablePointer<Int32>) {
      fonts.measuredCount += word.clusterByteCounts.count
      words.measure(word, role, to: advances)
    }
  }

  private static let parts = ["a", "日本", "👩\u{200D}", "ภาษาไทย", "ع", "x-", "nə"]

  /// Returns how many clusters are measured for a title of `count` parts without a limit of lines.
  private func measuredCount(_ part: String, _ count: Int, _ width: Double) throws -> Int {
    let fonts = CountingFonts(try CellFontsTests.fonts())
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(width)
    environment.margins = false
    environment.titleLines = 0
    let cell = CellRecord(Cell(id: "1", title: String(repeating: part, count: count)))
    var layout = CellLayout(try Style(environment, fonts: fonts))
    let prepared = PreparedCells([cell], for: Preparation(layout.style))
    layout.layOut(cell, state: CellState(), prepared: prepared, at: 0) { _ in }
    return fonts.measuredCount
  }

  /// A word of twice the length is measured twice as much, even if each of its lines is cut in it.
  @Test(arguments: parts, [1.0, 12, 60]) func measuringIsLinear(_ part: String, _ width: Double) throws {
    let one = try measuredCount(part, 1_200, width)
    let other = try measuredCount(part, 2_400, width)
    // A piece of a word can be measured for each of its segments.
    #expect(other < one * 5 / 2 + 2_000)
  }

  /// Lines are the same whether clusters are kept or measured for each line.
  @Test(
    arguments: parts.map { String(repeating: $0, count: 150) } + [
      "see " + String(repeating: "efficient", count: 40) + " end"
    ])
  func linesAreThoseOfSeparateCutsThoroughly(_ text: String) throws {
    let bytes = Array(text.utf8)
    let prepared = Prepared(bytes, try fonts())
    let metrics: [ViewMetrics] = [
      .fonts(FontRequest(family: "Inter") { _ in FontRequest.RoleStyle(size: 16, weight: 400) }, try fonts())
    ]
    var cut = CutSegment()
    defer { cut.deallocate() }
    bytes.withUnsafeBufferPointer { bytes in
      prepared.segments.withUnsafeBufferPointer { segments in
        metrics.withUnsafeBufferPointer { metrics in
          withUnsafeMutablePointer(to: &cut) { cut in
            func breaker(_ cut: UnsafeMutablePointer<CutSegment>?) -> LineBreaker {
              LineBreaker(
                bytes, prepared: prepared.header, segments: segments, columns: (WidthModel(), 0),
                hyphenAdvance: 300, exactSpaceAdvance: 4_000, metrics: metrics.baseAddress!, role: .title,
                cut: cut, cutsSegments: true)
            }
            for width: Int32 in [1, 64, 500, 900, 1_300, 4_000, 20_000] {
              let (kept, separate) = (breaker(cut), breaker(nil))
              var (keptPosition, position) = (TextPosition.start, TextPosition.start)
              while let line = separate.nextLine(from: &position, width: width) {
                #expect(kept.nextLine(from: &keptPosition, width: width) == line)
                guard position == keptPosition else { break }
              }
              #expect(position == keptPosition, "\(text.prefix(20)) at \(width)")
            }
          }
        }
      }
    }
  }
}
