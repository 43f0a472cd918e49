import CellEngine

/// The making of an order from all cells of a list, in steps: reads the keys, sorts them, and makes
/// the rows. Only for workers, as each step uses all cores.
struct OrderMaking: Sendable {
  private let order: CellOrder
  private let base: CellList
  private let revision: UInt64
  /// The number before that of the first chunk of rows.
  private let number: UInt64
  private let chunks: [Chunk]
  /// The keys that were read.
  private var keys: OrderKeys
  /// The first chunk whose keys were not read.
  private var nextChunk = 0
  /// Sorted runs of cells, which are merged in rounds until one is left.
  private var runs: [[SortedCell]] = []
  /// The merges under way, one beside the other, in the parts that make one run. The runs that this
  /// round has made.
  private var merges: [[RunMerge]] = []
  private var merged: [[SortedCell]] = []
  /// The rows in their order, when all cells are sorted.
  private var rows: [OrderedRow]?
  private var made: [Chunk] = []

  /// The bytes that the making of an order takes, at most, besides those of the order.
  static func bytes(ofCells count: Int) -> Int {
    count * (2 * MemoryLayout<SortedCell>.stride + OrderKeys.keptBytes)
  }

  /// The chunks of a list that one thread reads at a time: some milliseconds of work.
  private static let blockChunks = 64
  /// The cells that one thread merges at a time.
  private static let mergedCells = 1 << 16
  /// The chunks of rows that one thread makes at a time.
  private static let madeChunks = 64

  /// The order of all cells of a list.
  ///
  /// - Parameter old: the rows of the view until now. The numbers of new chunks are above theirs.
  init(_ order: CellOrder, of base: CellList, revision: UInt64, after old: CellList? = nil) {
    self.order = order
    self.base = base
    self.revision = revision
    number = old?.numbers ?? 0
    chunks = base.groups.flatMap(\.chunks)
    keys = OrderKeys(order, chunks)
  }

  /// Goes on until the time of the step is over. Returns the order when it is complete.
  mutating func step(_ clock: StepClock) -> OrderedList? {
    while true {
      if nextChunk < chunks.count {
        readKeys()
      } else if runs.count > 1 || !merged.isEmpty || !merges.isEmpty {
        mergeRuns()
      } else if rows == nil {
        rows = orderedRows()
        keys.removeAll()
      } else if let rows, made.count * Chunk.capacity < rows.count {
        makeChunks(rows)
      } else {
        return OrderedList(order: order, base: base, revision: revision, rows: CellList(unindexed: made))
      }
      if clock.isOver { return nil }
    }
  }

  /// The complete order.
  mutating func finish() -> OrderedList {
    while true {
      if let list = step(.endless) { return list }
    }
  }

  // MARK: Steps

  private mutating func readKeys() {
    let left = (chunks.count - nextChunk + Self.blockChunks - 1) / Self.blockChunks
    let parts = min(2 * Processors.count, left)
    let results = ResultSlots<(KeyBlock, [SortedCell])>(count: parts)
    let (keys, start, end) = (keys, nextChunk, chunks.count)
    Workers.parallel(count: parts) { part in
      let lower = start + part * Self.blockChunks
      results.set(keys.sortedBlock(of: lower..<min(lower + Self.blockChunks, end), number: part), at: part)
    }
    for (block, cells) in results.values() {
      self.keys.append(block)
      runs.append(cells)
    }
    nextChunk = min(start + parts * Self.blockChunks, end)
  }

  /// Merges some pairs of runs, or the parts of the only pair, for some milliseconds.
  private mutating func mergeRuns() {
    if merges.isEmpty {
      guard runs.count > 1 else {
        // The round is over.
        runs = merged + runs
        merged = []
        return
      }
      let pairs = min(Processors.count, runs.count / 2)
      merges =
        pairs == 1
        ? [RunMerge.parts(of: runs[0], runs[1], count: Processors.count, keys)]
        : (0..<pairs).map { [RunMerge(runs[2 * $0][...], runs[2 * $0 + 1][...])] }
      runs.removeFirst(2 * pairs)
    }
    let keys = keys
    let parts = merges.flatMap(\.self)
    Workers.parallel(count: parts.count) { parts[$0].step(keys, atMost: Self.mergedCells) }
    guard parts.allSatisfy(\.isDone) else { return }
    merged += merges.map(RunMerge.output)
    merges = []
  }

  /// The rows of the sorted cells: sections, and the cells of groups that are not collapsed.
  private func orderedRows() -> [OrderedRow] {
    let cells = runs.first ?? []
    guard order.isGrouped else { return cells.map { .cell($0.place) } }
    var rows: [OrderedRow] = []
    rows.reserveCapacity(cells.count)
    var start = 0
    var reader = OrderReader(order)
    while start < cells.count {
      let group = keys.groupKey(of: cells[start])
      var end = start + 1
      while end < cells.count, keys.isGroupKey(group, of: cells[end]) { end += 1 }
      let entry = chunks.entry(at: cells[start].place)
      reader.readKey(entry.packed, unread: entry.unread, selected: entry.selected)
      let isCollapsed = order.collapsed.contains(reader.group)
      rows.append(
        .section(
          OrderedList.section(reader.group, count: end - start, isCollapsed: isCollapsed, revision: revision))
      )
      if !isCollapsed { rows += cells[start..<end].lazy.map { .cell($0.place) } }
      start = end
    }
    return rows
  }

  private mutating func makeChunks(_ rows: [OrderedRow]) {
    let count = (rows.count + Chunk.capacity - 1) / Chunk.capacity - made.count
    let parts = min(2 * Processors.count, (count + Self.madeChunks - 1) / Self.madeChunks)
    let results = ResultSlots<[Chunk]>(count: parts)
    let (chunks, first, number) = (chunks, made.count, number)
    Workers.parallel(count: parts) { part in
      let lower = first + part * Self.madeChunks
      let upper = min(lower + Self.madeChunks, first + count)
      results.set(
        (lower..<upper).map { index in
          let start = index * Chunk.capacity
          let entries = rows[start..<min(start + Chunk.capacity, rows.count)].map { $0.entry(chunks) }
          return Chunk(
            number: number + UInt64(index) + 1, lineage: UInt32(index), entries: entries, isSearched: false)
        }, at: part)
    }
    made += results.values().joined()
  }
}

/// A row of an order that is being made.
private enum OrderedRow: Sendable {
  case section(Entry)
  /// A cell of the session, by its place among the chunks.
  case cell(UInt32)

  func entry(_ chunks: [Chunk]) -> Entry {
    switch self {
    case .section(let entry): entry
    case .cell(let place): chunks.entry(at: place)
    }
  }
}

extension [Chunk] {
  /// The cell at a place: the number of its chunk times the capacity of a chunk, and its offset.
  func entry(at place: UInt32) -> Entry {
    self[Int(place) / Chunk.capacity].entry(Int(place) % Chunk.capacity)
  }
}
