import Testing

@testable import CellEngine

/// Rows with large text: images and icons are above the title, statuses and actions below it.
@Suite("Large text in points")
struct LargeTextTests {
  private func row(_ profile: String, scale: Double, width: Double = 390) throws -> PointRow {
    try PointRow.row(profile, width: width) {
      $0.title = "Pump station seven, vibration alarm"
      $0.subtitle = "WO-1043"
      $0.image = Image(initials: "PS")
      $0.icons = [Icon(name: "flag")]
      $0.status = [Status(text: "Very high"), Status(text: "In progress")]
      $0.accessory = .disclosure
    } _: {
      $0.textScale = scale
    }
  }

  @Test(arguments: Profile.all.map(\.name), [1.5, 2, 3]) func slotsAreStacked(profile: String, scale: Double)
    throws
  {
    let row = try row(profile, scale: scale)
    let title = try #require(row[.title])
    let image = try #require(row[.image])
    #expect(image.y + image.height < title.y && row[.icons]?.middle == image.middle)
    for status in row.frames where status.slot == .status {
      #expect(status.y > title.y + title.height && status.x == title.x && !status.isTruncated)
    }
    #expect(!title.isTruncated && title.lines.count > 1)
  }

  @Test(arguments: Profile.all.map(\.name)) func slotsAreNextToEachOtherInWideRows(profile: String) throws {
    for (scale, width) in [(1.4, 390.0), (1.5, 1_200)] {
      let row = try row(profile, scale: scale, width: width)
      let title = try #require(row[.title])
      let image = try #require(row[.image])
      #expect(image.x + image.width < title.x && (row[.status]?.x ?? 0) >= title.x + title.width)
    }
  }

  /// Icons are next to each other, and numbers and unread marks among them.
  @Test(arguments: Profile.all.map(\.name)) func iconsAreInALine(profile: String) throws {
    let row = try PointRow.row(profile, width: 390) {
      $0.subtitle = "Subtitle"
      $0.unread = true
      $0.icons = [Icon(name: "flag"), Icon(name: "lock")]
    } _: {
      $0.textScale = 2
    }
    let icons = row.frames.filter { $0.slot == .icons || $0.slot == .unread }
    #expect(icons.count >= 2 && Set(icons.map(\.middle)).count == 1)
    for (icon, next) in zip(icons, icons.dropFirst()) { #expect(next.x == icon.x + icon.width + 8) }
  }

  /// Actions that are too wide for the row move into the menu.
  @Test func actionsFitBelow() throws {
    let row = try PointRow.row("compose", width: 390) {
      $0.actions = ["Approve", "Reject", "Forward"].map { Action(id: $0, title: $0) }
    } _: {
      $0.textScale = 3
    }
    let actions = row.frames.filter { $0.slot == .actions }
    #expect(!actions.isEmpty && actions.allSatisfy { $0.x + $0.width <= 390 - 16 })
    #expect(actions.allSatisfy { $0.y > (row[.title]?.y ?? 0) })
  }

  /// In a compact header, the image is above the title, and the statuses are below it, not cut. In
  /// smaller text, the first of them is on the baseline of the title.
  @Test(arguments: Profile.all.map(\.name), [1.4, 1.5, 2]) func statusesOfAHeader(
    profile: String, scale: Double
  ) throws {
    var cell = Cell(id: "1", title: "Pump station 7")
    cell.subtitle = "Plant Hamburg"
    cell.tags = ["Pump"]
    cell.image = Image(initials: "PS")
    cell.status = [Status(text: "Very high", state: .negative), Status(text: "In process")]
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = .definite(390)
    environment.textScale = scale
    let style = try Style(environment)
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(style))
    var layout = CellLayout(style)
    var frames: [Frame] = []
    layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: 0) { row, _, _ in
      frames = FrameRenderer.frames(of: row)
    }
    let title = try #require(frames.first { $0.slot == .title })
    let statuses = frames.filter { $0.slot == .status }
    let image = try #require(frames.first { $0.slot == .image })
    #expect(statuses.count == 2)
    if scale < 1.5 {
      #expect(image.x + image.width < title.x)
      #expect(statuses[0].lines.first?.baseline == title.lines.first?.baseline)
      #expect(statuses.allSatisfy { $0.x >= title.x + title.width })
    } else {
      #expect(statuses.allSatisfy { $0.x == title.x && $0.y > title.y && !$0.isTruncated })
      #expect(image.y + image.height < title.y && title.x == image.x)
      let tags = try #require(frames.first { $0.slot == .tags })
      #expect(statuses.allSatisfy { $0.y + $0.height < tags.y })
    }
  }
}
