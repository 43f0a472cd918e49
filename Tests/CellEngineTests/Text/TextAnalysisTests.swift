import Testing

@testable import CellEngine

/// Analysis takes scalars in runs and stretches; it must find what both breakers say of them one by one.
@Suite struct TextAnalysisTests {
  @Test(arguments: [Environment.Breaks.normal, .keepAll, nil])
  func clustersAreThoseOfTheBreakers(breaks: Environment.Breaks?) throws {
    var random = SplitMix64(seed: 11)
    var texts = (0..<200).map { _ in TextSamples.display(TextSamples.generated(&random)) }
    texts += try TextSamples.corpus("intl").prefix(200).map { Array($0.prefix(400)) }
    let models = WidthModel.Mode.allCases.flatMap { mode in
      [1, 2].map { WidthModel(mode: mode, ambiguous: $0) }
    }
    for (index, text) in texts.enumerated() where !text.isEmpty {
      let model = models[index % models.count]
      let expected = text.withUnsafeBufferPointer { clusters(of: $0, model, breaks) }
      for (budget, gathering) in [
        (Int32.max, TextAnalysis.Gathering.runs), (.max, .stretches), (Int32(index), .runs),
        (Int32(index), .stretches),
      ] {
        var marks: [Mark] = []
        let prepared = text.withUnsafeBufferPointer {
          TextAnalysis.run(
            $0, model: model, columnAdvance: 3, breaks: breaks, budget: budget, gathering: gathering,
            into: &marks)
        }
        let found = text.withUnsafeBufferPointer { marks.clusters(of: $0) }
        #expect(found == Array(expected.prefix(found.count)), "\(String(decoding: text, as: UTF8.self))")
        #expect(prepared.isComplete == (found.count == expected.count))
        #expect(prepared.isComplete || prepared.inkAdvance > budget)
        #expect(prepared.inkAdvance == found.filter(\.isInk).reduce(0) { $0 + $1.advance })
      }
    }
  }

  /// The marks of a text's clusters, by a look at every scalar.
  private func clusters(
    of text: UnsafeBufferPointer<UInt8>, _ model: WidthModel, _ breaks: Environment.Breaks?
  ) -> [Mark] {
    let data = UnicodeData.shared
    let widths = ColumnWidths(model)
    var found: [Mark] = []
    var line = 0
    var cluster = 0
    var (start, columns, index) = (0, 0, 0)
    var flags: UInt32 = 0
    func end(with flag: UInt32) {
      guard index > start else { return }
      var rest = index - start
      var advance = Int32(columns * 3)
      var continued: UInt32 = 0
      while rest > Mark.maximumByteCount {
        found.append(Mark(byteCount: Mark.maximumByteCount, advance: advance, flags: continued))
        rest -= Mark.maximumByteCount
        advance = 0
        continued = Mark.continuedBit
      }
      found.append(Mark(byteCount: rest, advance: advance, flags: flags | flag | continued))
    }
    while index < text.count {
      let scalar = data.lookUp(in: text, at: index)
      let properties = data.properties(scalar.number)
      let entry = data.clusterState(cluster, properties.cluster)
      cluster = Int(entry & 0x7F)
      var flag: UInt32 = 0
      if let breaks {
        let step = data.lineState(line, properties.line(breaks))
        line = Int(step & LineBreaker.stateBits)
        switch LineBreaker.Action(rawValue: step >> LineBreaker.actionShift) {
        case .allowed: flag = Mark.breakBit
        case .allowedUnlessNumber:
          let behind = index + scalar.byteCount
          if !LineBreaker.numberBegins(at: behind, in: text, breaks: breaks, data) { flag = Mark.breakBit }
        case .prohibited, .mandatory, nil: break
        }
      }
      if entry & 0x80 != 0 {
        end(with: flag)
        start = index
        columns = widths.columns(of: properties)
        flags = properties.markFlags
      } else {
        columns = widths.columns(columns, of: text, until: index, joinedBy: properties, data)
        flags &= Mark.hardBreakBit
      }
      index += scalar.byteCount
    }
    end(with: 0)
    return found
  }

  /// One scalar by itself is analysed as any text.
  @Test func scalarsByThemselvesAreTexts() {
    for value in Array(0..<UInt32(0x3100)) + Array(0xAC00..<0xAC80) + Array(0x1F000..<0x20010) + [
      0xFF21, 0xE0041,
    ] {
      let bytes = UTF8Scalar.encoded(value)
      for model in TextRunPropertyTests.models {
        var short: [Mark] = []
        var general: [Mark] = []
        bytes.withUnsafeBufferPointer {
          let found = TextAnalysis.runScalar($0, model: model, into: &short)
          let expected = TextAnalysis.run(
            $0, model: model, columnAdvance: 1, breaks: .normal, budget: .max, gathering: .stretches,
            into: &general)
          #expect(found == expected, "\(value)")
        }
        #expect(short == general, "\(value)")
      }
    }
  }
}
