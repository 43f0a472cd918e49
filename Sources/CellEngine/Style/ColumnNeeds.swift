/// The columns that the cells of a list need, all together.
public struct ColumnNeeds: Equatable, Sendable {
  /// Whether some cell is unread.
  public var unread = false
  /// The widest icon in terminal columns, 0…2; 0 is none.
  public var icons = 0
  /// Whether some cell has an image.
  public var image = false
  /// The sizes that the images ask for.
  public var imageSizes = ImageSizes()
  /// The widest group of avatars, for profiles that have them in the place of the image.
  public var avatars = AvatarGroup.none
  /// The widest number in terminal columns, 0…``KeptColumns/numberLimit``; 0 is none.
  public var number = 0
  /// The widest status in terminal columns, 0…``statusLimit``; 0 is none.
  public var status = 0
  /// The marks at the trailing edge of some cell.
  public var trailing: TrailingMarks = []
  /// The trailing slots of the objects that have a description.
  public var described: DescribedObjects = []
  /// Whether some cell is a row of a table if there is room. Then the widest status of such rows in
  /// terminal columns, and their marks at the trailing edge.
  public var hasTable = false
  public var tableStatus = 0
  public var tableTrailing: TrailingMarks = []
  /// Whether some cell is an object, and whether some is the placeholder of one.
  public var hasObject = false
  public var hasSkeleton = false

  /// Wider statuses count as one of this many columns.
  public static let statusLimit = 255

  /// The needs of a list without cells.
  public init() {}

  /// The needs of one cell. Only objects need columns.
  public init(of draft: borrowing CellDraft) {
    guard draft.cell.kind.isObject else {
      hasSkeleton = draft.cell.kind == .skeleton
      return
    }
    hasObject = true
    if !draft.isBytes { addMembers(of: draft.cell) }
    unread = draft.unread ?? unread
    for icon in draft.icons.prefix(Profile.mostIcons) {
      icons = max(
        icons,
        icon.isName ? Icon.columnCount(ofName: icon.string.utf8) : Icon.columnCount(of: icon.string.utf8))
    }
    if let text = draft.number { number = Cell.numberColumnCount(of: text.utf8) }
    for one in draft.status.prefix(Profile.mostStatuses) {
      status = max(
        status, min(Self.statusLimit, one.text.utf8.mostColumns))
    }
    let hasActions = !draft.cell.actions.isEmpty
    trailing = TrailingMarks(
      hasStatus: draft.hasStatus, hasActions: hasActions, draft.shownAccessory)
    var own = draft.cell.description ?? ""
    let hasDescription =
      !(draft.description.map { DisplayText.showsNothing($0.utf8) } ?? own.withUTF8(DisplayText.showsNothing))
    described = DescribedObjects(
      hasDescription: hasDescription && draft.cell.kind != .contact && draft.cell.kind != .keyValue,
      hasStatus: draft.hasStatus, hasActions: hasActions)
    setTable()
  }

  /// Notes that the trailing edge of a row of a table is that of the table.
  mutating func setTable() {
    guard hasTable else { return }
    tableStatus = status
    tableTrailing = trailing
  }

  /// Adds the needs that depend on one member of an object.
  private mutating func addMembers(of cell: Cell) {
    unread = cell.unread
    icons = cell.iconColumnCount
    image = cell.image?.isBlank == false
    imageSizes = ImageSizes(of: cell)
    avatars = AvatarGroup(count: cell.avatars.count { !$0.isBlank })
    number = cell.numberColumnCount
    status = cell.statusColumnCount(atMost: Self.statusLimit)
    hasTable = cell.kind == .grid
  }

  /// The needs of a list.
  public init(of cells: [Cell]) {
    for cell in cells { formUnion(ColumnNeeds(of: CellDraft(cell))) }
  }

  /// Adds the needs of other cells.
  public mutating func formUnion(_ other: ColumnNeeds) {
    unread = unread || other.unread
    icons = max(icons, other.icons)
    image = image || other.image
    if other.image { imageSizes.formUnion(other.imageSizes) }
    avatars = avatars.union(other.avatars)
    number = max(number, other.number)
    status = max(status, other.status)
    trailing.formUnion(other.trailing)
    described.formUnion(other.described)
    hasTable = hasTable || other.hasTable
    tableStatus = max(tableStatus, other.tableStatus)
    tableTrailing.formUnion(other.tableTrailing)
    hasObject = hasObject || other.hasObject
    hasSkeleton = hasSkeleton || other.hasSkeleton
  }
}
