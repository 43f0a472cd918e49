import Testing

@testable import CellEngine

/// The columns of a list depend on what its cells report as their needs.
@Suite struct ColumnNeedsTests {
  /// The frames of a list of cells, row by row.
  private func rows(_ cells: [Cell], _ style: Style) -> [[Frame]] {
    let packed = cells.map { CellRecord($0) }
    let prepared = PreparedCells(packed, for: Preparation(style))
    var layout = CellLayout(style)
    return cells.indices.map { index in
      var frames: [Frame] = []
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) {
        frames = FrameRenderer.frames(of: $0)
      }
      return frames
    }
  }

  private func environment(_ profile: Profile, _ unit: LengthUnit, columns: Int) -> Environment {
    var environment = Environment()
    environment.profile = profile.name
    environment.unit = unit
    environment.width = .definite(Double(unit == .point ? columns * 8 : columns))
    return environment
  }

  /// A column that the list keeps disappears from all rows before a slot that is later in the order
  /// of the profile. For that, the list knows the needs of trailing slots.
  @Test(arguments: Slot.filled, LengthUnit.allCases)
  func keptColumnsLeaveRoomForLaterSlots(_ slot: Slot, _ unit: LengthUnit) throws {
    let cell = Cell(only: slot)
    let bare = Cell(id: "2", title: cell.title)
    for profile in Profile.all {
      let wide = rows([cell], try Style(environment(profile, unit, columns: 200)))[0]
      guard wide.contains(where: { $0.slot == slot }) else { continue }
      let order = profile.givingWay.order.map { "\($0)" }
      let position = order.firstIndex(of: slot.rawValue) ?? 0
      let earlier = order[..<position].compactMap { Slot(rawValue: $0) }
      for kept in [Slot.unread, .number, .icons, .image] where earlier.contains(kept) && kept != slot {
        let needs = ColumnNeeds(of: [cell, Cell(id: "3", only: kept)])
        for columns in 1...60 {
          let environment = environment(profile, unit, columns: columns)
          let style = try Style(environment, kept: KeptColumns(needs))
          let row = rows([cell], style)[0]
          let start = rows([bare], try Style(environment))[0].first { $0.slot == .title }?.x ?? 0
          let title = row.first { $0.slot == .title }
          guard let title, title.x > start else { continue }
          let isShown = row.contains { $0.slot == slot && $0.width > 0 }
          #expect(isShown, "no \(slot) next to the column of \(kept), \(GivenRow(cell, style))")
        }
      }
    }
  }

  /// A column that a list preserves has one width in all rows.
  @Test(arguments: Slot.preservable)
  func preservedColumnsAlign(_ slot: Slot) throws {
    let cell = Cell(only: slot)
    for profile in Profile.all {
      let kept = KeptColumns(ColumnNeeds(of: cell), keeping: [slot])
      let style = try Style(environment(profile, .column, columns: 160), kept: kept)
      let titles = rows([cell, Cell(id: "2", title: cell.title)], style).map { row in
        row.first { $0.slot == .title }.map { [$0.x, $0.width] }
      }
      #expect(titles[0] == titles[1], "\(slot), \(GivenRow(cell, style))")
    }
  }
}
