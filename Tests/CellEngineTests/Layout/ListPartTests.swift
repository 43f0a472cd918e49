import Testing

@testable import CellEngine

/// Sections, empty states and skeletons: the rows of a list that are not objects.
@Suite("Parts of a list that are not objects")
struct ListPartTests {
  private struct Outcome {
    var frames: [Frame] = []
    var label = ""
    var diagnostics: [String] = []
    var height = 0.0
    var separator: Int32 = 0
    var isSelected = false
    var markdown = ""
    var html = ""
  }

  private func row(_ cell: Cell, _ environment: Environment, kept: KeptColumns? = nil) throws -> Outcome {
    let style = try Style(
      environment, selection: .multiple, kept: kept ?? KeptColumns(ColumnNeeds(of: [cell])))
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(style))
    var layout = CellLayout(style)
    var outcome = Outcome()
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      var (markdown, html): ([UInt8], [UInt8]) = ([], [])
      MarkdownRenderer().append(row, to: &markdown)
      HTMLRenderer().append(row, to: &html)
      outcome = Outcome(
        frames: FrameRenderer.frames(of: row), label: row.label, diagnostics: row.diagnostics,
        height: Double(row.contentHeight) / Double(style.unit.layoutUnits), separator: row.separatorHeight,
        isSelected: row.isSelected, markdown: String(decoding: markdown, as: UTF8.self),
        html: String(decoding: html, as: UTF8.self))
    }
    return outcome
  }

  private func environment(_ profile: Profile, width: Double, unit: LengthUnit = .point) -> Environment {
    var environment = Environment()
    environment.profile = profile.name
    environment.unit = unit
    environment.width = .definite(width)
    environment.separator = .line
    return environment
  }

  private func cell(_ kind: Cell.Kind, _ title: String = "Overdue") -> Cell {
    var cell = Cell(id: "1", title: title)
    cell.kind = kind
    return cell
  }

  private static let textScales = [1, 1.25, 1.5, 1.75, 2]

  // MARK: Sections

  @Test(arguments: Profile.all)
  func aSectionHasTheHeightOfItsProfile(_ profile: Profile) throws {
    var section = cell(.section)
    section.count = 12
    let outcome = try row(section, environment(profile, width: 375))
    let text = profile.texts.section.lineHeight
    #expect(
      outcome.height
        == max(profile.listParts.section.leastHeight, text + 2 * profile.listParts.section.padding))
    #expect(outcome.separator == 0)
    let count = try #require(outcome.frames.first { $0.slot == .count })
    #expect(count.x + count.width == 375 - profile.distances.compactMargin)
    let title = try #require(outcome.frames.first { $0.slot == .title })
    #expect(title.x == profile.distances.compactMargin && title.x + title.width <= count.x)
    #expect(title.lines[0].baseline == count.lines[0].baseline)
  }

  @Test func aCountGivesItsRoomToTheTitle() throws {
    var section = cell(.section, "Overdue orders")
    section.count = 1_234
    let narrow = try row(section, environment(.ios, width: 14, unit: .column))
    #expect(narrow.frames.map(\.slot) == [.title] && narrow.frames[0].lines[0].text == "Overdue orders")
    let wide = try row(section, environment(.ios, width: 15, unit: .column))
    #expect(wide.frames.map { $0.lines[0].text } == ["Overdue…", "(1234)"])
  }

  @Test(arguments: [(0, "Overdue, 0 items"), (1, "Overdue, 1 item"), (12, "Overdue, 12 items")])
  func aCountIsSpoken(_ count: Int, _ label: String) throws {
    var section = cell(.section)
    section.count = count
    #expect(try row(section, environment(.compose, width: 48, unit: .column)).label == label)
  }

  @Test(arguments: ["A #", "#", "C\\#", "1. First", "", "a*b", "##"])
  func aHeadingIsNoOtherMarkup(_ title: String) throws {
    let outcome = try row(cell(.section, title), environment(.compose, width: 48, unit: .column))
    let heading = outcome.markdown.dropFirst(3).drop { $0 == " " }.dropLast()
    #expect(outcome.markdown.hasPrefix("###"))
    // Without its backslashes it is the title again.
    var plain = ""
    var isEscaped = false
    for letter in heading {
      if letter == "\\", !isEscaped { isEscaped = true } else { plain.append(letter); isEscaped = false }
    }
    #expect(plain == title)
    #expect(!heading.hasSuffix("#") || heading.hasSuffix("\\#"))
  }

  // MARK: Empty states

  /// All parts of an empty state are in the middle of the row, from top to bottom.
  @Test(arguments: Profile.all, textScales)
  func anEmptyStateIsCentred(_ profile: Profile, _ scale: Double) throws {
    var message = cell(.empty, "No work orders found")
    message.description = "No work order fits the filter. Remove a part of it to see more."
    message.icons = [Icon(name: "search")]
    message.actions = [Action(id: "a", title: "Reset filter")]
    for width in [200.0, 375, 600, 1_024] {
      var environment = environment(profile, width: width)
      environment.textScale = scale
      let outcome = try row(message, environment)
      #expect(outcome.frames.map(\.slot) == [.image, .title, .description, .actions])
      for frame in outcome.frames {
        for line in frame.lines { #expect(abs(line.x + line.width / 2 - width / 2) < 0.05) }
        #expect(frame.x >= 0 && frame.x + frame.width <= width)
        #expect(abs(frame.x + frame.width / 2 - width / 2) < 0.05)
      }
      for (upper, lower) in zip(outcome.frames, outcome.frames.dropFirst()) {
        #expect(upper.y + upper.height <= lower.y)
      }
      let padding = profile.listParts.emptyState.padding
      #expect(outcome.frames[0].y == padding)
      #expect(abs(outcome.frames[3].y + outcome.frames[3].height + padding - outcome.height) < 0.05)
    }
  }

  @Test func anEmptyStateHasOneAction() throws {
    var message = cell(.empty)
    message.actions = [Action(id: "a", title: "Create"), Action(id: "b", title: "Reset")]
    let outcome = try row(message, environment(.ios, width: 375))
    #expect(outcome.frames.compactMap(\.widget?.id) == ["a"])
    #expect(outcome.diagnostics == ["actions: an empty state shows one action, so the others are left out"])
  }

  // MARK: Skeletons

  /// A skeleton is as high as an object of two texts, and its bars are where the texts are.
  @Test(arguments: Profile.all, textScales)
  func aSkeletonHasTheShapeOfAnObject(_ profile: Profile, _ scale: Double) throws {
    var object = Cell(id: "1", title: "Pump station 7")
    object.subtitle = "WO-11482"
    object.image = Image(initials: "PS")
    let kept = KeptColumns(ColumnNeeds(of: [object, cell(.skeleton)]))
    for width in [375.0, 1_024] {
      var environment = environment(profile, width: width)
      environment.textScale = scale
      let skeleton = try row(cell(.skeleton, ""), environment, kept: kept)
      let loaded = try row(object, environment, kept: kept)
      #expect(skeleton.height == loaded.height && skeleton.separator == loaded.separator)
      for slot in [Slot.image, .title, .subtitle] {
        let bar = try #require(skeleton.frames.first { $0.slot == slot })
        let frame = try #require(loaded.frames.first { $0.slot == slot })
        #expect(bar.x == frame.x && bar.y >= frame.y && bar.width <= frame.width, "\(slot)")
        #expect(bar.y + bar.height <= frame.y + frame.height, "\(slot)")
        #expect(bar.parts.map(\.content) == [.placeholder] && bar.role == .placeholder)
      }
    }
  }

  @Test func aSkeletonHasAnImageAsItsListHas() throws {
    var object = Cell(id: "1", title: "Pump station 7")
    func hasImage(in cells: [Cell]) throws -> Bool {
      let kept = KeptColumns(ColumnNeeds(of: cells))
      return try row(cells[0], environment(.compose, width: 48, unit: .column), kept: kept)
        .frames.contains { $0.slot == .image }
    }
    #expect(try hasImage(in: [cell(.skeleton)]))
    #expect(try hasImage(in: [cell(.skeleton), cell(.section)]))
    #expect(try !hasImage(in: [cell(.skeleton), object]))
    object.image = Image(initials: "PS")
    #expect(try hasImage(in: [cell(.skeleton), object]))
  }

  @Test func aSkeletonIsSpoken() throws {
    let environment = environment(.compose, width: 48, unit: .column)
    #expect(try row(cell(.skeleton, ""), environment).label == "loading")
    #expect(try row(cell(.skeleton, "Loading pumps"), environment).label == "Loading pumps")
  }

  // MARK: All

  /// Content that a section, an empty state or a skeleton leaves out is noted, and needs no column.
  @Test(arguments: Cell.Kind.allCases.filter { !$0.isObject })
  func whatIsLeftOutIsNoted(_ kind: Cell.Kind) throws {
    let bare = cell(kind)
    let plain = try row(bare, environment(.ios, width: 48, unit: .column))
    #expect(plain.diagnostics.isEmpty)
    for slot in Slot.filled {
      var filled = bare
      SlotContent(slot)?.fill(&filled)
      let needs = ColumnNeeds(of: filled)
      #expect(needs == ColumnNeeds(of: bare), "\(slot)")
      let outcome = try row(filled, environment(.ios, width: 48, unit: .column))
      let shown: Set<Slot> =
        switch kind {
        case .empty: [.description, .image, .icons, .actions]
        // A chevron shows that the cells of a section are hidden.
        case .section: [.accessory]
        default: []
        }
      if shown.contains(slot) {
        #expect(outcome.frames.count > plain.frames.count, "\(slot)")
      } else {
        #expect(outcome.frames == plain.frames && outcome.diagnostics.count == 1, "\(slot)")
        #expect(outcome.diagnostics[0].hasPrefix("\(slot.rawValue): "))
      }
    }
  }

  @Test(arguments: Cell.Kind.allCases.filter { !$0.isObject })
  func nothingCanBeSelectedOrOpened(_ kind: Cell.Kind) throws {
    var part = cell(kind)
    part.accessory = .disclosure
    part.href = "https://example.com"
    part.unread = true
    part.menu = [.whole(Action(id: "a", title: "A"))]
    var environment = environment(.ios, width: 375)
    environment.mode = .edit
    let outcome = try row(part, environment)
    #expect(outcome.frames.allSatisfy { $0.widget == nil && $0.slot != .control && $0.slot != .unread })
    #expect(!outcome.isSelected && !outcome.html.contains("example.com"))
    #expect(part.knownActions.isEmpty)
  }

  @Test func pagesSpeakOfParts() throws {
    var section = cell(.section)
    section.count = 2
    let environment = environment(.ios, width: 375)
    #expect(
      try row(section, environment).html.contains(
        #"role="heading" aria-level="3" aria-label="Overdue, 2 items""#))
    #expect(
      try row(cell(.skeleton, ""), environment).html.hasPrefix(#"<li aria-busy="true" aria-label="loading">"#)
    )
    #expect(try row(cell(.empty), environment).html.contains(#"role="status" aria-label="Overdue""#))
  }
}
