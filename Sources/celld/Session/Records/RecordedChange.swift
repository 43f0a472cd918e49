import CellEngine

/// A change as it is read from a record.
struct RecordedChange {
  private let old: CellList
  private let items: [RecordItem]
  private let revision: UInt64
  /// For each item, its cells in the list before; `nil` for a new cell.
  private let origins: [Range<Int>?]

  /// The change of `list` into the cells of `items`, in which changed cells have `revision`.
  ///
  /// - Throws: RecordItem.Misfit if the list would have a cell twice, or an item is of cells that
  ///   the list before does not have.
  init(of list: CellList, to items: [RecordItem], revision: UInt64) throws(RecordItem.Misfit) {
    old = list
    self.items = items
    self.revision = revision
    origins = items.map { Self.origin(of: $0, in: list) }
    try Self.check(items, origins, before: list.count)
  }

  /// The list after the change. The cost grows with the items, not with the list, as long as few of
  /// them move.
  func list() -> CellList {
    let anchored = Self.heaviestIncreasing(origins)
    guard !isMostlyNew(anchored) else { return rebuilt() }
    var list = old

    // Cells that keep their order are changed where they are.
    var changes: [(place: CellList.Place, entry: Entry)] = []
    var removed: [CellList.Place] = []
    var covered = 0
    for (number, item) in items.enumerated() where anchored[number] {
      guard let origin = origins[number] else { continue }
      for index in covered..<origin.lowerBound { removed.append(old.place(at: index)) }
      covered = origin.upperBound
      switch item {
      case .run: break
      case .state, .cell:
        changes += zip(origin, entries(of: item)).map { (old.place(at: $0), $1) }
      }
    }
    for index in covered..<old.count { removed.append(old.place(at: index)) }
    if !changes.isEmpty { list.put(changes) }
    if !removed.isEmpty { _ = list.remove(at: removed) }

    // Others are inserted, each run of them at once.
    var index = 0
    var pending: [Entry] = []
    for (number, item) in items.enumerated() {
      guard anchored[number], let origin = origins[number] else {
        pending += entries(of: item)
        continue
      }
      list.insert(pending, at: index)
      index += pending.count + origin.count
      pending = []
    }
    list.insert(pending, at: index)
    return list
  }

  private static func check(
    _ items: [RecordItem], _ origins: [Range<Int>?], before count: Int
  ) throws(RecordItem.Misfit) {
    var end = 0
    for range in origins.compactMap({ $0 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= end else {
        throw RecordItem.Misfit(description: "the cell at \(range.lowerBound) comes twice")
      }
      end = range.upperBound
    }
    guard end <= count else {
      throw RecordItem.Misfit(description: "a list of \(count) cells has no cell at \(end - 1)")
    }
    var keys: Set<ByteKey> = []
    for (number, item) in items.enumerated() {
      guard case .cell(let cell) = item, origins[number] == nil, !keys.insert(cell.key).inserted else {
        continue
      }
      throw RecordItem.Misfit(description: "the cell \(cell.packed.id) comes twice")
    }
  }

  private static func origin(of item: RecordItem, in list: CellList) -> Range<Int>? {
    switch item {
    case .run(let range), .state(let range, _): return range
    case .cell(let cell):
      guard let place = list.place(of: cell.key) else { return nil }
      let index = list.index(of: place)
      return index..<index + 1
    }
  }

  private func entries(of item: RecordItem) -> [Entry] {
    switch item {
    case .run(let range): entries(in: range)
    case .state(let range, let state): entries(in: range).map { $0.with(state, revision: revision) }
    case .cell(let cell): [cell.entry(revision: revision)]
    }
  }

  private func entries(in range: Range<Int>) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(range.count)
    old.forEachChunk(in: range) { chunk, _, offsets in
      for offset in offsets { entries.append(chunk.entry(offset)) }
    }
    return entries
  }

  /// Whether inserting the moved and new cells one after the other takes longer than to make the
  /// list again.
  private func isMostlyNew(_ anchored: [Bool]) -> Bool {
    // Runs of inserted cells. Each copies a chunk and a group.
    var insertions = 0
    for number in anchored.indices where !anchored[number] && (number == 0 || anchored[number - 1]) {
      insertions += 1
    }
    return insertions > 16 + old.count / Chunk.capacity
  }

  /// A list as a change of another one, with which it shares no cells.
  static func list(_ list: CellList, after old: CellList) -> CellList {
    var result = CellList(after: old)
    var entries: [Entry] = []
    entries.reserveCapacity(list.count)
    list.forEachChunk(in: 0..<list.count) { chunk, _, offsets in
      for offset in offsets { entries.append(chunk.entry(offset)) }
    }
    result.insert(entries, at: 0)
    return result
  }

  private func rebuilt() -> CellList {
    var list = CellList(after: old)
    list.insert(items.flatMap { entries(of: $0) }, at: 0)
    return list
  }

  /// For each range, whether it is in a sequence of disjoint, ascending ranges whose lengths
  /// together are a maximum. O(n log n).
  static func heaviestIncreasing(_ ranges: [Range<Int>?]) -> [Bool] {
    // The best sequences so far, by their ends: longer ones end later.
    var best: [(end: Int, weight: Int, last: Int)] = []
    var before = [Int](repeating: -1, count: ranges.count)
    for (number, range) in ranges.enumerated() {
      guard let range else { continue }
      var low = 0
      var high = best.count
      while low < high {
        let middle = (low + high) / 2
        if best[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
      }
      let weight = range.count + (low > 0 ? best[low - 1].weight : 0)
      before[number] = low > 0 ? best[low - 1].last : -1
      // The first sequence that ends at this one or after it.
      var place = low
      high = best.count
      while place < high {
        let middle = (place + high) / 2
        if best[middle].end < range.upperBound { place = middle + 1 } else { high = middle }
      }
      if place > 0, best[place - 1].weight >= weight { continue }
      if place < best.count, best[place].end == range.upperBound, best[place].weight >= weight { continue }
      var end = place
      while end < best.count, best[end].weight <= weight { end += 1 }
      best.replaceSubrange(place..<end, with: [(range.upperBound, weight, number)])
    }
    var isIn = [Bool](repeating: false, count: ranges.count)
    var number = best.last?.last ?? -1
    while number >= 0 {
      isIn[number] = true
      number = before[number]
    }
    return isIn
  }
}
