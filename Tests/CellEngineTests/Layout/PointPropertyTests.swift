import Testing

@testable import CellEngine

/// Rows and headers in points have the same properties as in columns.
@Suite("Properties of every layout in points")
struct PointPropertyTests {
  private struct Outcome: Equatable {
    var frames: [Frame] = []
    var width = 0.0
    var height = 0.0
  }

  private func environment(_ random: inout RandomCells, width: Double) -> Environment {
    var environment = random.environment(width: width)
    environment.unit = .point
    return environment
  }

  private func resolve(_ environment: Environment, _ random: inout RandomCells) throws -> Style {
    try Style(
      environment, selection: random.pick(SelectionMode.allCases),
      kept: random.bool() ? KeptColumns(unread: true, icons: 2, image: true, number: 2) : KeptColumns())
  }

  private func row(_ cell: Cell, _ environment: Style) -> Outcome {
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    var layout = CellLayout(environment)
    var outcome = Outcome()
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) {
      outcome = Self.outcome(of: $0, environment)
    }
    return outcome
  }

  private func header(_ cell: Cell, _ environment: Style, page: Int) -> Outcome {
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(environment))
    var layout = CellLayout(environment)
    var outcome = Outcome()
    layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: page) { row, _, _ in
      outcome = Self.outcome(of: row, environment)
    }
    return outcome
  }

  private static func outcome(of row: borrowing Row, _ environment: Style) -> Outcome {
    Outcome(
      frames: FrameRenderer.frames(of: row), width: Double(environment.width) / 64,
      height: Double(row.contentHeight) / 64)
  }

  /// Slots are inside of the row, and do not overlap. Only avatars can overlap each other.
  private func check(_ outcome: Outcome, _ given: GivenRow) {
    let placed = outcome.frames.filter { $0.width > 0 && $0.height > 0 }
    for (index, one) in placed.enumerated() {
      #expect(one.x >= 0 && one.x + one.width <= outcome.width, "\(one) in \(given)")
      #expect(one.y >= 0 && one.y + one.height <= outcome.height, "\(one) in \(given)")
      for other in placed[(index + 1)...] where one.slot != .avatars || other.slot != .avatars {
        let apart =
          one.x + one.width <= other.x || other.x + other.width <= one.x
          || one.y + one.height <= other.y || other.y + other.height <= one.y
        #expect(apart, "\(one) and \(other) in \(given)")
      }
    }
  }

  @Test(arguments: [nil, 0.5, 1.5, 2, 4] as [Double?]) func slotsLieInTheRowAndApart(scale: Double?) throws {
    var random = RandomCells(seed: 31)
    for _ in 0..<300 {
      let cell = random.cell(id: "1")
      var environment = environment(&random, width: Double(random.int(0...1_200)))
      if let scale { environment.textScale = scale }
      let style = try resolve(environment, &random)
      check(row(cell, style), GivenRow(cell, style))
    }
  }

  @Test(arguments: [nil, 1.2, 4] as [Double?]) func slotsOfARowOfAnyWidthLieApart(scale: Double?) throws {
    var random = RandomCells(seed: 41)
    for _ in 0..<300 {
      let cell = random.cell(id: "1")
      var environment = environment(&random, width: 0)
      environment.width = nil
      environment.widthClass = random.pick([.auto, .compact, .medium])
      if let scale { environment.textScale = scale }
      let style = try resolve(environment, &random)
      check(row(cell, style), GivenRow(cell, style))
    }
  }

  @Test func partsLieInTheHeaderAndApart() throws {
    var random = RandomCells(seed: 32)
    for _ in 0..<300 {
      var cell = random.cell(id: "1")
      cell.header = random.bool() ? random.header() : nil
      let environment = environment(&random, width: Double(random.int(0...1_200)))
      let style = try resolve(environment, &random)
      check(header(cell, style, page: random.int(0...2)), GivenRow(cell, style))
    }
  }

  @Test func rightToLeftMirrorsExactly() throws {
    var random = RandomCells(seed: 33)
    for _ in 0..<200 {
      let cell = random.cell(id: "1")
      var environment = environment(&random, width: Double(random.int(0...1_200)))
      environment.direction = .ltr
      let left = row(cell, try Style(environment))
      environment.direction = .rtl
      let style = try Style(environment)
      let right = row(cell, style)
      let given = GivenRow(cell, style)
      #expect(left.frames.count == right.frames.count && left.height == right.height)
      for (one, other) in zip(left.frames, right.frames) {
        #expect(
          one.slot == other.slot && one.y == other.y && one.height == other.height, "\(one.slot) in \(given)")
        #expect(other.x == left.width - one.x - one.width, "\(one.slot) in \(given)")
      }
    }
  }

  /// The height of a row is that of its tallest part with the padding of its profile, or a minimum
  /// height of the profile.
  @Test func rowsAreAsHighAsTheirTallestPart() throws {
    var random = RandomCells(seed: 36)
    for _ in 0..<200 {
      var cell = random.cell(id: "1")
      cell.title = "Title"
      cell.kind = .object
      let environment = try resolve(environment(&random, width: Double(random.int(100...1_200))), &random)
      let outcome = row(cell, environment)
      let distances = environment.profile.distances
      let top = outcome.frames.filter { $0.height > 0 }.map(\.y).min() ?? 0
      let bottom = outcome.frames.filter { $0.height > 0 }.map { $0.y + $0.height }.max() ?? 0
      let heights =
        [distances.padding, distances.highPadding].map { bottom - top + 2 * $0 } + distances.leastHeights
      #expect(
        heights.contains { abs($0 - outcome.height) < 0.05 },
        "\(outcome.height) of \(top) to \(bottom), \(outcome.frames.map { "\($0.slot) \($0.y)+\($0.height)" }) in \(GivenRow(cell, environment))"
      )
      #expect(
        top >= distances.padding && bottom <= outcome.height - distances.padding + 0.05,
        "\(GivenRow(cell, environment))")
    }
  }

  /// An empty slot takes no room from the title.
  @Test func anEmptySlotTakesNoRoom() throws {
    var random = RandomCells(seed: 37)
    for _ in 0..<100 {
      var cell = random.cell(id: "1")
      cell.kind = .object
      cell.description = nil
      var environment = environment(&random, width: Double(random.int(64...900)))
      environment.profile = random.pick(Profile.all.filter { $0 != .swiftUI }).name
      let resolved = try Style(environment)
      var width = row(cell, resolved).frames.first { $0.slot == .title }?.width ?? 0
      for slot in Slot.besideTitle {
        SlotContent(slot)?.empty(&cell)
        let wider = row(cell, resolved).frames.first { $0.slot == .title }?.width ?? 0
        #expect(wider >= min(width, 64), "without \(slot), \(GivenRow(cell, resolved))")
        width = wider
      }
      let distances = resolved.profile.distances
      let margin = resolved.widthClass == .compact ? distances.compactMargin : distances.margin
      #expect(
        width >= Double(resolved.width) / 64 - (resolved.margins ? 2 * margin : 0),
        "\(GivenRow(cell, resolved))")
    }
  }

  /// A title, a description column next to it and the first status share their first baseline.
  @Test func firstBaselinesAgree() throws {
    var random = RandomCells(seed: 39)
    var count = 0
    for _ in 0..<400 {
      var cell = random.cell(id: "1")
      cell.kind = random.bool() ? .object : .contact
      cell.description = cell.description ?? "Description"
      var environment = environment(&random, width: Double(random.int(700...1_400)))
      environment.description = .column
      environment.split = environment.split ?? 0.4
      let style = try resolve(environment, &random)
      let outcome = row(cell, style)
      guard let title = outcome.frames.first(where: { $0.slot == .title })?.lines.first,
        let description = outcome.frames.first(where: { $0.slot == .description }),
        let line = description.lines.first, description.y < title.baseline
      else { continue }
      count += 1
      #expect(abs(title.baseline - line.baseline) < 0.02, "\(GivenRow(cell, style))")
      guard let status = outcome.frames.first(where: { $0.slot == .status })?.lines.first else { continue }
      #expect(abs(title.baseline - status.baseline) < 0.02, "status of \(GivenRow(cell, style))")
    }
    #expect(count > 50)
  }

  /// An area of touch has the minimum of its profile, unless the row or a neighbour ends it. It has
  /// a part of its element, and no area overlaps another one.
  @Test func areasOfTouch() throws {
    var random = RandomCells(seed: 38)
    var count = 0
    for _ in 0..<300 {
      let cell = random.cell(id: "1")
      let style = try resolve(environment(&random, width: Double(random.int(200...1_200))), &random)
      let outcome = row(cell, style)
      let target = style.profile.ornaments.touchTarget
      let touched = outcome.frames.filter { $0.hit != nil }
      #expect(touched.count == outcome.frames.count { $0.widget != nil })
      for (index, frame) in touched.enumerated() {
        guard let hit = frame.hit else { continue }
        count += 1
        #expect(hit.x >= 0 && hit.y >= 0 && hit.x + hit.width <= outcome.width + 0.01)
        #expect(hit.y + hit.height <= outcome.height + 0.01)
        #expect(hit.height >= min(target, outcome.height - hit.y) - 0.01 || hit.y == 0, "\(frame)")
        #expect(hit.x <= frame.x + 0.01 && hit.x + hit.width >= frame.x + frame.width - 0.01, "\(frame)")
        for other in touched[(index + 1)...] {
          guard let second = other.hit else { continue }
          let apart =
            hit.x + hit.width <= second.x + 0.01 || second.x + second.width <= hit.x + 0.01
            || hit.y + hit.height <= second.y || second.y + second.height <= hit.y
          #expect(apart, "\(frame) and \(other)")
        }
      }
    }
    #expect(count > 100)
  }

  @Test(arguments: [("ios", 44.0), ("ios-classic", 44), ("swiftui", 44), ("compose", 48), ("android", 48)])
  func touchTargets(profile: String, target: Double) throws {
    let row = try PointRow.row(profile) {
      $0.subtitle = "Subtitle"
      $0.actions = [Action(id: "call", icon: Icon(name: "call"))]
    }
    let hit = try #require(row[.actions]?.hit)
    #expect(hit.height == target && hit.width >= target - 12)
    #expect(row[.title]?.hit == nil)
  }

  @Test func layingOutIsAPureFunction() throws {
    var random = RandomCells(seed: 34)
    for _ in 0..<100 {
      let cell = random.cell(id: "1")
      let environment = try resolve(environment(&random, width: Double(random.int(0...1_200))), &random)
      #expect(row(cell, environment) == row(cell, environment))
    }
  }

  /// At unlimited width, every slot has the width of its content, also in points.
  @Test func unlimitedRowsHaveAHeight() throws {
    var random = RandomCells(seed: 35)
    for _ in 0..<100 {
      let cell = random.cell(id: "1")
      var environment = environment(&random, width: 100)
      environment.width = .unlimited
      let outcome = row(cell, try Style(environment))
      #expect(outcome.height > 0 && outcome.frames.allSatisfy { $0.x >= 0 && $0.y >= 0 })
    }
  }

  /// Lengths in 1/64 pt do not overflow, whatever a client sends.
  @Test(arguments: ["swiftui", "compose"], [100.0, nil] as [Double?])
  func hugeCells(profile: String, width: Double?) throws {
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = width.map { .definite($0) } ?? .unlimited
    environment.textScale = 4
    environment.tagLines = 0
    environment.lineLimits = Environment.LineLimits.none
    let resolved = try Style(environment)
    let text = String(repeating: "a", count: 1_100_000)
    var cell = Cell(id: "1", title: text)
    cell.status = [Status(text: text), Status(text: text)]
    cell.description = String(repeating: "é", count: 300_000)
    #expect(row(cell, resolved).height > 0)
    #expect(header(cell, resolved, page: 0).height > 0)
    cell.kind = .grid
    cell.columns = [GridColumn(text: text), GridColumn(text: text)]
    #expect(row(cell, resolved).height > 0)
    var many = Cell(id: "1", title: "Many")
    many.tags = [String](repeating: "a", count: 50_000)
    many.avatars = [Image](repeating: Image(), count: 200_000)
    #expect(row(many, resolved).height > 0)
  }
}
