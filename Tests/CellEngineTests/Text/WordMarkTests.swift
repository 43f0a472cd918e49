import Testing

@testable import CellEngine

/// Words whose letters have advances of their own are one mark in what is kept of an analysis.
@Suite("Marks of words")
struct WordMarkTests {
  /// Every cluster of a text with an advance that its bytes decide.
  private struct Proportional {
    let bytes: [UInt8]
    let clusters: [Mark]
    let words: [Mark]
    let prepared: PreparedText

    init(_ text: [UInt8]) {
      let owned = OwnedText(TextSamples.display(text), WidthModel())
      bytes = owned.bytes
      var start = 0
      clusters = owned.marks.map { mark in
        let own = owned.bytes[start..<start + mark.byteCount]
        start += mark.byteCount
        let advance = mark.advance == 0 ? 0 : 300 + own.reduce(0) { ($0 &* 31 &+ Int32($1)) % 500 }
        let flags = mark.bits & 0x1F00
        return Mark(byteCount: mark.byteCount, advance: advance, flags: flags)
      }
      var words = clusters
      words.joinWords(from: 0)
      self.words = words
      var prepared = owned.prepared
      prepared.lineAdvance = .max
      self.prepared = prepared
    }

    func wrap(_ marks: [Mark], _ width: Int32, _ lines: Int) -> Wrapped {
      var prepared = prepared
      prepared.markCount = Int32(marks.count)
      let ellipsis = PreparedEllipsis(Array("…".utf8), metrics: ColumnMetrics(WidthModel()))
      return bytes.withUnsafeBufferPointer { bytes in
        marks.withUnsafeBufferPointer {
          Wrapped(
            TextRun(bytes, prepared: prepared, marks: $0, hyphenAdvance: 400), width, lines,
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
      #expect(text.words.count { $0.allowsBreakAfter } == text.clusters.count { $0.allowsBreakAfter })
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
        guard !coarse.result.breaksWords else { continue }
        #expect(coarse.result.lineCount == exact.result.lineCount)
        #expect(coarse.result.isTruncated == exact.result.isTruncated)
        let known = exact.result.isTruncated ? exact.lines.count - 1 : exact.lines.count
        #expect(coarse.lines.prefix(known) == exact.lines.prefix(known), "\(text.bytes) at \(width)")
      }
    }
    #expect(joined > 100)
  }
}
