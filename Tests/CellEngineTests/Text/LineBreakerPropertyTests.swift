import Foundation
import Testing

@testable import CellEngine

/// Properties of every text at every width.
@Suite struct LineBreakerPropertyTests {
  static let models = [WidthModel.Mode.grapheme, .wcwidth].flatMap { mode in
    [1, 2].map { WidthModel(mode: mode, ambiguous: $0) }
  }

  @Test(arguments: models) func generatedTexts(_ model: WidthModel) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<100 { check(TextSamples.display(TextSamples.generated(&random)), model, &random) }
  }

  @Test(arguments: ["debian", "intl"]) func realTextsThoroughly(_ corpus: String) throws {
    var random = SplitMix64(seed: 2)
    for (index, text) in try TextSamples.corpus(corpus).enumerated() where index % 5 < 2 {
      check(TextSamples.display(text), Self.models[index % Self.models.count], &random)
    }
  }

  /// Invalid UTF-8 is replaced before it reaches the line breaker. It must still not break
  /// anything.
  @Test func anyBytes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        let leads: [UInt8] = [0xC2, 0xE2, 0xEF, 0xF0, 0xF4, 0xFF, 0x80, 0x20, 0x0A]
        return Bool.random(using: &random)
          ? leads.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
      }
      let text = OwnedText(TextSamples.display(bytes), WidthModel())
      #expect(text.clusters.reduce(0) { $0 + $1.byteCount } == text.bytes.count)
      let ellipsis = PreparedEllipsis(bytes, metrics: text.metrics)
      for mode in TruncationMode.allCases {
        let width = Int32.random(in: 0...20, using: &random)
        let wrapped = text.wrapped(width, 2, Truncation(mode: mode, unit: .word, ellipsis: ellipsis))
        #expect(wrapped.lines.allSatisfy { $0.advance <= width })
      }
    }
  }

  @Test func pointsOfAFixedAdvanceAreColumns() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<200 {
      let columns = OwnedText(TextSamples.display(TextSamples.generated(&random)), .ofClusters)
      let points = ColumnMetrics(FontRequest(family: "fixed") { _ in FontRequest.RoleStyle(size: 15) })
      var segments: [Segment] = []
      let prepared = columns.bytes.withUnsafeBufferPointer {
        points.prepare($0, role: .title, breaks: .normal, budget: .max, into: &segments)
      }
      if segments.count == columns.segments.count {
        #expect(segments.map(\.advance) == columns.segments.map { $0.advance * 480 })
      }
      #expect(segments.isEmpty || segments.reduce(0) { $0 + $1.byteCount } == columns.bytes.count)
      #expect(prepared.inkAdvance == columns.prepared.inkAdvance * 480)
    }
  }

  private func check(_ display: [UInt8], _ model: WidthModel, _ random: inout SplitMix64) {
    let text = OwnedText(display, model)
    #expect(text.segments.reduce(0) { $0 + $1.byteCount } == display.count)
    var widest: Int32 = 0
    var position = TextPosition.start
    text.withBreaker { text in
      while let line = text.nextLine(from: &position, width: .max) { widest = max(widest, line.advance) }
      #expect(text.naturalAdvance() == widest)
    }
    let ellipsis = PreparedEllipsis(
      Array(["…", "...", "", "⋯→"].randomElement(using: &random)!.utf8), metrics: text.metrics)
    let unit = TruncationUnit.allCases.randomElement(using: &random)!
    let start = Int32.random(in: 0...30, using: &random)
    var widths = Array(start..<(start + 8))
    widths += (0..<4).map { _ in Int32.random(in: 0...200, using: &random) }
    for mode in TruncationMode.allCases {
      let truncation = Truncation(mode: mode, unit: unit, ellipsis: ellipsis)
      for maximumLines in [1, 2, 3] {
        var last: (width: Int32, wrapped: Wrapped)?
        for width in widths.sorted() {
          let wrapped = text.wrapped(width, maximumLines, truncation)
          fits(wrapped, text, width, maximumLines, truncation)
          showsParts(wrapped, text, width, truncation)
          if let last { isMonotone(last.wrapped, wrapped, text, last.width, truncation) }
          let taller = text.wrapped(width, maximumLines + 1, truncation)
          isMonotone(wrapped, taller, text, width, truncation)
          last = (width, wrapped)
        }
      }
    }
    isFewerLinesWhenWider(text, widths.sorted(), ellipsis)
    needsNoMoreThanTheBudget(text, widths, Truncation(mode: .tail, unit: unit, ellipsis: ellipsis))
  }

  /// Lines have at most the width and number that were requested. The text is whole if and only if
  /// it fits. A shown line that is cut again does not change.
  private func fits(
    _ wrapped: Wrapped, _ text: OwnedText, _ width: Int32, _ maximumLines: Int, _ truncation: Truncation
  ) {
    #expect(wrapped.lines.count <= maximumLines)
    #expect(wrapped.result.lineCount == wrapped.lines.count)
    #expect(wrapped.result.widestAdvance == wrapped.lines.map(\.advance).max() ?? 0)
    for (line, written) in zip(wrapped.lines, wrapped.written) {
      #expect(line.advance <= width && line.advance >= 0)
      let again = OwnedText(written, text.metrics.model)
      #expect(
        again.withBreaker { $0.naturalAdvance() } <= line.advance, "\(description(text, width, truncation))")
      #expect(!written.contains(0x0A))
    }
    let natural = text.withBreaker { Wrapped($0, width, 0, truncation) }
    let fitsWhole = natural.lines.count <= maximumLines && !natural.result.isTruncated
    #expect(wrapped.result.isTruncated != fitsWhole, "\(description(text, width, truncation))")
    if maximumLines == 1, let written = wrapped.written.first {
      let again = OwnedText(written, text.metrics.model).wrapped(width, 1, truncation)
      #expect(again.written.first ?? [] == written, "\(description(text, width, truncation))")
    }
  }

  /// The start and the end of the text are shown, cut between clusters.
  private func showsParts(_ wrapped: Wrapped, _ text: OwnedText, _ width: Int32, _ truncation: Truncation) {
    guard text.widestCluster <= width else { return }
    let boundaries = clusterBoundaries(of: text)
    var end: Int32 = 0
    for (index, line) in wrapped.lines.enumerated() {
      let isLast = index == wrapped.lines.count - 1
      #expect(line.start <= line.end && line.end <= line.tailStart && line.tailStart <= line.tailEnd)
      for place in [line.start, line.end, line.tailStart, line.tailEnd] {
        #expect(boundaries.contains(place))
      }
      #expect(isBlank(text.bytes[Int(end)..<Int(line.start)]), "\(description(text, width, truncation))")
      #expect(line.ellipsisByteCount == 0 || isLast)
      end = line.tailStart < line.tailEnd || !isLast ? line.end : max(line.end, end)
    }
    guard let last = wrapped.lines.last else { return }
    if wrapped.result.isTruncated {
      #expect(wrapped.result.hiddenStart == last.end && wrapped.result.hiddenStart < wrapped.result.hiddenEnd)
      let hidden = text.bytes[Int(wrapped.result.hiddenStart)..<Int(wrapped.result.hiddenEnd)]
      // In the modes middle and head, the ellipsis can replace white space only.
      let mayBeBlank = truncation.mode == .middle || truncation.mode == .head
      #expect(mayBeBlank || !isBlank(hidden), "\(hidden) \(description(text, width, truncation))")
    }
  }

  /// A larger width or more lines never show less.
  private func isMonotone(
    _ less: Wrapped, _ more: Wrapped, _ text: OwnedText, _ width: Int32, _ truncation: Truncation
  ) {
    guard text.widestCluster <= width, less.result.isTruncated, more.result.isTruncated else {
      #expect(less.result.isTruncated || !more.result.isTruncated || text.widestCluster > width)
      return
    }
    let context = description(text, width, truncation)
    if truncation.mode != .head { #expect(more.result.hiddenStart >= less.result.hiddenStart, "\(context)") }
    if truncation.mode == .head || truncation.mode == .middle {
      #expect(more.result.hiddenEnd <= less.result.hiddenEnd, "\(context)")
    }
  }

  private func isFewerLinesWhenWider(_ text: OwnedText, _ widths: [Int32], _ ellipsis: PreparedEllipsis) {
    let truncation = Truncation(mode: .tail, unit: .cluster, ellipsis: ellipsis)
    var last = Int32.max
    for width in widths where width > 0 {
      let wrapped = text.wrapped(width, 0, truncation)
      #expect(wrapped.result.lineCount <= last, "\(description(text, width, truncation))")
      #expect(
        wrapped.result.isTruncated
          == (text.widestCluster > width && wrapped.lines.contains { $0.skipsCluster }))
      last = wrapped.result.lineCount
    }
  }

  /// A text that is prepared only up to the budget of its rows has the same rows.
  private func needsNoMoreThanTheBudget(_ text: OwnedText, _ widths: [Int32], _ truncation: Truncation) {
    for width in widths {
      for maximumLines in 1...3 {
        let budget = LineBreaker.budget(width: width, lines: maximumLines)
        let part = OwnedText(text.bytes, text.metrics.model, budget: budget)
        #expect(part.prepared.covers(budget))
        #expect(part.prepared.direction == text.prepared.direction)
        let whole = text.wrapped(width, maximumLines, truncation)
        let found = part.wrapped(width, maximumLines, truncation)
        #expect(found.written == whole.written, "\(description(text, width, truncation))")
        #expect(found.result.isTruncated == whole.result.isTruncated)
      }
    }
  }

  /// Lines end at the same positions if every cluster is a segment of its own.
  @Test(arguments: TruncationMode.allCases, [LineBreakRule.normal, .keepAll, nil])
  func linesAreThoseOfTheReference(_ mode: TruncationMode, _ breaks: LineBreakRule?) throws {
    var random = SplitMix64(seed: 17)
    var texts = (0..<60).map { _ in TextSamples.display(TextSamples.generated(&random)) }
    texts += try ["debian", "intl"].flatMap {
      try TextSamples.corpus($0).prefix(30).map { Array($0.prefix(500)) }
    }
    for (round, display) in texts.enumerated() {
      let display = breaks == nil ? display.map { $0 == 0x0A ? 0x20 : $0 } : display
      let text = OwnedText(display, Self.models[round % Self.models.count], breaks: breaks)
      let ellipsis = PreparedEllipsis(Array(["…", "...", "→→"][round % 3].utf8), metrics: text.metrics)
      for unit in TruncationUnit.allCases {
        let truncation = Truncation(mode: mode, unit: unit, ellipsis: ellipsis)
        for width in stride(from: Int32(round % 3), through: 60, by: 3) {
          let lines = breaks == nil ? 1 : Int(width) % 4
          let found = text.wrapped(width, lines, truncation)
          let expected = text.withReference { Wrapped($0, width, lines, truncation) }
          if found != expected { Issue.record("\(description(text, width, truncation))") }
        }
      }
    }
  }

  /// Printable ASCII is broken without segments, directly from its bytes.
  @Test func linesOfASCIIAreThoseOfTheReference() throws {
    var random = SplitMix64(seed: 3)
    var texts = (0..<100).map { _ in TextSamples.generated(&random, from: TextSamples.asciiPieces) }
    texts += try TextSamples.corpus("debian").filter { text in
      text.withUnsafeBufferPointer { DisplayText.isPrintableASCII($0) }
    }.prefix(30).map { Array($0.prefix(300)) }
    for bytes in texts {
      let text = OwnedText(bytes, WidthModel())
      let ellipsis = PreparedEllipsis(Array("…".utf8), metrics: text.metrics)
      for mode in TruncationMode.allCases {
        for unit in TruncationUnit.allCases {
          let truncation = Truncation(mode: mode, unit: unit, ellipsis: ellipsis)
          for width in Int32(0)...80 {
            let lines = Int(width) % 4
            let found = bytes.withUnsafeBufferPointer {
              Wrapped(
                LineBreaker(ascii: $0, asciiAdvance: 1, inkCount: $0.inkCount), width, lines, truncation)
            }
            let expected = text.withReference { Wrapped($0, width, lines, truncation) }
            if found != expected { Issue.record("\(description(text, width, truncation))") }
          }
        }
      }
    }
  }

  private func clusterBoundaries(of text: OwnedText) -> Set<Int32> {
    var boundaries: Set<Int32> = [0]
    var offset: Int32 = 0
    for cluster in text.clusters {
      offset += Int32(cluster.byteCount)
      boundaries.insert(offset)
    }
    return boundaries
  }

  private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
      $0.properties.isWhitespace && $0 != "\u{A0}" || $0 == "\u{AD}" || $0 == "\u{200B}"
    }
  }

  private func description(_ text: OwnedText, _ width: Int32, _ truncation: Truncation) -> String {
    "\(String(decoding: text.bytes, as: UTF8.self).debugDescription) at \(width), \(truncation.mode) by \(truncation.unit)"
  }
}
