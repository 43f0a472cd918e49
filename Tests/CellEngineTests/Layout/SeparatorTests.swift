import Testing

@testable import CellEngine

@Suite struct SeparatorTests {
  /// `─` is ambiguous: it has two columns in some terminals.
  @Test(arguments: [1, 2]) func aSpanSaysItsColumns(ambiguous: Int) throws {
    var environment = Environment()
    environment.width = .definite(21)
    environment.separator = .line
    environment.ambiguousWidth = ambiguous
    let resolved = try Style(environment)
    let cell = Cell(id: "1", title: "Title")
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    var separator: Span?
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: Preparation(resolved)), at: 0
    ) { separator = SpanRenderer.spans(of: $0).last?.first }
    #expect(separator?.text.count == (ambiguous == 1 ? 21 : 10))
    #expect(separator?.width == (ambiguous == 1 ? 21 : 20))
  }
}
