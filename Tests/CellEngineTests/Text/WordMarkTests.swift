import Testing

@testable import CellEngine

/// Words whose letters have advances of their own are one mark in what is kept of an analysis.
@Suite("Marks of words")
struct WordMarkTests {
  /// A text whose letters have advances of their own.
  private struct Proportional {
    let bytes: [UInt8]
    let clusters: [Mark]
    let words: [Mark]
    let prepared: PreparedText

    /// The least advance of spaces; some are a unit wider.
    static let space: Int32 = 332

    init(_ text: [UInt8]) {
      bytes = TextSamples.display(text)
      var (clusters, words, scratch): ([Mark], [Mark], [Mark]) = ([], [], [])
      let recent = RecentWords(bytes: 1 << 16)
      defer { withExtendedLifetime(recent) {} }
      prepared = bytes.withUnsafeBufferPointer { bytes in
        let whole = WordAnalysis.prepare(
          bytes, breaks: .normal, budget: .max, columnAdvance: 1, scratch: &scratch, into: &clusters,
          measure: Self.measure)
        let joined = WordAnalysis.prepareWords(
          bytes, isASCII: false, breaks: .normal, budget: .max, columnAdvance: 1, space: Self.exactSpace,
          recent: recent.words(of: 1), scratch: &scratch, into: &words,
          known: Self.known, measure: Self.measure)
        #expect(whole.inkAdvance == joined.inkAdvance)
        #expect(whole.lineAdvance == joined.lineAdvance)
        var prepared = whole
        prepared.lineAdvance = .max
        return prepared
      }
      self.clusters = clusters.flatMap(\.clusters)
      self.words = words
    }

    private static let exactSpace = space * MeasuredWord.fineness + 5

    private static func advance(_ cluster: some Sequence<UInt8>) -> Int32 {
      4800 + cluster.reduce(0) { ($0 &* 31 &+ Int32($1)) % 8000 }
    }

    private static func measure(_ word: MeasuredWord, _ advances: UnsafeMutablePointer<Int32>) {
      var start = 0
      for (index, count) in word.clusterByteCounts.enumerated() {
        let cluster = word.bytes[start..<start + Int(count)]
        advances[index] = cluster.elementsEqual([0x20]) ? exactSpace : advance(cluster)
        start += Int(count)
      }
    }

    /// Words of ASCII are known, but for one in three.
    private static func known(_ word: UnsafeBufferPointer<UInt8>, _ clusterCount: Int) -> Int32? {
      if word.elementsEqual([0x20]) { return exactSpace }
      guard word.count == clusterCount, word.count % 3 > 0 else { return nil }
      return word.reduce(0) { $0 + advance(CollectionOfOne($1)) }
    }

    func wrap(_ marks: [Mark], _ width: Int32, _ lines: Int) -> Wrapped {
      var prepared = prepared
      prepared.markCount = Int32(marks.count)
      let ellipsis = PreparedEllipsis(Array("…".utf8), metrics: ColumnMetrics(WidthModel()))
      return bytes.withUnsafeBufferPointer { bytes in
        marks.withUnsafeBufferPointer {
          Wrapped(
            TextRun(bytes, prepared: prepared, marks: $0, hyphenAdvance: 400, spaceAdvance: Self.space),
            width, lines,
            Truncation(mode: .tail, unit: .cluster, ellipsis: ellipsis))
        }
      }
    }
  }

  private static func texts() throws -> [[UInt8]] {
    var random = SplitMix64(seed: 33)
    let corpus = try ["debian", "intl"].flatMap { Array(try TextSamples.corpus($0).prefix(120)) }
    return corpus + (0..<120).map { _ in TextSamples.generated(&random) }
  }

  @Test func wordsAddUp() throws {
    for text in try Self.texts() {
      let text = Proportional(text)
      #expect(text.words.reduce(0) { $0 + $1.byteCount } == text.bytes.count)
      #expect(
        text.words.reduce(0) { $0 + Int($1.advance) } == text.clusters.reduce(0) { $0 + Int($1.advance) })
      #expect(
        text.words.flatMap(\.clusters).count { $0.allowsBreakAfter }
          == text.clusters.count { $0.allowsBreakAfter })
    }
  }

  @Test(arguments: [1, 2, 3, 0])
  func linesEndWhereThoseOfTheClustersDo(maximumLines: Int) throws {
    var joined = 0
    for text in try Self.texts() {
      let text = Proportional(text)
      if text.words.count < text.clusters.count { joined += 1 }
      for width: Int32 in [0, 350, 900, 2_000, 5_000, 9_000, 20_000, 60_000] {
        let exact = text.wrap(text.clusters, width, maximumLines)
        let coarse = text.wrap(text.words, width, maximumLines)
        // What breaks words is wrapped by its clusters.
        guard !coarse.result.breaksMarks else { continue }
        #expect(coarse.result.lineCount == exact.result.lineCount)
        #expect(coarse.result.isTruncated == exact.result.isTruncated)
        let known = exact.result.isTruncated ? exact.lines.count - 1 : exact.lines.count
        #expect(coarse.lines.prefix(known) == exact.lines.prefix(known), "\(text.bytes) at \(width)")
      }
    }
    #expect(joined > 100)
  }
}
