import Foundation
import Testing

@testable import CellEngine

/// The official test files of the Unicode Character Database, every line of them.
@Suite struct UnicodeConformanceTests {
  @Test func tablesAndTestFilesAreOfOneVersion() throws {
    for name in ["GraphemeBreakTest", "LineBreakTest", "WordBreakTest"] {
      let first = try BreakTestLine.text(of: name).prefix { $0 != "\n" }
      #expect(first.contains("-\(UnicodeTables.version).txt"))
    }
  }

  @Test func graphemeClusters() throws {
    let lines = try BreakTestLine.all(of: "GraphemeBreakTest")
    #expect(lines.count == 602)
    for line in lines {
      var marks: [Mark] = []
      let header = line.bytes.withUnsafeBufferPointer {
        ColumnMetrics(WidthModel()).prepare($0, breaks: .normal, budget: .max, into: &marks)
      }
      var offset = 0
      let boundaries =
        [0]
        + line.bytes.withUnsafeBufferPointer { marks.clusters(of: $0) }.map { mark -> Int in
          offset += mark.byteCount
          return offset
        }
      #expect(header.isComplete)
      #expect(boundaries == line.boundaries, "\(line.source)")
    }
  }

  @Test func lineBreaks() throws {
    let lines = try BreakTestLine.all(of: "LineBreakTest")
    #expect(lines.count == 7654)
    for line in lines {
      let found = line.bytes.withUnsafeBufferPointer { lineBreaks(in: $0) }
      #expect(found == line.boundaries, "\(line.source)")
    }
  }

  /// A mark says of its end whether a line may end there.
  @Test(arguments: [TextAnalysis.Gathering.runs, .stretches])
  func lineBreaksBetweenClusters(gathering: TextAnalysis.Gathering) throws {
    for line in try BreakTestLine.all(of: "LineBreakTest") {
      var marks: [Mark] = []
      let clusters = line.bytes.withUnsafeBufferPointer {
        _ = TextAnalysis.run(
          $0, model: WidthModel(), columnAdvance: 1, breaks: .normal, budget: .max, gathering: gathering,
          into: &marks
        )
        return marks.clusters(of: $0)
      }
      var offset = 0
      for cluster in clusters where offset + cluster.byteCount < line.bytes.count {
        offset += cluster.byteCount
        guard !cluster.isHardBreak else { continue }
        #expect(cluster.allowsBreakAfter == line.boundaries.contains(offset), "\(line.source) \(offset)")
      }
    }
  }

  @Test func words() throws {
    let lines = try BreakTestLine.all(of: "WordBreakTest")
    #expect(lines.count == 1823)
    for line in lines {
      let found = line.bytes.withUnsafeBufferPointer { bytes -> [Int] in
        var words = WordBreaker(in: bytes, from: 0)
        var boundaries = [0]
        while let next = words.next() { boundaries.append(next) }
        return boundaries
      }
      #expect(found == line.boundaries, "\(line.source)")
    }
  }

  /// Every opportunity, those inside of clusters too, and the end of the text.
  private func lineBreaks(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    let data = UnicodeData.shared
    var state = 0
    var boundaries: [Int] = []
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      let end = index + scalar.byteCount
      let step = data.lineState(state, data.properties(of: scalar.value).line(.normal))
      state = Int(step & LineBreaker.stateBits)
      switch LineBreaker.Action(rawValue: step >> LineBreaker.actionShift) {
      case .prohibited, nil: break
      case .allowed, .mandatory: boundaries.append(index)
      case .allowedUnlessNumber:
        if !LineBreaker.numberBegins(at: end, in: bytes, breaks: .normal, data) { boundaries.append(index) }
      }
      index = end
    }
    return boundaries + [index]
  }
}

/// A line of a break test: `÷ 0020 × 0308 ÷`.
struct BreakTestLine {
  var source: String
  var bytes: [UInt8] = []
  /// Byte offsets of all ÷.
  var boundaries: [Int] = []

  init?(_ source: Substring) {
    self.source = String(source)
    for word in source.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
      switch word {
      case "÷": boundaries.append(bytes.count)
      case "×": break
      default:
        guard let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
        bytes += Array(String(Character(scalar)).utf8)
      }
    }
    if bytes.isEmpty { return nil }
  }

  static func all(of name: String) throws -> [BreakTestLine] {
    try text(of: name).split(separator: "\n").compactMap { BreakTestLine($0) }
  }

  static func text(of name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Fixtures/Unicode/\(name).txt"), encoding: .utf8)
  }
}
