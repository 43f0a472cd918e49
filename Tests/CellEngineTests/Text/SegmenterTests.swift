import Testing

@testable import CellEngine

/// The segmenter skips several scalars at once. Its result must be that of both breakers, which
/// look at every scalar.
@Suite struct SegmenterTests {
  private static func texts() throws -> [[UInt8]] {
    var random = SplitMix64(seed: 11)
    let corpus = try TextSamples.corpus("intl").prefix(200).map { Array($0.prefix(400)) }
    return (0..<300).map { _ in TextSamples.display(TextSamples.generated(&random)) } + corpus
      + (0..<100).map { _ in TextSamples.generated(&random, from: TextSamples.asciiPieces) }
  }

  @Test(arguments: [LineBreakRule.normal, .keepAll, nil])
  func segmentsAreThoseOfTheBreakers(breaks: LineBreakRule?) throws {
    for (index, text) in try Self.texts().enumerated() {
      let model = LineBreakerPropertyTests.models[index % LineBreakerPropertyTests.models.count]
      let expected = ReferenceCluster.clusters(of: text, model, breaks)
      let found = text.withUnsafeBufferPointer { Self.clusters(of: $0, model, breaks) }
      #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  /// The clusters of all segments. A line can end only after the last cluster of a segment.
  private static func clusters(
    of text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: LineBreakRule?
  ) -> [ReferenceCluster] {
    var segmenter = Segmenter(text, model, breaks)
    var found: [ReferenceCluster] = []
    var start = 0
    while let segment = segmenter.next() {
      defer { start += segment.byteCount }
      if segment.kind == .continuation {
        found[found.count - 1].byteCount += segment.byteCount
        found[found.count - 1].allowsBreakAfter = segment.allowsBreakAfter
        continue
      }
      var walk = ClusterWalk(start..<start + segment.byteCount, of: text, model)
      var columns = 0
      let first = found.count
      while let cluster = walk.next() {
        columns += cluster.advance
        found.append(
          ReferenceCluster(
            byteCount: cluster.byteCount, columns: cluster.advance, kind: cluster.kind,
            allowsBreakAfter: false))
      }
      #expect(segmenter.clusterCount == found.count - first - (segment.hasSpace ? 1 : 0))
      #expect(!segmenter.isNarrow || found[first...].allSatisfy { $0.columns <= 1 })
      #expect(segment.hasSpace ? found.last?.kind == .space : found.last?.kind == segment.kind)
      #expect(columns >= segment.advance)
      found[found.count - 1].allowsBreakAfter = segment.allowsBreakAfter
    }
    return found
  }

  @Test(arguments: [LineBreakRule.normal, nil]) func preparedTextsAddUp(breaks: LineBreakRule?) throws {
    for (index, display) in try Self.texts().enumerated() {
      let text = OwnedText(display, LineBreakerPropertyTests.models[index % 4], breaks: breaks)
      let ink = text.clusters.filter { $0.kind == .ink }.reduce(0) { $0 + $1.columns }
      if text.prepared.isUniform {
        #expect(text.segments.isEmpty && breaks == nil)
      } else {
        #expect(text.segments.reduce(0) { $0 + $1.byteCount } == display.count)
        #expect(text.segments.reduce(0) { $0 + $1.advance } == text.clusters.reduce(0) { $0 + $1.columns })
        #expect(Int(text.prepared.inkAdvance) == ink)
      }
      let line = text.clusters.lastIndex { $0.kind == .ink }.map {
        text.clusters[...$0].reduce(0) { $0 + $1.columns }
      }
      let hasHardBreak = text.clusters.contains { $0.kind == .hardBreak }
      #expect(text.prepared.lineAdvance == (hasHardBreak ? .max : Int32(line ?? 0)))
      #expect(text.prepared.isComplete)
    }
  }

  /// A segment has at most 127 bytes, also if a cluster has more.
  @Test func aLongClusterHasContinuations() {
    let text = OwnedText(
      Array(("aé" + String(repeating: "\u{301}", count: 200) + "b ccé").utf8), WidthModel())
    #expect(text.segments.map(\.byteCount) == [1, 127, 127, 127, 21, 2, 4])
    #expect(text.segments.map(\.advance) == [1, 1, 0, 0, 0, 2, 3])
    #expect(text.prepared.lineAdvance == 7)
    let short = OwnedText(Array("aé\u{301}b ccé".utf8), WidthModel())
    #expect(short.segments.map(\.byteCount) == [7, 4] && short.segments.map(\.advance) == [4, 3])
  }

  @Test func aTextOfOneLineIsOneSegmentOrNone() {
    func segments(_ text: String) -> [Int] {
      OwnedText(Array(text.utf8), WidthModel(), breaks: nil).segments.map(\.byteCount)
    }
    #expect(segments("7.1 · libs — Ärger über Ελληνικά") == [])
    #expect(segments("漢字 and words") == [16])
    #expect(segments("漢字  ") == [6, 2])
    #expect(segments(String(repeating: "漢字 ", count: 50)) == [125, 1, 125, 1, 97, 1])
    #expect(segments("📦") == [4])
  }

  @Test func opportunitiesOfASCIIAreFoundFromAnyPlace() {
    let bytes = Array(" a0\"'(){}[]!?,.:;/-$+\\%|<".utf8)
    for first in bytes {
      for second in bytes {
        for third in bytes { checkBreaks(Array("w".utf8) + [first, second, third] + Array("1".utf8)) }
      }
    }
  }

  @Test func opportunitiesThatDependOnNumbers() {
    let bytes = Array(" a0(){,/-$%".utf8)
    for first in bytes {
      for second in bytes {
        for third in bytes {
          for fourth in bytes { checkBreaks([first, second, third, fourth, 0x30]) }
        }
      }
    }
  }

  private func checkBreaks(_ bytes: [UInt8]) {
    let clusters = ReferenceCluster.clusters(of: bytes, WidthModel(), .normal)
    bytes.withUnsafeBufferPointer { buffer in
      for index in 1..<bytes.count {
        let local = Segmenter.allowsBreak(before: index, in: buffer)
        #expect(
          local == clusters[index - 1].allowsBreakAfter, "\(String(decoding: bytes, as: UTF8.self)) \(index)")
      }
    }
  }
}
