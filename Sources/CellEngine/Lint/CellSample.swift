/// How many cells have something, and the first of them.
struct CellSample: Sendable {
  private(set) var count = 0
  /// In the order of the list, at most ``Lint/idLimit``.
  private(set) var cells: [(place: Int, id: String)] = []

  /// Where the first of them stands in the list.
  var first: Int { cells.first?.place ?? .max }

  /// The ids of the first of them.
  var ids: [String] { cells.map(\.id) }

  /// Adds a cell that stands behind those that are there.
  mutating func add(_ id: String, at place: Int) {
    count += 1
    if cells.count < Lint.idLimit { cells.append((place, id)) }
  }

  /// Adds other cells, whose places are counted from `offset`.
  mutating func merge(_ other: CellSample, from offset: Int = 0) {
    count += other.count
    let added = other.cells.map { (place: $0.place + offset, id: $0.id) }
    guard let last = cells.last, let next = added.first, next.place < last.place else {
      return cells += added.prefix(Lint.idLimit - cells.count)
    }
    cells = Array((cells + added).sorted { $0.place < $1.place }.prefix(Lint.idLimit))
  }
}

/// The content types of a cell: the slots that do not come and go with the condition of its object, as statuses, icons
/// and unread marks do.
struct ContentTypes: Hashable, Sendable {
  private var slots: UInt32 = 0
  private let kind: Cell.Kind

  init(of cell: Cell) {
    kind = cell.kind
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

  /// The types in words, the title first.
  var words: String {
    let names = Slot.allCases.filter { slots & (1 << UInt32($0.index)) != 0 }.map(\.rawValue)
    return ([kind == .object ? "title" : "\(kind.rawValue) title"] + names).joined(separator: ", ")
  }
}
