/// The number of cells with a property, and the first of these cells.
struct CellSample: Sendable {
  /// The maximum number of cells that are kept.
  static let idLimit = 100

  private(set) var count = 0
  /// The first cells, at most ``idLimit``, in the order of the list.
  private(set) var cells: [(index: Int, id: String)] = []

  /// The index of the first cell in the list.
  var first: Int { cells.first?.index ?? .max }

  /// The ids of the first cells.
  var ids: [String] { cells.map(\.id) }

  /// Adds a cell that is after all added cells in the list.
  mutating func add(_ id: String, at index: Int) {
    count += 1
    if cells.count < Self.idLimit { cells.append((index, id)) }
  }

  /// Adds the cells of another sample, whose indices start at `offset`.
  mutating func merge(_ other: CellSample, from offset: Int = 0) {
    count += other.count
    let added = other.cells.map { (index: $0.index + offset, id: $0.id) }
    guard let last = cells.last, let next = added.first, next.index < last.index else {
      return cells += added.prefix(Self.idLimit - cells.count)
    }
    cells = Array((cells + added).sorted { $0.index < $1.index }.prefix(Self.idLimit))
  }
}

/// The content types of a cell: its slots without those that depend on the state of the object,
/// such as statuses, icons and unread marks.
struct ContentTypes: Hashable, Sendable {
  private var slots: UInt32 = 0
  private let kind: Cell.Kind
  private let accessory: Accessory
  /// Whether the image is of a person, which is round.
  private let isPerson: Bool

  init(of cell: Cell) {
    kind = cell.kind
    accessory = cell.accessory
    isPerson = cell.image?.person ?? false
    func insert(_ slot: Slot, _ isThere: Bool) { if isThere { slots |= 1 << UInt32(slot.index) } }
    insert(.image, cell.image != nil)
    insert(.subtitle, cell.subtitle != nil)
    insert(.footnote, cell.footnote != nil || cell.caption != nil)
    insert(.description, cell.description != nil)
    insert(.rating, cell.rating != nil)
    insert(.avatars, !cell.avatars.isEmpty)
    insert(.actions, !cell.actions.isEmpty)
    insert(.accessory, cell.accessory != .none)
  }

  /// The types in words, the title first: `title, image, subtitle`.
  var words: String {
    let names = Slot.allCases.filter { slots & (1 << UInt32($0.index)) != 0 }.map { slot in
      switch slot {
      case .accessory: accessory.rawValue
      case .image where isPerson: "image of a person"
      default: slot.rawValue
      }
    }
    return ([kind == .object ? "title" : "\(kind.rawValue) title"] + names).joined(separator: ", ")
  }
}
