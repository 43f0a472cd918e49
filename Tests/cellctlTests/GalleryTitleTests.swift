import CellEngine
import CellProtocol
import Testing

@testable import cellctl

@Suite("Titles of the gallery")
struct GalleryTitleTests {
  /// At twice the size of text, a row shows all of its title on a phone.
  @Test(arguments: Profile.all.map(\.name)) func noTitleIsCut(profile: String) throws {
    var count = 0
    for exhibit in Exhibit.all where !exhibit.isHeader {
      var environment = Environment()
      environment.unit = .point
      environment.width = .definite(390)
      environment.profile = profile
      environment.textScale = 2
      let cells = try exhibit.records.map { record in
        try JSONDocument(Array(record.utf8)).withRoot { (root) throws(RPCError) in
          try CellCodec.read(root)
        }
      }
      let style = try Style(
        environment, selection: exhibit.selection, kept: KeptColumns(ColumnNeeds(of: cells)))
      let packed = cells.map { CellRecord($0) }
      let prepared = PreparedCells(packed, for: Preparation(style))
      var layout = CellLayout(style)
      for index in cells.indices {
        layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) {
          row in
          for frame in FrameRenderer.frames(of: row) where frame.slot == .title {
            count += 1
            #expect(!frame.isTruncated, "\(exhibit.name): \(cells[index].title)")
          }
        }
      }
    }
    #expect(count > 20)
  }
}
