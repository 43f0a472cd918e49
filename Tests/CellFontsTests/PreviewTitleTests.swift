import Testing

@testable import CellEngine
@testable import CellFonts

/// The title in a preview, which has more lines there than in the row.
@Suite struct PreviewTitleTests {
  @Test(arguments: Profile.all.map(\.name)) func linesEndBetweenWords(_ profile: String) throws {
    var cell = Cell(id: "1", title: "Pump station seven, vibration alarm on bearing two")
    cell.preview = "The bearing is hot."
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = .definite(300)
    environment.font = Environment.Font(family: "Inter")
    let style = try Style(environment, fonts: library)
    let packed = CellRecord(cell)
    var layout = CellLayout(style)
    var lines: [String] = []
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells(revealing: packed, for: Preparation(style)),
      at: 0, revealing: .peek
    ) { row in
      let title = FrameRenderer.overlay(of: row).overlay?.frames.first { $0.slot == .title }
      lines = title?.lines.map(\.text) ?? []
    }
    #expect(lines.count > 1)
    #expect(lines.joined(separator: " ") == cell.title)
  }
}
