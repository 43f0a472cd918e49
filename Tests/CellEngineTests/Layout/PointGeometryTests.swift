import Testing

@testable import CellEngine

/// The distances of rows in points, from the guideline and its libraries.
@Suite("Geometry in points")
struct PointGeometryTests {
  struct Row {
    var height: Double
    var frames: [Frame]

    subscript(slot: Slot) -> Frame? { frames.first { $0.slot == slot } }
  }

  private func row(
    _ profile: String, width: Double = 375, _ change: (inout Cell) -> Void = { _ in },
    _ set: (inout Environment) -> Void = { _ in }
  ) throws -> Row {
    var cell = Cell(id: "1", title: "Title")
    change(&cell)
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = .definite(width)
    set(&environment)
    let resolved = try Style(environment, kept: KeptColumns())
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var outcome = Row(height: 0, frames: [])
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      outcome = Row(height: Double(row.height) / 64, frames: FrameRenderer.frames(of: row))
    }
    return outcome
  }

  private func rows(_ count: Int) -> (inout Cell) -> Void {
    {
      if count > 1 { $0.subtitle = "Subtitle" }
      if count > 2 { $0.footnote = "Footnote" }
    }
  }

  @Test func swiftUIHeights() throws {
    #expect(try row("swiftui").height == 50)
    #expect(try row("swiftui") { $0.image = Image(initials: "A") }.height == 73)
    let three = try row("swiftui", rows(3))
    #expect(three.height == 98)
    #expect(three[.title]?.y == 14 && three[.subtitle]?.y == 39 && three[.footnote]?.y == 64)
  }

  @Test(arguments: ["compose", "android"], [(1, 56.0), (2, 72), (3, 88)])
  func materialHeights(profile: String, expected: (Int, Double)) throws {
    #expect(try row(profile, rows(expected.0)).height == expected.1)
  }

  @Test(arguments: ["ios", "ios-classic"])
  func iOSHeights(profile: String) throws {
    #expect(try row(profile).height == 44)
    #expect(try row(profile, rows(3)).height == 11 + 22 + 4 + 20 + 4 + 18 + 11)
  }

  /// A title with a description of two lines has three lines. A rating is one line.
  @Test func everyLineCounts() throws {
    let below = try row("compose") { $0.description = "One line,\nand another." }
    #expect(below.height == 92 && below[.title]?.y == 12)
    let rated = try row("compose", rows(2)) { _ in }
    #expect(rated.height == 72)
    let three = try row("compose") {
      $0.subtitle = "Subtitle"
      $0.rating = Rating(value: 3)
    }
    #expect(three.height == 12 + 24 + 20 + 8 + 16 + 12 && three[.title]?.y == 12)
  }

  @Test func materialRowsOfTwoTextsAreCentred() throws {
    let two = try row("compose", rows(2))
    #expect(two[.title]?.y == 14 && two[.subtitle]?.y == 38)
    let three = try row("compose", rows(3))
    #expect(three[.title]?.y == 12)
  }

  @Test(
    "margins, icons and image stand at the profile's distances",
    arguments: [("compose", 16.0, 16.0, 40.0, 16.0), ("ios", 16, 16, 44, 12), ("swiftui", 16, 14, 45, 12)])
  func leading(profile: String, margin: Double, icon: Double, image: Double, gap: Double) throws {
    let row = try row(profile) {
      $0.icons = [Icon(name: "flag")]
      $0.image = Image(initials: "A")
    }
    #expect(row[.icons]?.x == margin && row[.icons]?.width == icon)
    #expect(
      row[.image]?.x == margin + icon + 8 && row[.image]?.width == image && row[.image]?.height == image)
    #expect(row[.title]?.x == margin + icon + 8 + image + gap)
  }

  @Test func marginsGrowWithTheClass() throws {
    for (profile, compact, wide) in [("compose", 16.0, 24.0), ("ios", 16, 20), ("swiftui", 16, 20)] {
      #expect(try row(profile, width: 375)[.title]?.x == compact)
      #expect(try row(profile, width: 900)[.title]?.x == wide)
      #expect(try row(profile, { _ in }) { $0.margins = false }[.title]?.x == 0)
    }
  }

  @Test func imagesKeepTheirBounds() throws {
    func edge(_ profile: String, _ size: Double?, person: Bool = false) throws -> Double? {
      try row(profile) { $0.image = Image(initials: "A", person: person, size: size) }[.image]?.width
    }
    #expect(try edge("ios", 80) == 60 && edge("ios", 8) == 16 && edge("ios", 30) == 30)
    #expect(try edge("ios-classic", 20) == 28 && edge("ios-classic", 60, person: true) == 45)
    #expect(try edge("android", 60) == 40)
  }

  @Test func statusesStandAtTheRight() throws {
    let row = try row("swiftui", rows(3)) { _ in }
    #expect(row[.status] == nil)
    let two = try self.row("swiftui") {
      $0.subtitle = "Subtitle"
      $0.status = [Status(text: "High"), Status(text: "Open")]
    }
    let statuses = two.frames.filter { $0.slot == .status }
    #expect(statuses.map(\.width) == [30, 30])
    #expect(statuses.allSatisfy { $0.x + $0.width == 375 - 16 })
    let baselines = statuses.map { $0.lines[0].baseline }
    #expect(baselines == [try #require(two[.title]).lines[0].baseline, baselines[0] + 24])
  }

  @Test func ratingTagsAndAvatars() throws {
    let row = try row("compose", width: 600) {
      $0.rating = Rating(value: 3)
      $0.tags = ["one", "two"]
      $0.avatars = [Image(initials: "A"), Image(initials: "B")]
    }
    #expect(row[.rating]?.width == 104)
    let tags = row.frames.filter { $0.slot == .tags }
    #expect(tags.map(\.width) == [26, 26])
    #expect(tags[1].x - tags[0].x - tags[0].width == 10)
    let avatars = row.frames.filter { $0.slot == .avatars }
    #expect(avatars.map(\.width) == [16, 16] && avatars[1].x - avatars[0].x == 14)
  }

  @Test func avatarsOfIOSCoverHalfOfEachOther() throws {
    let row = try row("ios") {
      $0.avatars = ["A", "B", "C"].map { Image(initials: $0) }
      $0.subtitle = "Subtitle"
    }
    let avatars = row.frames.filter { $0.slot == .avatars }
    #expect(avatars.map(\.width) == [45, 45, 45] && avatars.map(\.height) == [45, 45, 45])
    #expect(avatars.map(\.x) == [16, 38.5, 61])
    #expect(row.height == 11 + 22 + 4 + 20 + 8 + 45 + 11)
  }

  @Test func activitiesOfAContactAre25WideAnd29Apart() throws {
    let row = try row("swiftui") {
      $0.kind = .contact
      $0.actions = ["call", "mail", "video"].map { Action(id: $0, icon: Icon(name: $0)) }
    }
    let actions = row.frames.filter { $0.slot == .actions }
    #expect(actions.map(\.width) == [25, 25, 25])
    #expect(actions[1].x - actions[0].x == 29 && actions[2].x + 25 == 375 - 16)
  }

  /// In the open SwiftUI library, the split is a share of the whole row: W·p, 24, description, 24,
  /// status, margin.
  @Test func swiftUISplitsTheWholeRow() throws {
    let row = try row("swiftui", width: 1_000) {
      $0.description = "Description"
      $0.image = Image(initials: "A")
      $0.status = [Status(text: "High")]
    } _: {
      $0.split = 0.4
    }
    let title = try #require(row[.title])
    let description = try #require(row[.description])
    let status = try #require(row[.status])
    #expect(title.x + title.width == 400 && description.x == 424)
    #expect(status.x - description.x - description.width == 24 && status.x + status.width == 1_000 - 20)
  }

  /// The title, the description column and the statuses have the same first baseline. The image is
  /// at the top.
  @Test(arguments: [1, 1.5]) func firstBaselinesAreAligned(_ scale: Double) throws {
    let row = try row("swiftui", width: 1_200) {
      $0.subtitle = "Subtitle"
      $0.description = "Description"
      $0.status = [Status(text: "High")]
      $0.image = Image(initials: "A")
    } _: {
      $0.split = 0.4
      $0.textScale = scale
    }
    let title = try #require(row[.title])
    let description = try #require(row[.description])
    #expect(title.lines[0].baseline == description.lines[0].baseline && description.y > title.y)
    #expect(row[.status]?.lines[0].baseline == title.lines[0].baseline && row[.image]?.y == 14)
  }

  /// Marks and actions are next to the title, with the height of its line.
  @Test(arguments: [("compose", 24.0), ("ios", 22), ("swiftui", 22)])
  func marksAreAsHighAsTheTitle(profile: String, height: Double) throws {
    let row = try row(profile) {
      $0.accessory = .menu
      $0.unread = true
    } _: {
      $0.mode = .edit
    }
    #expect(row[.accessory]?.height == height && row[.accessory]?.y == row[.title]?.y)
    #expect(row.height == (profile == "compose" ? 56 : profile == "ios" ? 44 : 50))
  }

  /// A row that was not laid out is assumed to have three texts.
  @Test func typicalHeights() throws {
    func height(_ unit: LengthUnit, _ profile: String) throws -> Int {
      var environment = Environment()
      environment.unit = unit
      environment.profile = profile
      return try Style(environment).typicalRowHeight
    }
    #expect(try height(.column, "compose") == 3)
    #expect(try height(.point, "compose") == 88 * 64 && height(.point, "swiftui") == 98 * 64)
  }

  /// Marks that are narrower than their room are centred in it.
  @Test func marksStandInTheMiddle() throws {
    let row = try row("ios") {
      $0.icons = [Icon(text: "!")]
      $0.actions = [Action(id: "call", icon: Icon(name: "call"))]
    }
    for frame in [row[.icons], row[.actions]] {
      let frame = try #require(frame)
      let line = frame.lines[0]
      #expect(line.width <= frame.width)
      #expect(abs(line.x - frame.x - (frame.x + frame.width - line.x - line.width)) < 0.05)
    }
  }

  @Test func atLeastSixteenBeforeAnAction() throws {
    let row = try row("swiftui") {
      $0.title = "A title that is long enough to need all of the room that it has beside the action"
      $0.actions = [Action(id: "go", title: "Go")]
    }
    let title = try #require(row[.title])
    #expect(row[.actions]?.x == title.x + title.width + 16)
  }

  /// The view is narrower than a letter, and a title of two lines is still wrapped.
  @Test func aViewNarrowerThanALetter() throws {
    let row = try row("swiftui", width: 3) { _ in
    } _: {
      $0.margins = false
      $0.titleLines = 2
    }
    #expect(row[.title]?.lines.allSatisfy { $0.text.isEmpty } == true)
  }

  @Test func largeTextGrowsLinesAndIconsButNoDistances() throws {
    let row = try row("swiftui", rows(3)) { $0.textScale = 2 }
    #expect(row.height == 14 + 44 + 3 + 44 + 3 + 40 + 14)
    #expect(row[.title]?.x == 16)
  }

  @Test func aKeyIsEightAboveItsValue() throws {
    let row = try row("swiftui") {
      $0.kind = .keyValue
      $0.subtitle = "Value"
    }
    let key = try #require(row[.title])
    #expect(row[.subtitle]?.y == key.y + key.height + 8)
  }

  @Test func wideHeaders() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.subtitle = "Subtitle"
    cell.description = "A description in the middle."
    cell.image = Image(initials: "A")
    cell.status = [Status(text: "High")]
    var environment = Environment()
    environment.unit = .point
    environment.profile = "ios"
    environment.width = .definite(1_000)
    let resolved = try Style(environment)
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(resolved))
    var layout = CellLayout(resolved)
    var frames: [Frame] = []
    layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: 0) { row, _, _ in
      frames = FrameRenderer.frames(of: row)
      #expect(row.height == 64 * (18 + 70 + 18))
    }
    func frame(_ slot: Slot) -> Frame? { frames.first { $0.slot == slot } }
    #expect(frame(.image)?.width == 70 && frame(.image)?.y == 18)
    #expect(frame(.title)?.height == 25 && frame(.subtitle)?.y == 18 + 25 + 4)
    #expect(frame(.description)?.width == 312)
    let title = try #require(frame(.title))
    #expect((frame(.description)?.x ?? 0) - title.x - title.width >= 48)
  }
}
