/// The columns that every row of a list keeps, so that its rows align.
public struct KeptColumns: Hashable, Sendable {
  public var unread = false
  /// The width of the icon column in terminal columns, 0…2; 0 is no column.
  public var icons = 0
  public var image = false
  /// What the images ask for; the image column is as wide as the largest of them.
  public var imageSizes = ImageSizes()
  /// The width of the widest number in terminal columns, 0…``numberLimit``; 0 is no number.
  public var number = 0
  /// The width of the widest status in terminal columns; 0 is no column.
  public var status = 0
  /// The selection control also where nothing is edited, the accessory, and the column of the description where rows
  /// have one.
  public var control = false
  public var accessory = false
  public var description = false
  /// What some row has at its trailing edge, for which the columns leave room where the view is narrow.
  public var beside: TrailingMarks = []
  /// What all rows of a table keep at their trailing edge, whatever else is kept: the widest status in terminal columns,
  /// and room for accessories. The columns of a table would not align without.
  public var tableStatus = 0
  public var tableMarks: TrailingMarks = []

  /// The columns of the widest number that is told apart: what a profile cuts numbers to is not more.
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

  /// The columns that are kept by themselves: those of unread marks, icons, numbers and images that some cell has.
  public init(_ needs: ColumnNeeds) {
    unread = needs.unread
    icons = needs.icons
    image = needs.image
    number = needs.number
    setRoom(needs)
  }

  /// The columns of `slots`, whether some cell needs them or not. Slots that have no column of their own are none here.
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
