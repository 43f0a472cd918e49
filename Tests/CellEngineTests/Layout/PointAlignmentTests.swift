import Testing

@testable import CellEngine

/// The vertical alignment of slots in points.
@Suite("Alignment in points")
struct PointAlignmentTests {
  /// In a row of one text, every slot is centred: icon, image, title and accessory. The status
  /// shares the baseline of the title.
  @Test(arguments: Profile.all.map(\.name), [nil, "AB"] as [String?])
  func oneTextIsCentred(profile: String, image: String?) throws {
    let row = try PointRow.row(profile) {
      $0.status = [Status(text: "Open")]
      $0.icons = [Icon(name: "flag")]
      $0.image = image.map { Image(initials: $0) }
      $0.accessory = profile == "swiftui" ? .disclosure : .detail
    }
    for frame in row.frames where frame.slot != .status {
      #expect(abs(frame.middle - row.height / 2) < 0.02, "\(frame)")
    }
    #expect(row[.status]?.lines[0].baseline == row[.title]?.lines[0].baseline)
  }

  @Test(arguments: ["compose", "android"])
  func twoTextsAreCentred(profile: String) throws {
    let row = try PointRow.row(profile) {
      $0.subtitle = "Subtitle"
      $0.status = [Status(text: "Open")]
      $0.icons = [Icon(name: "flag"), Icon(name: "lock")]
      $0.image = Image(initials: "AB")
      $0.accessory = .detail
    }
    #expect(row.height == 72 && row[.image]?.y == 16 && row[.accessory]?.y == 24)
    let title = try #require(row[.title])
    let subtitle = try #require(row[.subtitle])
    #expect(title.y + subtitle.y + subtitle.height == 72)
    #expect(row[.status]?.middle == 36)
    #expect(row.frames.filter { $0.slot == .icons }.map(\.y) == [20, 36])
  }

