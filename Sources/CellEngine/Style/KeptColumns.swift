/// The columns that every row of a list keeps, so that its rows align.
public struct KeptColumns: Hashable, Sendable {
  public var unread = false
  /// The width of the icon column in terminal columns, 0…2; 0 means none.
  public var icons = 0
  public var image = false
  /// The sizes of the images; the image column is as wide as the largest of them.
  public var imageSizes = ImageSizes()
  /// The widest group of avatars. If the profile has them in the place of the image, the image
  /// column has room for it.
  public var avatars = AvatarGroup.none
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
  /// The widest status in terminal columns and the accessories of the rows of a table, for which
  /// all of these keep room. The columns of a table would not align without this room.
  public var tableStatus = 0
  public var tableMarks: TrailingMarks = []
  /// Whether descriptions that have a column start at the same x in all rows.
  public var alignsDescriptions = false
  /// The widest status in terminal columns, rounded up to ``statusStep``, and the accessories, for
  /// which all rows with a description column leave room.
  public var descriptionStatus = 0
  public var descriptionMarks: TrailingMarks = []
  /// The trailing slots of the rows that have a description. At large text sizes they decide for
  /// all rows whether descriptions have a column.
  public var described: DescribedObjects = []

  /// Whether placeholders have a bar for an image: in a list that has images, or no objects yet.
  public var skeletonImage = false

  /// The maximum of the columns of a number; profiles cut numbers to this or less.
  public static let numberLimit = 8
  /// A status that is a bit longer than the others seldom moves the descriptions of a list.
  public static let statusStep = 4

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
  /// some cell has, and the start of description columns.
  public init(_ needs: ColumnNeeds) {
    unread = needs.unread
    icons = needs.icons
    image = needs.image
    avatars = needs.avatars
    number = needs.number
    alignsDescriptions = true
    descriptionStatus = (needs.status + Self.statusStep - 1) / Self.statusStep * Self.statusStep
    descriptionMarks = needs.trailing
    described = needs.described
    setRoom(needs)
  }

  /// The columns that are kept by default and those of `slots`, even if no cell needs them. An
  /// empty list keeps nothing. Slots without a column of their own do not count.
  public init(_ needs: ColumnNeeds, keeping slots: [Slot]) {
    self.init(needs)
    if slots.isEmpty { self = KeptColumns() }
    if slots.contains(.unread) { unread = true }
    if slots.contains(.icons) { icons = max(needs.icons, 1) }
    if slots.contains(.image) { image = true }
    if slots.contains(.number) { number = max(needs.number, 1) }
    if slots.contains(.status) { status = needs.status }
    control = slots.contains(.control)
    accessory = slots.contains(.accessory)
    description = slots.contains(.description)
    setRoom(needs)
  }

  /// Removes the columns of slots that stacked rows have above and below the title.
  mutating func removeStackedColumns() {
    unread = false
    icons = 0
    image = false
    avatars = .none
    number = 0
    status = 0
    beside.remove(.status)
  }

  private mutating func setRoom(_ needs: ColumnNeeds) {
    if image { imageSizes = needs.imageSizes }
    beside = needs.trailing
    skeletonImage = needs.hasSkeleton && (needs.image || !needs.hasObject)
    guard needs.hasTable else { return }
    tableStatus = needs.tableStatus
    tableMarks = needs.tableTrailing
  }
}
