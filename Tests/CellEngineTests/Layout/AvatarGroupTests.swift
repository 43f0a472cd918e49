import Testing

@testable import CellEngine

/// Avatars in the place of the image, as the profile `swiftui` has them.
@Suite("Avatars in the place of the image")
struct AvatarGroupTests {
  private struct Outcome {
    var frames: [Frame]
    var label: String
    var diagnostics: [String]
    var height: Double

    /// The avatars without `+N`, and the `+N`.
    var avatars: [Frame] { frames.filter { $0.slot == .avatars && $0.role != .more } }
    var more: Frame? { frames.first { $0.slot == .avatars && $0.role == .more } }
    var title: Frame? { frames.first { $0.slot == .title } }
  }

  /// A cell with so many avatars.
  private func cell(_ avatars: Int, image: Image? = nil) -> Cell {
    var cell = Cell(id: "\(avatars)", title: "Title")
    cell.avatars = [Image](repeating: Image(initials: "WM"), count: avatars)
    cell.image = image
    return cell
  }

  private func environment(_ unit: LengthUnit, width: Double, scale: Double = 1) -> Environment {
    var environment = Environment()
    environment.profile = "swiftui"
    environment.unit = unit
    environment.width = .definite(width)
    environment.textScale = scale
    return environment
  }

