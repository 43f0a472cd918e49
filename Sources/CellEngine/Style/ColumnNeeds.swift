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

  /// The needs of one cell that is not unread. Only objects need columns.
  init(of record: RecordFields) {
    var fields = record
    var owner = RecordOwner.icon
    var kind = Cell.Kind.object
    var accessory = Accessory.none
    var hasActions = false
    var hasDescription = false
    var counts = (icons: 0, statuses: 0, avatars: 0)
    // The columns of the status that is read, the blank parts of an image.
    var own = (icon: 0, text: 0)
    var picture: (isPerson: Bool, hasSource: Bool, isBlank: Bool, size: Double?)?
    var hasStatus = false

    func end(_ needs: inout ColumnNeeds) {
      switch owner {
      case .icon where counts.icons > 0 && counts.icons <= Profile.mostIcons:
        needs.icons = max(needs.icons, own.icon)
      case .status:
        let columns = own.icon + own.text + (own.icon > 0 && own.text > 0 ? 1 : 0)
        hasStatus = hasStatus || columns > 0
        if counts.statuses <= Profile.mostStatuses {
          needs.status = max(needs.status, min(Self.statusLimit, columns))
        }
      case .image:
        guard let picture, !picture.isBlank || picture.isPerson || picture.hasSource else { break }
        needs.image = true
        needs.imageSizes = ImageSizes(
          isContact: kind == .contact, isPerson: picture.isPerson, size: picture.size)
      case .avatar:
        if let picture, !picture.isBlank || picture.isPerson || picture.hasSource { counts.avatars += 1 }
      case .icon, .info, .action, .trend: break
      }
      own = (0, 0)
    }

    reading: while let field = fields.next(in: Self.tags) {
      switch field.head & RecordFields.tag {
      case FieldTag.kind.rawValue: kind = field.cellKind
      case FieldTag.accessory.rawValue: accessory = field.accessory
      case TextTag.number.rawValue: number = min(KeptColumns.numberLimit, field.bytes.mostColumns)
      case FieldTag.icon.rawValue:
        end(&self)
        owner = .icon
        counts.icons += 1
      case FieldTag.image.rawValue, FieldTag.avatar.rawValue:
        end(&self)
        owner = field.tag == .image ? .image : .avatar
        picture = (field.showsPerson, false, false, nil)
      case FieldTag.imageSource.rawValue: picture?.hasSource = true
      case FieldTag.imageSize.rawValue: picture?.size = field.double(at: 0)
      case TextTag.initials.rawValue: picture?.isBlank = DisplayText.showsNothing(field.bytes)
      case FieldTag.status.rawValue:
        end(&self)
        owner = .status
        counts.statuses += 1
      case FieldTag.info.rawValue:
        end(&self)
        owner = .info
      case FieldTag.action.rawValue:
        end(&self)
        owner = .action
        hasActions = true
      case FieldTag.iconName.rawValue, TextTag.iconText.rawValue:
        // Only these icons count. The name of an icon comes before its text, and wins.
        guard owner == .status || owner == .icon && counts.icons <= Profile.mostIcons, own.icon == 0 else {
          break
        }
        own.icon =
          field.textTag == nil ? Icon.columnCount(ofName: field.bytes) : min(2, field.bytes.mostColumns)
      case TextTag.statusText.rawValue: own.text = field.bytes.mostColumns
      case TextTag.description.rawValue: hasDescription = !DisplayText.showsNothing(field.bytes)
      default: break reading
      }
    }
    end(&self)
    guard kind.isObject else {
      self = ColumnNeeds()
      hasSkeleton = kind == .skeleton
      return
    }
    hasObject = true
    hasTable = kind == .grid
    avatars = AvatarGroup(count: counts.avatars)
    trailing = TrailingMarks(hasStatus: hasStatus, hasActions: hasActions, accessory)
    described = DescribedObjects(
      hasDescription: hasDescription && kind != .contact && kind != .keyValue, hasStatus: hasStatus,
      hasActions: hasActions)
    setTable()
  }

  /// The tags of fields that columns depend on, and those of the fields after them.
  private static let tags: UInt64 = {
    let fields: [FieldTag] = [
      .kind, .accessory, .icon, .image, .avatar, .imageSource, .imageSize, .status, .info, .action, .iconName,
      .swipeLeading, .swipeTrailing, .menu, .header, .data,
    ]
    let texts: [TextTag] = [.number, .initials, .iconText, .statusText, .description, .preview]
    return (fields.map(\.rawValue) + texts.map(\.rawValue)).reduce(0) { $0 | 1 << UInt64($1) }
  }()

  /// Notes that the trailing edge of a row of a table is that of the table.
  mutating func setTable() {
    guard hasTable else { return }
    tableStatus = status
    tableTrailing = trailing
  }

  /// The needs of a cell.
  public init(of cell: Cell) {
    self = CellRecord(cell).withFields { ColumnNeeds(of: $0) }
    unread = cell.unread && cell.kind.isObject
  }

  /// The needs of a list.
  public init(of cells: [Cell]) {
    for cell in cells { formUnion(ColumnNeeds(of: cell)) }
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

extension Icon {
  /// The columns that an icon with this name asks for. A letter is shown for an unknown name.
  static func columnCount(ofName name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let index = IconTable.index(of: name) else { return DisplayText.showsNothing(name) ? 0 : 1 }
    return max(1, min(2, IconTable.entries[index].unicode.bytes.mostColumns))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The columns of a text of UTF-8 on one line, by the width model that counts more; 0 if it shows
  /// nothing. The views of a list have different models and share what its columns need.
  var mostColumns: Int {
    if DisplayText.showsNothing(self) { return 0 }
    if DisplayText.isPrintableASCII(self) { return inkCount }
    let display = DisplayText.lineDisplay(of: self)
    return WidthModel.Mode.allCases.reduce(0) { most, mode in
      let metrics = ColumnMetrics(WidthModel(mode: mode))
      let advance = display?.withUnsafeBufferPointer { $0.advance(in: metrics) } ?? advance(in: metrics)
      return Swift.max(most, Int(advance))
    }
  }
}
