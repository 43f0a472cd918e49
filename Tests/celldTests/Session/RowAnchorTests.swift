import CellProtocol
import Testing

@testable import celld

@Suite struct RowAnchorTests {
  /// Watches with equal windows share an answer.
  @Test(arguments: [("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{212B}", "\u{C5}")])
  func anchorsAreEqualIfTheirBytesAre(left: String, right: String) {
    func anchor(_ id: String, _ last: [String] = []) -> RowAnchor {
      RowAnchor(id: id, offset: 0, index: 3, lastRows: LastRows(last))
    }
    #expect(anchor(left) == anchor(left) && anchor(left).hashValue == anchor(left).hashValue)
    #expect(anchor(left) != anchor(right))
    #expect(anchor("a", ["a", left]) != anchor("a", ["a", right]))
    #expect(anchor("a", ["a", left]) == anchor("a", ["a", left]))
  }
}
