import CellEngine
import CellProtocol
import CellWire
import Foundation
import Testing

/// The cells of Tests/Fixtures/exhibits.json, which `scripts/gallery` draws.
@Suite struct ExhibitTests {
  /// At twice the size of text, a row shows all of its title on a phone.
  @Test(arguments: Profile.all.map(\.name)) func noTitleIsCut(profile: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/exhibits.json")
    var count = 0
    try JSONDocument(Array(Data(contentsOf: file))).withRoot { exhibits in
      for exhibit in exhibits.elements where exhibit["header"] == nil {
        var environment = Environment()
        environment.unit = .point
        environment.width = .definite(390)
        environment.profile = profile
        environment.textScale = 2
        let selection = exhibit["selection"]?.string.flatMap(SelectionMode.init) ?? .none
        let cells = try (exhibit["cells"].map { Array($0.elements) } ?? []).map { try CellCodec.read($0) }
        let style = try Style(environment, selection: selection, kept: KeptColumns(ColumnNeeds(of: cells)))
        let packed = cells.map { CellRecord($0) }
        let prepared = PreparedCells(packed, for: Preparation(style))
        var layout = CellLayout(style)
        for index in cells.indices {
          layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) {
            row in
            for frame in FrameRenderer.frames(of: row) where frame.slot == .title {
              count += 1
              #expect(!frame.isTruncated, "\(exhibit["name"]?.string ?? ""): \(cells[index].title)")
            }
          }
        }
      }
    }
    #expect(count > 20)
  }
}