  /// Rows of three texts are aligned to the top. So are rows with a description column in the open
  /// SwiftUI library.
  @Test func otherRowsStandAtTheTop() throws {
    let three = try PointRow.row("compose") {
      $0.subtitle = "Subtitle"
      $0.footnote = "Footnote"
      $0.image = Image(initials: "AB")
      $0.status = [Status(text: "Open")]
    }
    for slot in [Slot.title, .image] { #expect(three[slot]?.y == 12) }
    #expect(three[.status]?.lines[0].baseline == three[.title]?.lines[0].baseline)
    let column = try PointRow.row("swiftui", width: 1_000) {
      $0.description = "Description"
      $0.image = Image(initials: "AB")
      $0.status = [Status(text: "Open")]
    } _: {
      $0.split = 0.4
    }
    for slot in [Slot.title, .image] { #expect(column[slot]?.y == 14) }
    for slot in [Slot.status, .description] {
      #expect(column[.title]?.lines[0].baseline == column[slot]?.lines[0].baseline)
    }
  }

  /// The image column of a list is as wide as its largest image. Smaller images are centred in it.
  @Test(arguments: [("ios", 60.0), ("ios-classic", 60), ("compose", 40), ("swiftui", 60)])
  func titlesOfAListAlign(profile: String, largest: Double) throws {
    func image(_ size: Double?) -> Image { Image(initials: "AB", size: size) }
    let cells = [image(16), image(60), image(nil), nil].enumerated().map { index, image in
      var cell = Cell(id: "\(index)", title: "Title")
      cell.image = image
      return cell
    }
    let rows = try PointRow.rows(cells, profile)
    let gap = profile == "compose" ? 16.0 : 12
    for row in rows {
      #expect(row[.title]?.x == 16 + largest + gap)
      if let image = row[.image] {
        #expect(image.width == image.height && image.x + image.width / 2 == 16 + largest / 2)
      }
    }
    let small = try PointRow.rows([cells[0], cells[3]], profile)
    let edge = try #require(small[0][.image]).width
    #expect(small.allSatisfy { $0[.title]?.x == 16 + edge + gap })
  }

  /// The columns of a table start at the same x next to statuses of any width, and none.
  @Test(arguments: Profile.all.map(\.name), [700.0, 1_000])
  func columnsOfATableAlign(profile: String, width: Double) throws {
    let cells = [[], ["Open"], ["Very high", "WWWW"]].enumerated().map { index, statuses in
      var cell = Cell(id: "\(index)", title: "Title")
      cell.kind = .grid
      cell.columns = [
        GridColumn(text: "WO-11482", width: .rest), GridColumn(text: "Pump", width: .fraction(0.3)),
        GridColumn(text: "Plant 1010", width: .fixed(120)),
      ]
      cell.status = statuses.map { Status(text: $0) }
      return cell
    }
    let rows = try PointRow.rows(cells, profile, width: width)
    let starts = rows.map { row in row.frames.filter { $0.slot != .status }.map(\.x) }
    #expect(Set(starts).count == 1 && starts[0].count == 3, "\(starts)")
    for row in rows {
      let end = row.frames.filter { $0.slot != .status }.map { $0.x + $0.width }.max() ?? 0
      #expect(end <= row[.status]?.x ?? width)
    }
  }

  /// The image of a contact is 45 dp in every profile. The image of a person is round if the
  /// profile has a size for it.
  @Test(arguments: Profile.all.map(\.name))
  func imagesOfContactsAndPersons(profile: String) throws {
    let contact = try PointRow.row(profile) {
      $0.kind = .contact
      $0.image = Image(initials: "AB", person: true, size: 30)
    }
    #expect(contact[.image]?.width == 45 && contact[.image]?.height == 45)
    #expect(contact.diagnostics.contains("image: a contact's is drawn at 45 dp"))
    let person = try PointRow.row(profile) {
      $0.image = Image(initials: "AB", shape: .square, person: true)
    }
    let isRound = profile == "ios-classic"
    guard case .image(let round, _, _)? = person[.image]?.parts.first?.content else {
      Issue.record("no image")
      return
    }
    #expect(round == isRound)
    #expect(
      person.diagnostics == (isRound ? ["image: profile ios-classic draws a person round"] : []))
  }

  /// Statuses are next to the texts above a description, and not next to the description.
  @Test func statusesStandBesideWhatIsAboveADescription() throws {
    let row = try PointRow.row("compose") {
      $0.description = "Description"
      $0.status = [Status(text: "Open")]
    }
    let title = try #require(row[.title])
    #expect(row[.status]?.middle == title.middle && row[.description]?.y == title.y + title.height + 4)
  }

  /// Actions are on the line of a status, whatever is below or next to the title.
  @Test(arguments: ["compose", "android"], [375.0, 700, 1_100])
  func actionsShareTheLineOfAStatus(profile: String, width: Double) throws {
    for (subtitle, footnote, description) in [
      (nil, nil, nil), ("Subtitle", nil, nil), (nil, nil, "Description"), ("Subtitle", nil, "Description"),
      ("Subtitle", "Footnote", nil), ("Subtitle", "Footnote", String(repeating: "Description ", count: 60)),
    ] as [(String?, String?, String?)] {
      let row = try PointRow.row(profile, width: width) {
        $0.subtitle = subtitle
        $0.footnote = footnote
        $0.description = description
        $0.image = Image(initials: "AB")
        $0.status = [Status(text: "Open")]
        $0.actions = [Action(id: "accept", title: "Accept")]
        $0.accessory = .detail
      }
      let status = try #require(row[.status])
      for slot in [Slot.actions, .accessory] {
        let mark = try #require(row[slot])
        // A status of one line of text shares its baseline, which is not the middle of the line.
        #expect(abs(mark.middle - status.middle) <= 4, "\(mark) \(status)")
        #expect(mark.y >= 0 && mark.y + mark.height <= row.height)
      }
    }
  }

  /// Texts below the title have the width of the row unless actions are higher than the title.
  @Test(arguments: ["compose", "android"], [328.0, 360, 412])
  func actionsDoNotNarrowTheTextsBelow(profile: String, width: Double) throws {
    let long = String(repeating: "Maintenance of the lift ", count: 12)
    let row = try PointRow.row(profile, width: width) {
      $0.title = long
      $0.subtitle = long
      $0.footnote = long
      $0.description = profile == "compose" ? long : nil
      $0.status = [Status(text: "Open")]
      $0.actions = [
        Action(id: "call", icon: Icon(name: "call")), Action(id: "more", icon: Icon(name: "add")),
      ]
    }
    let title = try #require(row[.title])
    let status = try #require(row[.status])
    #expect(title.x + title.width <= status.x)
    let texts = row.frames.filter { [.subtitle, .footnote, .caption, .description].contains($0.slot) }
    #expect(texts.count == (profile == "compose" ? 3 : 2))
    for text in texts {
      #expect(text.x + text.width == width - 16, "\(text)")
      for mark in row.frames where [.actions, .status].contains(mark.slot) {
        #expect(mark.y + mark.height <= text.y, "\(mark) \(text)")
      }
    }
  }

  /// Two texts are centred next to their actions, so both are beside them.
  @Test func twoTextsEndBeforeTheirActions() throws {
    let row = try PointRow.row("compose", width: 360) {
      $0.subtitle = String(repeating: "Subtitle ", count: 12)
      $0.actions = [Action(id: "call", icon: Icon(name: "call"))]
    }
    let subtitle = try #require(row[.subtitle])
    let action = try #require(row[.actions])
    #expect(subtitle.x + subtitle.width <= action.x)
  }
}
