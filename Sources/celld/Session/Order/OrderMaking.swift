import CellEngine
import Locks

/// The making of an order from all cells of a list, in steps: reads the keys, sorts them, and makes
/// the rows. Only for workers, as each step uses all cores.
struct OrderMaking: Sendable {
  private let order: CellOrder
  private let base: CellList
  private let revision: UInt64
  /// The number before that of the first chunk of rows.
  private let number: UInt64
  /// The chunks of the session. Those of the sections follow.
  private var chunks: [Chunk]
  /// The keys that were read.
  private var keys: OrderKeys
  private var sort: OrderSort?
  /// The rows in their order, as places among the chunks, when all cells are sorted.
  private var rows: [UInt32]?
  private var made: [Chunk] = []

  /// The bytes that the making of an order takes, at most, besides those of the order.
  static func bytes(ofCells count: Int) -> Int {
    count * (OrderSort.bytesOfCell + OrderKeys.bytesOfCell)
  }

  /// The cells that one thread makes rows of at a time.
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
      if !stepOfSorting(clock) {
        if rows == nil {
          setRows()
        } else if let rows, made.count * Chunk.capacity < rows.count {
          makeChunks(rows)
        } else {
          return OrderedList(order: order, base: base, revision: revision, rows: CellList(unindexed: made))
        }
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

  // MARK: The first rows

  /// Whether the first rows are worth an answer of their own. The sections of groups have the
  /// numbers of their cells, which are known when all cells are sorted.
  var hasHead: Bool { !order.isGrouped && base.count > OrderSort.shortCount }

  /// Goes on until the first rows are sorted. Returns `nil` if the time of the step is over.
  mutating func stepToHead(_ clock: StepClock) -> OrderHead? {
    while sort.map({ !$0.isDone && $0.sortedCount < OrderHead.rows }) ?? true {
      _ = stepOfSorting(clock)
      if clock.isOver { return nil }
    }
    return sort.map(head)
  }

  private func head(_ sort: OrderSort) -> OrderHead {
    let count = min(OrderHead.rows, sort.sortedCount)
    let places = keys.withView { view in (0..<count).map { view.place(of: sort.number($0)) } }
    let first = chunks(of: places, 0..<(count + Chunk.capacity - 1) / Chunk.capacity)
    return OrderHead(
      list: OrderedList(order: order, base: base, revision: revision, rows: CellList(unindexed: first)),
      count: keys.count)
  }

  // MARK: Steps

  /// Reads some keys, or sorts some cells. Returns false if nothing is left.
  private mutating func stepOfSorting(_ clock: StepClock) -> Bool {
    if rows != nil { return false }
    if keys.readBlocks < keys.allBlocks {
      readKeys(clock)
    } else if sort == nil {
      sort = OrderSort(keys)
    } else if sort.map({ !$0.isDone }) ?? false {
      sort?.step()
    } else {
      return false
    }
    return true
  }

  /// Reads keys on all cores until the time of the step is over. No core waits for another one
  /// before that.
  private mutating func readKeys(_ clock: StepClock) {
    let (keys, first) = (keys, keys.readBlocks)
    let left = keys.allBlocks - first
    let next = Mutex(0)
    let blocks = ResultSlots<KeyBlock>(count: left)
    let threads = min(Workers.width, left)
    Workers.parallel(count: threads) { _ in
      var reader = KeyReader(keys, unless: clock.interruption)
      repeat {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < left else { break }
        blocks.set(reader.read(first + index), at: index)
      } while !clock.isOver
    }
    for block in blocks.values() { self.keys.append(block) }
  }

  /// Sets the rows of the sorted cells: sections, and the cells of groups that are not collapsed.
  private mutating func setRows() {
    guard let sort else { return }
    let (places, sections) = keys.withView { view in
      order.isGrouped
        ? groupedRows(sort, view) : ((0..<keys.count).map { view.place(of: sort.number($0)) }, [])
    }
    rows = places
    for start in stride(from: 0, to: sections.count, by: Chunk.capacity) {
      let entries = Array(sections[start..<min(start + Chunk.capacity, sections.count)])
      chunks.append(Chunk(number: 0, lineage: 0, entries: entries, isSearched: false))
    }
    keys = OrderKeys(order, [])
    self.sort = nil
  }

  /// The places of the rows. The sections are in chunks after those of the session.
  private func groupedRows(_ sort: OrderSort, _ view: KeyView) -> (places: [UInt32], sections: [Entry]) {
    var places: [UInt32] = []
    places.reserveCapacity(keys.count)
    var sections: [Entry] = []
    var start = 0
    var reader = OrderReader(order)
    while start < keys.count {
      let group = view.groupKey(of: sort.number(start))
      var end = start + 1
      while end < keys.count, view.isGroupKey(group, of: sort.number(end)) { end += 1 }
      let entry = chunks.entry(at: view.place(of: sort.number(start)))
      reader.readKey(entry.packed, unread: entry.unread, selected: entry.selected)
      let isCollapsed = order.collapsed.contains(reader.group)
      places.append(UInt32(chunks.count * Chunk.capacity + sections.count))
      sections.append(
        OrderedList.section(reader.group, count: end - start, isCollapsed: isCollapsed, revision: revision))
      if !isCollapsed { places += (start..<end).lazy.map { view.place(of: sort.number($0)) } }
      start = end
    }
    return (places, sections)
  }

  private mutating func makeChunks(_ rows: [UInt32]) {
    let count = (rows.count + Chunk.capacity - 1) / Chunk.capacity - made.count
    let parts = min(4 * Processors.count, (count + Self.madeChunks - 1) / Self.madeChunks)
    let results = ResultSlots<[Chunk]>(count: parts)
    let (making, first) = (self, made.count)
    Workers.parallel(count: parts) { part in
      let lower = first + part * Self.madeChunks
      results.set(
        making.chunks(of: rows, lower..<min(lower + Self.madeChunks, first + count)), at: part)
    }
    made += results.values().joined()
  }

  /// Some of the chunks of the rows at these places.
  private func chunks(of rows: [UInt32], _ range: Range<Int>) -> [Chunk] {
    rows.withUnsafeBufferPointer { rows in
      range.map { index in
        let start = index * Chunk.capacity
        let places = UnsafeBufferPointer(rebasing: rows[start..<min(start + Chunk.capacity, rows.count)])
        return Chunk(number: number + UInt64(index) + 1, lineage: UInt32(index), places, of: chunks)
      }
    }
  }
}

/// The first rows of an order that is being made.
struct OrderHead: Sendable {
  /// The maximum number of first rows: some screens.
  static let rows = 4 * Chunk.capacity

  /// The first rows, as if there were no others.
  let list: OrderedList
  /// The number of all rows.
  let count: Int
}
