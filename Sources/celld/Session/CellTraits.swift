import CellEngine

/// What a list must know of a cell to keep columns for all of its rows.
struct CellTraits: OptionSet, Sendable {
  let rawValue: UInt16

  /// The widest icon has one column.
  static let narrowIcons = CellTraits(rawValue: 1)
  /// The widest icon has two columns.
  static let wideIcons = CellTraits(rawValue: 2)
  static let image = CellTraits(rawValue: 4)
  static let status = CellTraits(rawValue: 8)

  /// Where the columns of the number stand, which has at most ``KeptColumns/numberLimit`` of them.
  private static let numberShift: UInt16 = 4

  /// Where the columns of the widest status stand, and how many are told.
  private static let statusShift: UInt16 = 8
  private static let mostStatusColumns = 0xFF

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The traits of `cell`.
  init(of cell: Cell) {
    self = []
    let columns = cell.iconColumnCount
    if columns > 0 { insert(columns > 1 ? .wideIcons : .narrowIcons) }
    if cell.image != nil { insert(.image) }
    if !cell.status.isEmpty { insert(.status) }
    formUnion(CellTraits(rawValue: UInt16(cell.numberColumnCount) << Self.numberShift))
    let status = cell.statusColumnCount(atMost: Self.mostStatusColumns)
    formUnion(CellTraits(rawValue: UInt16(status) << Self.statusShift))
  }

  /// The columns of the number; 0 is none.
  var numberColumns: Int { Int(rawValue >> Self.numberShift) & 0xF }

  /// The columns of the widest status; 0 is none.
  var statusColumns: Int { Int(rawValue >> Self.statusShift) }
}
