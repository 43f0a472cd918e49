import CellEngine

extension OrderedList {
  /// Follows the list of the session to another state. The cost is that of the cells that differ.
  mutating func update(to list: CellList, revision: UInt64, _ difference: ListDifference) {
    var update = OrderUpdate(self, revision: revision)
    for (old, new) in difference.changed { update.change(old, to: new) }
    for entry in difference.removed { update.remove(entry) }
    for entry in difference.added { update.add(entry) }
    update.finish(in: &self, list)
  }
}

/// An update of an order: collects the rows that change, and changes them in one go.
private struct OrderUpdate {
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

  private let old: OrderedList
  private let revision: UInt64
  private var reader: OrderReader
  private var changes: [(place: CellList.Place, entry: Entry)] = []
  private var removed: [CellList.Place] = []
  private var insertions: [Insertion] = []
  private var groups: [[UInt8]: Growth] = [:]

  init(_ list: OrderedList, revision: UInt64) {
    old = list
    self.revision = revision
    reader = OrderReader(list.order)
  }

  mutating func change(_ entry: Entry, to new: Entry) {
    let before = key(of: entry)
    let after = key(of: new)
    guard let before, before == after else {
      if let before { remove(entry, before) }
      if let after { add(new, after) }
      return
    }
    if let place = old.place(of: entry.key, sortedAs: before.bytes, &reader) { changes.append((place, new)) }
  }

  mutating func remove(_ entry: Entry) {
    if let key = key(of: entry) { remove(entry, key) }
  }

  mutating func add(_ entry: Entry) {
    if let key = key(of: entry) { add(entry, key) }
  }

  /// The key of a cell; `nil` if the view does not show it.
  private mutating func key(of entry: Entry) -> Key? {
    guard reader.read(entry.packed, unread: entry.unread, selected: entry.selected) else { return nil }
    guard old.order.isGrouped else { return Key(bytes: reader.key) }
    let group = Array(reader.key.prefix(reader.groupLength))
    return Key(bytes: reader.key, group: group, value: reader.group)
  }

  private mutating func remove(_ entry: Entry, _ key: Key) {
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

  /// Updates the sections of the groups whose numbers of cells changed.
  private mutating func updateSections() {
    for (key, growth) in groups where growth.cells != 0 {
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
  }

  /// Changes the rows of `list`, which is the list of the beginning.
  consuming func finish(in list: inout OrderedList, _ base: CellList) {
    updateSections()
    if !changes.isEmpty { list.rows.put(changes) }
    if !removed.isEmpty { _ = list.rows.remove(at: removed) }
    list.base = base
    list.revision = revision
    insert(into: &list)
  }

  private mutating func insert(into list: inout OrderedList) {
    let base = list.base
    func position(_ entry: Entry) -> Int { base.place(of: entry.key).map { base.index(of: $0) } ?? 0 }
    var sorted = insertions.map { (key: $0.key, position: position($0.entry), entry: $0.entry) }
    sorted.sort { $0.key == $1.key ? $0.position < $1.position : $0.key.lexicographicallyPrecedes($1.key) }
    var indices = sorted.map { list.index(of: $0.key, $0.position, &reader) }
    // From the end, so that the indices before stay valid.
    while let index = indices.last {
      var run: [Entry] = []
      while indices.last == index, let last = sorted.popLast() {
        run.append(last.entry)
        indices.removeLast()
      }
      list.rows.insert(run.reversed(), at: index)
    }
  }
}
