import Foundation
import Testing

@testable import CellEngine

/// The official test files of the Unicode Character Database, with all of their lines.
@Suite struct UnicodeConformanceTests {
  @Test func tablesAndTestFilesAreOfOneVersion() throws {
    for name in ["GraphemeBreakTest", "LineBreakTest"] {
      let first = try BreakTestLine.text(of: name).prefix { $0 != "\n" }
      #expect(first.contains("-\(UnicodeTables.version).txt"))
    }
  }

  @Test func graphemeClusters() throws {
    let lines = try BreakTestLine.all(of: "GraphemeBreakTest")
    #expect(lines.count == 766)
    for line in lines {
      let boundaries = line.bytes.withUnsafeBufferPointer { bytes in
        var walk = ClusterWalk(bytes.indices, of: bytes)
        var boundaries = [0]
        while walk.next() != nil { boundaries.append(walk.index) }
        return boundaries
      }
      #expect(boundaries == line.boundaries, "\(line.source)")
    }
  }

  @Test func lineBreaks() throws {
    let lines = try BreakTestLine.all(of: "LineBreakTest")
    #expect(lines.count == 19338)
    for line in lines {
      let found = line.bytes.withUnsafeBufferPointer { lineBreaks(in: $0) }
      #expect(found == line.boundaries, "\(line.source)")
    }
  }

  /// Lines can end after a segment only if UAX #14 allows it, and never inside of one.
  @Test func lineBreaksBetweenClusters() throws {
    for line in try BreakTestLine.all(of: "LineBreakTest") {
      let text = OwnedText(line.bytes, WidthModel())
      var offset = 0
      for segment in text.segments.dropLast() {
        var walk = 0
        line.bytes.withUnsafeBufferPointer { bytes in
          var clusters = ClusterWalk(offset..<offset + segment.byteCount, of: bytes)
          while clusters.next() != nil, clusters.index < offset + segment.byteCount {
            if line.boundaries.contains(clusters.index) { walk += 1 }
          }
        }
        #expect(walk == 0, "\(line.source): a line may end inside of a segment")
        offset += segment.byteCount
        guard segment.kind != .hardBreak else { continue }
        #expect(segment.allowsBreakAfter == line.boundaries.contains(offset), "\(line.source) \(offset)")
      }
    }
  }

  /// Every break opportunity, also inside of clusters, and the end of the text.
  private func lineBreaks(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    let data = UnicodeData.shared
    var state = 0
    var boundaries: [Int] = []
    var index = 0
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      let end = index + scalar.byteCount
      let step = data.tables.lineState(state, data.properties(of: scalar.value).line)
      state = Int(step & LineBreakTable.stateBits)
      let action = LineBreakTable.BreakAction(rawValue: step >> LineBreakTable.actionShift) ?? .prohibited
      if LineBreakTable.isAllowed(by: action, next: end, in: bytes, data.tables) {
        boundaries.append(index)
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
  /// The byte offsets of all ÷.
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
    try UnicodeFile.text(of: "\(name).txt")
  }
}

/// The files of the Unicode Character Database in `Unicode/`.
enum UnicodeFile {
  static func text(of name: String) throws -> String {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appendingPathComponent("Unicode/\(name)"), encoding: .utf8)
  }

  /// The ranges of scalars of a file, and the value in the field of that index.
  static func ranges(of name: String, field: Int) throws -> [(scalars: ClosedRange<UInt32>, value: String)] {
    try text(of: name).split(separator: "\n").compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count > field, let first = UInt32(fields[0].prefix { $0 != "." }, radix: 16) else {
        return nil
      }
      let last = fields[0].split(separator: ".").last.flatMap { UInt32($0, radix: 16) } ?? first
      return (first...last, fields[field])
    }
  }
}
