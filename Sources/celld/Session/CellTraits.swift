import CellEngine

/// What a list must know of a cell to keep columns for all of its rows.
struct CellTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// The widest icon has one column.
  static let narrowIcons = CellTraits(rawValue: 1)
  /// The widest icon has two columns.
  static let wideIcons = CellTraits(rawValue: 2)
  static let image = CellTraits(rawValue: 4)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The traits of `cell`.
  init(of cell: Cell) {
    self = []
    let columns = cell.iconColumnCount
    if columns > 0 { insert(columns > 1 ? .wideIcons : .narrowIcons) }
    if cell.image != nil { insert(.image) }
  }
}
