/// The columns that every row of a list keeps, so that its rows align.
public struct KeptColumns: Hashable, Sendable {
  public var unread = false
  /// The width of the icon column in terminal columns, 0…2; 0 means none.
  public var icons = 0
  public var image = false
  /// The sizes of the images; the image column is as wide as the largest of them.
  public var imageSizes = ImageSizes()
  /// The width of the widest number in terminal columns, 0…``numberLimit``; 0 means none.
  public var number = 0
  /// The width of the widest status in terminal columns; 0 means no column.
  public var status = 0
  /// The selection control even if nothing is edited, the accessory, and the column of the
  /// description.
  public var control = false
  public var accessory = false
  public var description = false
  /// The marks at the trailing edge of some row, for which narrow views leave room.
  public var beside: TrailingMarks = []
  /// The widest status in terminal columns and the accessories, for which all rows of a table keep
  /// room. The columns of a table would not align without this room.
  public var tableStatus = 0
  public var tableMarks: TrailingMarks = []

  /// The maximum of the columns of a number; profiles cut numbers to this or less.
  public static let numberLimit = 8

  /// The columns to keep.
  public init(
    unread: Bool = false, icons: Int = 0, image: Bool = false, number: Int = 0, beside: TrailingMarks = []
  ) {
    self.unread = unread
    self.icons = icons
    self.image = image
    self.number = number
    self.beside = beside
  }

  /// The columns that are kept by default: those of unread marks, icons, numbers and images that
  /// some cell has.
  public init(_ needs: ColumnNeeds) {
    unread = needs.unread
    icons = needs.icons
    image = needs.image
    number = needs.number
    setRoom(needs)
  }

  /// The columns of `slots`, even if no cell needs them. Slots without a column of their own do not
  /// count.
  public init(_ needs: ColumnNeeds, keeping slots: [Slot]) {
    unread = slots.contains(.unread)
    icons = slots.contains(.icons) ? max(needs.icons, 1) : 0
    image = slots.contains(.image)
    number = slots.contains(.number) ? max(needs.number, 1) : 0
    status = slots.contains(.status) ? needs.status : 0
    control = slots.contains(.control)
    accessory = slots.contains(.accessory)
    description = slots.contains(.description)
    setRoom(needs)
  }

  private mutating func setRoom(_ needs: ColumnNeeds) {
    if image { imageSizes = needs.imageSizes }
    beside = needs.trailing
    guard needs.hasTable else { return }
    tableStatus = needs.status
    tableMarks = needs.trailing
  }
}
