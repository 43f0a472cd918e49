@testable import CellEngine

/// A row of a list in points, for tests of positions.
struct PointRow {
  var height: Double
  var frames: [Frame]
  var diagnostics: [String]

  subscript(slot: Slot) -> Frame? { frames.first { $0.slot == slot } }

  /// Returns the rows of `cells`, laid out as a list.
  static func rows(
    _ cells: [Cell], _ profile: String, width: Double = 375, _ set: (inout Environment) -> Void = { _ in }
  ) throws -> [PointRow] {
    var environment = Environment()
    environment.unit = .point
    environment.profile = profile
    environment.width = .definite(width)
    set(&environment)
    let resolved = try Style(environment, kept: KeptColumns(ColumnNeeds(of: cells)))
    let packed = cells.map { CellRecord($0) }
    let prepared = PreparedCells(packed, for: Preparation(resolved))
    var layout = CellLayout(resolved)
    return cells.indices.map { index in
      var outcome = PointRow(height: 0, frames: [], diagnostics: [])
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) {
        outcome = PointRow(
          height: Double($0.height) / 64, frames: FrameRenderer.frames(of: $0), diagnostics: $0.diagnostics)
      }
      return outcome
    }
  }

  /// Returns the row of a single cell.
  static func row(
    _ profile: String, width: Double = 375, _ change: (inout Cell) -> Void,
    _ set: (inout Environment) -> Void = { _ in }
  ) throws -> PointRow {
    var cell = Cell(id: "1", title: "Title")
    change(&cell)
    return try rows([cell], profile, width: width, set)[0]
  }
}

extension Frame {
  /// The middle between top and bottom.
  var middle: Double { y + height / 2 }
}
