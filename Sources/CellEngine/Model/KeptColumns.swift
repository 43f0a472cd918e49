/// The columns that every row of a list keeps, so that its rows align.
public struct KeptColumns: Hashable, Sendable {
  public var unread: Bool
  /// The width of the icon column in terminal columns, 0…2; 0 is no column.
  public var icons: Int
  public var image: Bool
  /// The width of the widest number in terminal columns, 0…``numberLimit``; 0 is no number.
  public var number: Int
  /// Whether some row has a status, for which the columns leave room where the view is narrow.
  public var besideStatuses: Bool
  /// The width of the widest status in terminal columns; 0 is no column.
  public var status = 0
  /// The selection control also where nothing is edited, the accessory, and the column of the description where rows
  /// have one.
  public var control = false
  public var accessory = false
  public var description = false

  /// The columns of the widest number that is told apart: what a profile cuts numbers to is not more.
  public static let numberLimit = 8

  /// The columns to keep.
  public init(
    unread: Bool = false, icons: Int = 0, image: Bool = false, number: Int = 0, besideStatuses: Bool = false
  ) {
    self.unread = unread
    self.icons = icons
    self.image = image
    self.number = number
    self.besideStatuses = besideStatuses
  }

  /// The columns that `cells` need.
  public init(for cells: [Cell]) {
    self.init(
      unread: cells.contains { $0.unread }, icons: cells.lazy.map(\.iconColumnCount).max() ?? 0,
      image: cells.contains { $0.image != nil }, number: cells.lazy.map(\.numberColumnCount).max() ?? 0,
      besideStatuses: cells.contains { !$0.status.isEmpty })
  }
}
