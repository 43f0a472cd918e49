import CellEngine

/// The properties of a cell that decide which columns its list keeps.
struct CellTraits: OptionSet, Sendable {
  let rawValue: UInt32

  /// The widest icon has one column.
  static let narrowIcons = CellTraits(rawValue: 1)
  /// The widest icon has two columns.
  static let wideIcons = CellTraits(rawValue: 2)
  static let image = CellTraits(rawValue: 4)
  static let grid = CellTraits(rawValue: 8)

  /// The position of the columns of the number, at most ``KeptColumns/numberLimit``.
  private static let numberShift: UInt32 = 4

  /// The position of the columns of the widest status, and their maximum.
  private static let statusShift: UInt32 = 8
  private static let mostStatusColumns = 0xFF

  /// The position of the marks at the trailing edge.
  private static let trailingShift: UInt32 = 16

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The traits of `cell`.
  init(of cell: Cell) {
    self = []
    let columns = cell.iconColumnCount
    if columns > 0 { insert(columns > 1 ? .wideIcons : .narrowIcons) }
    if cell.image != nil { insert(.image) }
    if cell.kind == .grid { insert(.grid) }
    formUnion(CellTraits(rawValue: UInt32(cell.numberColumnCount) << Self.numberShift))
    formUnion(CellTraits(rawValue: UInt32(TrailingMarks(of: cell).rawValue) << Self.trailingShift))
    let status = cell.statusColumnCount(atMost: Self.mostStatusColumns)
    formUnion(CellTraits(rawValue: UInt32(status) << Self.statusShift))
  }

  /// The columns of the number; 0 is none.
  var numberColumns: Int { Int(rawValue >> Self.numberShift) & 0xF }

  /// The columns of the widest status; 0 is none.
  var statusColumns: Int { Int(rawValue >> Self.statusShift) & Self.mostStatusColumns }

  /// The marks at the trailing edge.
  var trailing: TrailingMarks {
    TrailingMarks(rawValue: UInt8(truncatingIfNeeded: rawValue >> Self.trailingShift))
  }
}
