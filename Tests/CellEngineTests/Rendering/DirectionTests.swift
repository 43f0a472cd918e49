import Testing

@testable import CellEngine

/// In a row from right to left, each text keeps the direction of its first strong character.
@Suite("Directions of texts")
struct DirectionTests {
  @Test(arguments: [LengthUnit.column, .point]) func textsKeepTheirDirection(unit: LengthUnit) throws {
    let cells = [
      ("Monthly task.", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "Open"),
      ("\u{5E9}\u{5DC}\u{5D5}\u{5DD} 7", "-5 \u{B0}C", "\u{5E4}\u{5EA}\u{5D5}\u{5D7}"),
    ].map { title, subtitle, status in
      var cell = Cell(id: title, title: title)
      cell.subtitle = subtitle
      cell.tags = [status]
      cell.status = [Status(text: status, icon: Icon(name: "flag"))]
      return cell
    }
    for direction in [Environment.Direction.auto, .rtl] {
      let rows = try PointRow.rows(cells, "compose", width: unit == .column ? 60 : 390) {
        $0.unit = unit
        $0.direction = direction
      }
      func isRightToLeft(_ row: Int, _ slot: Slot) -> Bool? { rows[row][slot]?.lines[0].isRightToLeft }
      #expect(isRightToLeft(0, .title) == false && isRightToLeft(0, .subtitle) == true)
      #expect(isRightToLeft(0, .status) == false && isRightToLeft(0, .tags) == false)
      #expect(isRightToLeft(1, .title) == true && isRightToLeft(1, .subtitle) == false)
      #expect(isRightToLeft(1, .status) == true && isRightToLeft(1, .tags) == true)
    }
  }

  /// The slots of a row are mirrored, and texts begin at its right edge.
  @Test func textsBeginAtTheLeadingEdge() throws {
    let row = try PointRow.row("compose", width: 390) {
      $0.title = "Title"
      $0.status = [Status(text: "High", icon: Icon(name: "flag"))]
    } _: {
      $0.direction = .rtl
    }
    let title = try #require(row[.title]?.lines.first)
    #expect(title.x + title.width == 390 - 16)
    let status = try #require(row[.status])
    #expect(status.x == 16 && status.parts[0].x > status.parts[1].x)
  }
}
