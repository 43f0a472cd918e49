import CellEngine

extension OrderedList {
  /// Follows the list of the session to another state. The cost is that of the cells that differ.
  mutating func update(to list: CellList, revision: UInt64, _ difference: ListDifference) {
    var update = OrderUpdate(self, to: list, revision: revision, difference)
    while true {
      guard let updated = update.step(.endless) else { continue }
      self = updated
      return
    }
  }
}

/// An update of an order in steps: collects the rows that change, changes them in one go, and then
/// inserts rows from the end.
struct OrderUpdate: Sendable {
  private enum Stage {
    /// The cells that differ are looked at, from this one on.
    case comparing(Int)
    /// The sections of groups are changed.
    case sections([(key: [UInt8], growth: Growth)])
    /// The places of insertions are looked for, from this one on.
    case locating(Int)
    case inserting
  }

  /// A row to insert. Sections are before the cells of their groups.
  private struct Insertion {
    let key: [UInt8]
    let entry: Entry
  }

  /// The key of a cell, and of its group if the view has groups.
  private struct Key: Equatable {
    let bytes: [UInt8]
    var group: [UInt8] = []
    var value: QueryValue?
  }

  /// The change of the number of cells in a group.
  private struct Growth {
    let value: QueryValue
    var cells = 0
  }

  /// A row to insert, and the index of the row that it is before.
  private struct Placed {
    let insertion: Insertion
    let position: Int
    var index = 0
  }

  private let old: OrderedList
  private let base: CellList
  private let revision: UInt64
  private let difference: ListDifference
  private var stage = Stage.comparing(0)
  private var changes: [(place: CellList.Place, entry: Entry)] = []
  private var removed: [CellList.Place] = []
  private var insertions: [Insertion] = []
  private var groups: [[UInt8]: Growth] = [:]
  private var placed: [Placed] = []
  /// The rows, as far as they are updated.
  private var list: OrderedList

  /// An update of `list`, whose session has now the cells `base`.
  ///
  /// - Parameter difference: from the state of the session that `list` is the order of.
  init(_ list: OrderedList, to base: CellList, revision: UInt64, _ difference: ListDifference) {
    old = list
    self.list = list
    self.base = base
    self.revision = revision
    self.difference = difference
  }

  /// Goes on until the time of the step is over. Returns the order when it is up to date.
  mutating func step(_ clock: StepClock) -> OrderedList? {
    var reader = OrderReader(old.order, unless: clock.interruption)
    while true {
      switch stage {
      case .comparing(difference.count): stage = .sections(groups.map { (key: $0, growth: $1) })
      case .comparing(let number):
        compare(number, &reader)
        stage = .comparing(number + 1)
      case .sections(let groups) where groups.isEmpty:
        changeRows()
        stage = .locating(0)
      case .sections(var groups):
        if let (key, growth) = groups.popLast() { updateSection(ofGroup: key, growth, &reader) }
        stage = .sections(groups)
      case .locating(placed.count): stage = .inserting
      case .locating(let number):
        placed[number].index = list.index(of: placed[number].insertion.key, placed[number].position, &reader)
        stage = .locating(number + 1)
      case .inserting where placed.isEmpty: return list
      case .inserting: insertLast()
      }
      if clock.isOver { return nil }
    }
  }

  // MARK: Comparing

  private mutating func compare(_ number: Int, _ reader: inout OrderReader) {
    let (changed, removed) = (difference.changed.count, difference.removed.count)
    if number < changed {
      change(difference.changed[number].old, to: difference.changed[number].new, &reader)
    } else if number < changed + removed {
      remove(difference.removed[number - changed], &reader)
    } else {
      add(difference.added[number - changed - removed], &reader)
    }
  }

  private mutating func change(_ entry: Entry, to new: Entry, _ reader: inout OrderReader) {
    let before = key(of: entry, &reader)
    let after = key(of: new, &reader)
    guard let before, before == after else {
      if let before { remove(entry, before, &reader) }
      if let after { add(new, after) }
      return
    }
    if let place = old.place(of: entry.key, sortedAs: before.bytes, &reader) { changes.append((place, new)) }
  }

  private mutating func remove(_ entry: Entry, _ reader: inout OrderReader) {
    if let key = key(of: entry, &reader) { remove(entry, key, &reader) }
  }

  private mutating func add(_ entry: Entry, _ reader: inout OrderReader) {
    if let key = key(of: entry, &reader) { add(entry, key) }
  }

  /// The key of a cell; `nil` if the view does not show it.
  private func key(of entry: Entry, _ reader: inout OrderReader) -> Key? {
    guard reader.read(entry.packed, unread: entry.unread, selected: entry.selected) else { return nil }
    guard old.order.isGrouped else { return Key(bytes: reader.key) }
    let group = Array(reader.key.prefix(reader.groupLength))
    return Key(bytes: reader.key, group: group, value: reader.group)
  }

  private mutating func remove(_ entry: Entry, _ key: Key, _ reader: inout OrderReader) {
    count(-1, key)
    if let place = old.place(of: entry.key, sortedAs: key.bytes, &reader) { removed.append(place) }
  }

  private mutating func add(_ entry: Entry, _ key: Key) {
    count(1, key)
    if let value = key.value, old.order.collapsed.contains(value) { return }
    insertions.append(Insertion(key: key.bytes, entry: entry))
  }

  /// Counts a cell in its group.
  private mutating func count(_ cells: Int, _ key: Key) {
    guard let value = key.value else { return }
    groups[key.group, default: Growth(value: value)].cells += cells
  }

  // MARK: Changing

  /// Updates the section of a group.
  private mutating func updateSection(ofGroup key: [UInt8], _ growth: Growth, _ reader: inout OrderReader) {
    guard growth.cells != 0 else { return }
    let place = old.section(ofGroup: key, &reader)
    let before = place.map { Cell(old.rows[$0].packed, state: CellState()).count ?? 0 } ?? 0
    let section = OrderedList.section(
      growth.value, count: before + growth.cells, isCollapsed: old.order.collapsed.contains(growth.value),
      revision: revision)
    switch place {
    case let place? where before + growth.cells == 0: removed.append(place)
    case let place?: changes.append((place, section))
    case nil: insertions.append(Insertion(key: key + [0], entry: section))
    }
  }

  /// Changes and removes rows, and sorts those to insert.
  private mutating func changeRows() {
    if !changes.isEmpty { list.rows.put(changes) }
    if !removed.isEmpty { _ = list.rows.remove(at: removed) }
    list.base = base
    list.revision = revision
    placed = insertions.map { insertion in
      let place = base.place(of: insertion.entry.key)
      return Placed(insertion: insertion, position: place.map { base.index(of: $0) } ?? 0)
    }
    placed.sort { left, right in
      let (key, other) = (left.insertion.key, right.insertion.key)
      return key == other ? left.position < right.position : key.lexicographicallyPrecedes(other)
    }
  }

  /// Inserts the last rows that are before the same one. The indices before stay valid.
  private mutating func insertLast() {
    guard let index = placed.last?.index else { return }
    var run: [Entry] = []
    while let last = placed.last, last.index == index {
      run.append(last.insertion.entry)
      placed.removeLast()
    }
    list.rows.insert(run.reversed(), at: index)
  }
}
