import Testing

@testable import CellEngine

/// The gaps between the rows of a cell in points, and where marks and statuses are.
@Suite("Rhythm of rows in points")
struct RhythmTests {
  private func everything(_ cell: inout Cell) {
    cell.subtitle = "Subtitle"
    cell.footnote = "Footnote"
    cell.rating = Rating(value: 3)
    cell.avatars = [Image(initials: "A")]
    cell.info = Status(text: "In stock")
    cell.tags = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    cell.description = "Description"
  }

  /// Rows that are not texts are 8 apart, and lines of tags 4.
  @Test(arguments: [("compose", 4.0), ("ios", 8)])
  func gaps(profile: String, _: Double) throws {
    let row = try PointRow.row(profile, width: 390) {
      everything(&$0)
    } _: {
      $0.tagLines = 2
    }
    let order: [Slot] = [.footnote, .rating, .avatars, .info, .tags, .description]
    let blocks = order.compactMap { slot -> (top: Double, bottom: Double)? in
      let frames = row.frames.filter { $0.slot == slot }
      guard let first = frames.map(\.y).min(), let last = frames.map({ $0.y + $0.height }).max() else {
        return nil
      }
      return (first, last)
    }
    #expect(blocks.count == (profile == "compose" ? 6 : 5))
    for (above, below) in zip(blocks, blocks.dropFirst()) { #expect(below.top - above.bottom == 8) }
    let tags = row.frames.filter { $0.slot == .tags }
    let lines = Set(tags.map(\.y)).sorted()
    #expect(lines.count == 2 && lines[1] - lines[0] - tags[0].height == 4)
  }

  /// Gaps between texts, and between statuses, are on a grid of 4. The open SwiftUI library has 3
  /// between texts.
  @Test(arguments: Profile.all.map(\.name)) func gapsBetweenTexts(profile: String) throws {
    let row = try PointRow.row(profile, width: 600) {
      $0.subtitle = "Subtitle"
      $0.footnote = "Footnote"
      $0.status = [Status(text: "High"), Status(text: "Open")]
    }
    let texts = [Slot.title, .subtitle, .footnote].compactMap { row[$0] }
    #expect(texts.count == 3)
    for (above, below) in zip(texts, texts.dropFirst()) {
      let gap = below.y - above.y - above.height
      #expect(profile == "swiftui" ? gap == 3 : gap.truncatingRemainder(dividingBy: 4) == 0)
    }
    let statuses = row.frames.filter { $0.slot == .status }
    #expect(statuses[1].y - statuses[0].y - statuses[0].height == 4)
  }

  /// The number of hidden avatars is 4 after the last of the others.
  @Test(arguments: ["compose", "ios"]) func gapBeforeHiddenAvatars(profile: String) throws {
    let row = try PointRow.row(profile, width: 200) {
      $0.avatars = (0..<40).map { _ in Image(initials: "A") }
    }
    let avatars = row.frames.filter { $0.slot == .avatars }
    let (last, more) = try (#require(avatars.dropLast().last), #require(avatars.last))
    #expect(more.role == .more && more.x - last.x - last.width == 4)
  }

  // MARK: Marks

  /// Table views of iOS have their accessories, actions and controls in the middle of each row.
  @Test(arguments: ["ios", "ios-classic", "swiftui"], ["disclosure", "action", "control", "contact"])
  func marksAreInTheMiddle(profile: String, mark: String) throws {
    let row = try PointRow.row(profile) {
      $0.subtitle = "Subtitle"
      $0.footnote = "Footnote"
      if mark == "disclosure" { $0.accessory = .disclosure }
      if mark == "action" { $0.actions = [Action(id: "a", title: "Go")] }
      if mark == "contact" {
        $0.kind = .contact
        $0.actions = [Action(id: "call", icon: Icon(name: "call"))]
      }
    } _: {
      if mark == "control" { $0.mode = .edit }
    }
    let slot: Slot = mark == "disclosure" ? .accessory : mark == "control" ? .control : .actions
    guard mark != "control" || row[slot] != nil else { return }
    let frame = try #require(row[slot])
    #expect(abs(frame.middle - row.height / 2) < 0.02)
    #expect(row[.title]?.y == (profile == "swiftui" ? 14 : 11))
  }

  /// A title without other texts is in the middle of its row.
  @Test(arguments: Profile.all.map(\.name)) func aTitleIsInTheMiddle(profile: String) throws {
    let row = try PointRow.row(profile) { $0.image = Image(initials: "AB") }
    for frame in row.frames { #expect(abs(frame.middle - row.height / 2) < 0.02, "\(frame.slot)") }
  }

  /// The unread mark, the first icon and the title have one middle, in rows aligned at the top.
  @Test(arguments: ["compose", "ios", "swiftui"]) func theFirstIconIsOnTheTitlesLine(profile: String) throws {
    let row = try PointRow.row(profile) {
      $0.subtitle = "Subtitle"
      $0.footnote = "Footnote"
      $0.unread = true
      $0.icons = [Icon(name: "flag")]
    }
    #expect(row[.unread]?.middle == row[.title]?.middle)
    if profile == "compose" { #expect(row[.icons]?.middle == row[.title]?.middle) }
    let centred = try PointRow.row("compose") {
      $0.unread = true
      $0.icons = [Icon(name: "flag"), Icon(name: "lock")]
    }
    #expect(centred[.unread]?.middle == centred[.icons]?.middle)
  }

  @Test func aNumberIsCentredOverItsIcons() throws {
    let row = try PointRow.row("android") {
      $0.number = "7"
      $0.icons = [Icon(name: "flag")]
    }
    let line = try #require(row[.number]?.lines.first)
    let icon = try #require(row[.icons])
    #expect(abs(line.x + line.width / 2 - icon.x - icon.width / 2) < 0.02)
  }

  /// A narrow icon is as close to its text as others.
  @Test func anExclamationMarkIsNarrow() throws {
    func gap(_ icon: String) throws -> Double {
      let row = try PointRow.row("ios") {
        $0.status = [Status(text: "High", icon: Icon(name: icon))]
      }
      let parts = try #require(row[.status]).parts
      return parts[1].x - parts[0].x - parts[0].width / 2
    }
    #expect(try gap("priority") == gap("check") - 4)
  }

  // MARK: Statuses

  /// A status is cut to its share of the row only if the title needs the room.
  @Test(arguments: [LengthUnit.column, .point]) func aStatusHasTheRoomOfAShortTitle(unit: LengthUnit) throws {
    let width = unit == .column ? 48.0 : 375
    func status(_ title: String) throws -> Frame? {
      try PointRow.row("compose", width: width) {
        $0.title = title
        $0.status = [Status(text: "Waiting for the supplier")]
      } _: {
        $0.unit = unit
      }[.status]
    }
    #expect(try status("Pump")?.isTruncated == false)
    let long = "A title that has more letters than the row has room for, whatever the status needs"
    let cut = try #require(try status(long))
    #expect(cut.isTruncated && cut.width <= width / 4)
  }
}
