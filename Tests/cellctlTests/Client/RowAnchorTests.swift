import CellClient
import Testing

@testable import cellctl

@Suite struct RowAnchorTests {
  /// celld keeps ids apart by their bytes, also if they are canonically equivalent.
  @Test(arguments: [("caf\u{e9}", "cafe\u{301}"), ("\u{212B}", "\u{C5}"), ("\u{1100}\u{1161}", "\u{AC00}")])
  func `ids that differ in bytes are different anchors`(first: String, second: String) {
    #expect(first == second)
    #expect(RowAnchor(id: first) != RowAnchor(id: second))
    #expect(RowAnchor(id: first) == RowAnchor(id: first))
    #expect(RowAnchor(id: first, offset: 1) != RowAnchor(id: first))
    #expect(RowAnchor(id: first, index: 1) != RowAnchor(id: first))
  }
}