  private func rows(_ cells: [Cell], _ environment: Environment, keeps: Bool = true) throws -> [Outcome] {
    let kept = keeps ? KeptColumns(ColumnNeeds(of: cells)) : KeptColumns()
    let style = try Style(environment, selection: .multiple, kept: kept)
    let packed = cells.map { CellRecord($0) }
    let prepared = PreparedCells(packed, for: Preparation(style))
    var layout = CellLayout(style)
    return cells.indices.map { index in
      var outcome: Outcome?
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) { row in
        outcome = Outcome(
          frames: FrameRenderer.frames(of: row), label: row.label, diagnostics: row.diagnostics,
          height: Double(row.height) / Double(style.unit.layoutUnits))
      }
      return outcome ?? Outcome(frames: [], label: "", diagnostics: [], height: 0)
    }
  }

  /// Titles start at the same x after an image and after any number of avatars.
  @Test(arguments: LengthUnit.allCases, [Environment.Direction.ltr, .rtl])
  func titlesOfAListAlign(_ unit: LengthUnit, _ direction: Environment.Direction) throws {
    let cells = [
      cell(0), cell(1), cell(2), cell(3), cell(2, image: Image(size: 60)), cell(1_234),
      cell(0, image: Image(size: 60)), cell(0, image: Image(size: 16)),
    ]
    for width in [2.0, 9, 17, 22, 30, 40, 60, 90, 120] {
      for scale in [0.5, 1, 1.3, 1.5, 2, 4] {
        for mode in Environment.Mode.allCases {
          var environment = environment(unit, width: unit == .point ? width * 8 : width, scale: scale)
          environment.direction = direction
          environment.mode = mode
          if width > 100 { environment.split = 0.4 }
          let rows = try rows(cells, environment)
          let given = "\(width), scale \(scale), \(mode)"
          let edges = rows.compactMap { row in
            row.title.map { direction == .rtl ? $0.x + $0.width : $0.x }
          }
          #expect(Set(edges).count == 1 && edges.count == cells.count, "\(given): \(edges)")
          let groups = rows.filter { $0.avatars.count > 1 }
          #expect(Set(groups.map { $0.avatars[0].x }).count <= 1, "\(given)")
          // All rows show their later avatars, or none does.
          let isStacked = try Style(environment).isStacked
          #expect(isStacked || groups.isEmpty || groups.count == 4, "\(given)")
        }
      }
    }
  }

  /// Nothing overlaps but the first avatar and the second, and all are inside of the row.
  @Test(arguments: LengthUnit.allCases) func partsDoNotOverlap(_ unit: LengthUnit) throws {
    for count in [1, 2, 3, 12, 102, 100_002] {
      for scale in [0.5, 1, 1.25, 1.5, 2, 4] {
        let environment = environment(unit, width: unit == .point ? 900 : 112, scale: scale)
        let row = try rows([cell(count)], environment, keeps: count == 12)[0]
        for (index, one) in row.frames.enumerated() {
          #expect(one.y >= 0 && one.y + one.height <= row.height + 0.01, "\(one)")
          for other in row.frames[(index + 1)...] {
            guard one.role == .more || other.role == .more || one.slot != other.slot else { continue }
            #expect(
              one.x + one.width <= other.x + 0.01 || other.x + other.width <= one.x + 0.01
                || one.y + one.height <= other.y + 0.01 || other.y + other.height <= one.y + 0.01,
              "\(count) avatars, scale \(scale): \(one.slot) and \(other.slot)")
          }
        }
      }
    }
  }

  /// Two avatars overlap by a half in both directions. They keep their size at large text sizes, as
  /// images do.
  @Test(arguments: [0.5, 1.0, 2]) func sizes(_ scale: Double) throws {
    let environment = environment(.point, width: 700, scale: scale)
    let two = try rows([cell(2)], environment)[0].avatars
    #expect(two.map(\.width) == [45, 45] && two.map(\.height) == [45, 45])
    #expect(two[1].x - two[0].x == 22.5 && two[1].y - two[0].y == 22.5)
    let single = try rows([cell(1), cell(0, image: Image())], environment)
    #expect(single[0].avatars[0].x == single[1].frames.first { $0.slot == .image }?.x)
    let line = try #require(two[0].lines.first)
    #expect(line.x + line.width <= two[1].x)
  }

  @Test func otherAvatarsAreCounted() throws {
    let environment = environment(.column, width: 60)
    for (count, shown, more) in [(1, 1, nil), (2, 2, nil), (3, 2, "+1"), (40, 2, "+38")] {
      let row = try rows([cell(count)], environment)[0]
      #expect(row.avatars.count == shown && row.more?.lines.first?.text == more, "\(count)")
    }
  }

  /// The avatars are read before the title. The image that they replace is not read.
  @Test func words() throws {
    var both = cell(2, image: Image(initials: "PS", label: "Pump"))
    both.avatars[0].label = "Ada"
    let row = try rows([both], environment(.column, width: 60))[0]
    #expect(row.label == "Ada, 1 more avatar, Title")
    #expect(row.diagnostics == ["image: profile swiftui shows the avatars instead"])
    #expect(!row.frames.contains { $0.slot == .image })
  }

  /// In a narrow row, the second avatar disappears first, then the image column.
  @Test(arguments: [true, false]) func givingWay(keeps: Bool) throws {
    let counts = try stride(from: 30.0, through: 4, by: -1).map { width in
      try rows([cell(5)], environment(.column, width: width), keeps: keeps)[0].avatars.count
    }
    #expect(counts == counts.sorted(by: >) && Set(counts) == [2, 1, 0])
  }

  /// The other profiles have avatars below the texts, and keep no column for them.
  @Test(arguments: ["compose", "ios"]) func belowTheTexts(_ profile: String) throws {
    var environment = environment(.column, width: 60)
    environment.profile = profile
    let row = try rows([cell(2, image: Image(initials: "PS"))], environment)[0]
    #expect(row.avatars.allSatisfy { $0.y == 1 } && row.frames.contains { $0.slot == .image })
    #expect(try rows([cell(2), cell(0)], environment).allSatisfy { $0.title?.x == 0 })
  }

  /// Skeletons have the column of the list.
  @Test func skeletonsAlign() throws {
    var skeleton = Cell(id: "s", title: "")
    skeleton.kind = .skeleton
    for unit in LengthUnit.allCases {
      let rows = try rows([cell(2), skeleton], environment(unit, width: unit == .point ? 480 : 60))
      #expect(rows[0].title?.x == rows[1].title?.x && rows[1].frames.contains { $0.slot == .image })
    }
  }

  /// The extent of a group grows with the width that it needs.
  @Test func extents() {
    let counts = [0, 1, 2, 3, 11, 12, 101, 102, Int.max]
    let extents = counts.map { AvatarGroup(count: $0).extent }
    #expect(extents == [0, 1, 2, 3, 3, 4, 4, 5, 21])
    #expect(AvatarGroup(count: 5).union(AvatarGroup(count: 1)) == AvatarGroup(count: 5))
  }
}
