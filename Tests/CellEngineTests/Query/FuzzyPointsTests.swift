import Testing

@testable import CellEngine

/// The order of texts by how well typed words fit them.
@Suite struct FuzzyPointsTests {
  private func points(_ typed: String, _ text: String) -> Int {
    var points = FuzzyPoints(typed)
    return Array(text.utf8).withUnsafeBufferPointer { points.points(of: $0) }
  }

  /// Each text fits better than the next one.
  @Test(arguments: [
    ("rain", ["Rain gauge", "Terrain", "Corrosive plain"]),
    ("gw", ["gw 4", "Gate Weir", "gnaw", "Gauge at the weir"]),
    ("42", ["Bus 42", "Bus 4 of 12", "Bus 142"]),
    ("log7", ["log7", "log 7", "log 17"]),
    ("kanal", ["Kanäle", "Krananlage"]),
    ("up run", ["run up", "supper run"]),
  ])
  func `neighbours, starts of words and short gaps fit better`(typed: String, texts: [String]) {
    let all = texts.map { points(typed, $0) }
    #expect(all.allSatisfy { $0 > 0 } && zip(all, all.dropFirst()).allSatisfy { $0 > $1 }, "\(all)")
  }

  @Test func `texts without the letters have no points, and long gaps are not below them`() {
    #expect(points("ab", "ba") == 0 && points("", "ab") == 0 && points("  ", "ab") == 0)
    #expect(points("é", "e") > 0 && points("水", "地下水") > 0 && points("水", "地下") == 0)
    #expect(points("ab", "a" + String(repeating: "-", count: 250) + "b") > 0)
    // The words count by themselves.
    #expect(points("dam gate", "gate") == points("gate", "gate"))
  }

  @Test func `the best place in a text counts, not the first`() {
    #expect(points("pump", "pu map, pump") == points("pump", "a pump"))
    #expect(points("abc", "a b xbc, abc") == points("abc", "abc"))
  }
}
