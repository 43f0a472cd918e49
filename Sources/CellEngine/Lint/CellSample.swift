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
  private static let stateSlots = SlotSet(.title, .number, .icons, .unread, .status, .tags, .info, .count)

  private var slots = SlotSet()
  private let kind: Cell.Kind
  private let accessory: Accessory
  /// Whether the image is of a person, which is round.
  private let isPerson: Bool

  init(of cell: Cell) {
    kind = cell.kind
    accessory = cell.accessory
    isPerson = cell.image?.person ?? false
    for row in Cell.rows {
      guard let slot = row.member.slot, !Self.stateSlots.contains(slot), !row.isBlank(cell) else { continue }
      slots.insert(slot == .caption ? .footnote : slot)
    }
  }

  /// The types in words, the title first: `title, image, subtitle`.
  var words: String {
    let names = Slot.allCases.filter(slots.contains).map { slot in
      switch slot {
      case .accessory: accessory.rawValue
      case .image where isPerson: "image of a person"
      default: slot.rawValue
      }
    }
    return ([kind == .object ? "title" : "\(kind.rawValue) title"] + names).joined(separator: ", ")
  }
}
