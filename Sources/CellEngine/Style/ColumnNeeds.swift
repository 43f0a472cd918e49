/// What the cells of a list need columns for, all together.
public struct ColumnNeeds: Sendable {
  /// Whether some cell is unread.
  public var unread = false
  /// The widest icon in terminal columns, 0…2; 0 is none.
  public var icons = 0
  /// Whether some cell has an image.
  public var image = false
  /// What the images ask for.
  public var imageSizes = ImageSizes()
  /// The widest number in terminal columns, 0…``KeptColumns/numberLimit``; 0 is none.
  public var number = 0
  /// The widest status in terminal columns; 0 is none.
  public var status = 0
  /// What stands at the trailing edge of some cell.
  public var trailing: TrailingMarks = []
  /// Whether some cell is a row of a table where there is room.
  public var hasTable = false

  public init() {}

  /// What `cells` need.
  public init(of cells: [Cell]) {
    unread = cells.contains { $0.unread }
    icons = cells.lazy.map(\.iconColumnCount).max() ?? 0
    image = cells.contains { $0.image != nil }
    for cell in cells { imageSizes.formUnion(ImageSizes(of: cell)) }
    number = cells.lazy.map(\.numberColumnCount).max() ?? 0
    status = cells.lazy.map { $0.statusColumnCount(atMost: Int(UInt8.max)) }.max() ?? 0
    trailing = cells.reduce(into: []) { $0.formUnion(TrailingMarks(of: $1)) }
    hasTable = cells.contains { $0.kind == .grid }
  }
}
