/// The counts of a replacement: every cell of the old list and of the new one is counted once.
struct ReplaceCounts: Equatable, Sendable {
  var inserted = 0
  var removed = 0
  var moved = 0
  var updated = 0
  var unchanged = 0

  /// Whether the list changed.
  var isChange: Bool { inserted + removed + moved + updated > 0 }
}

extension CellList {
  /// Makes the list equal to the cells of `batches`, which have distinct keys. Cells that stay as
  /// they are keep their entries, and chunks that stay as they are keep their identity.
  mutating func replace(with batches: [[PushedCell]], revision: UInt64) -> ReplaceCounts {
    var replacement = ListReplacement(of: self)
    for cells in batches { replacement.add(cells, revision: revision) }
    let counts = replacement.counts
    if counts.isChange { self = replacement.finish() }
    return counts
  }
}

/// The replacement of the cells of a list by others, some of which it has already.
private struct ListReplacement {
  /// A cell of the new list, and its place in the old one.
  private struct Incoming {
    let entry: Entry
    let origin: CellList.Place?
    let isUnchanged: Bool
  }

  /// Chunks of the new list: one that stays, one with the same cells, or cells to make chunks of.
  private enum Piece {
    case chunk(Chunk)
    case successor(of: Chunk, Range<Int>)
    case cells(Range<Int>)
  }

  private var list: CellList
  private var finder: PlaceFinder
  private var incoming: [Incoming] = []
  private var inserted = 0
  private var updated = 0
  /// The indices of the cells that do not change, in their new order.
  private var stayed: [Int] = []
  /// For each cell of the old list, whether it stays.
  private var isKept: [Bool]
  /// The lineages of old chunks that have a successor.
  private var claimed: Set<UInt32> = []

  init(of list: CellList) {
    self.list = list
    finder = PlaceFinder(list)
    isKept = [Bool](repeating: false, count: list.count)
  }

  /// The counts of the cells that were added.
  var counts: ReplaceCounts {
    var counts = ReplaceCounts(inserted: inserted, updated: updated)
    counts.unchanged = longestIncreasingRun(stayed)
    counts.moved = stayed.count - counts.unchanged
    counts.removed = list.count - stayed.count - updated
    return counts
  }

  /// Adds the next cells of the new list.
  mutating func add(_ cells: [PushedCell], revision: UInt64) {
    for index in cells.indices {
      guard let place = finder.place(of: cells[index].key) else {
        inserted += 1
        let entry = cells[index].entry(revision: revision)
        incoming.append(Incoming(entry: entry, origin: nil, isUnchanged: false))
        continue
      }
      let old = list[place]
      let position = list.index(of: place)
      isKept[position] = true
      if let changed = cells[index].entry(over: old, revision: revision) {
        updated += 1
        incoming.append(Incoming(entry: changed, origin: place, isUnchanged: false))
      } else {
        stayed.append(position)
        incoming.append(Incoming(entry: old, origin: place, isUnchanged: true))
      }
    }
  }

  /// Returns the new list.
  consuming func finish() -> CellList {
    forgetRemoved()
    let pieces = pieces()
    let old = list.groups.flatMap(\.chunks)
    var chunks: [Chunk] = []
    for piece in pieces {
      switch piece {
      case .chunk(let chunk): chunks.append(chunk)
      case .successor(let chunk, let range):
        chunks.append(list.successor(of: chunk, entries: range.map { incoming[$0].entry }))
      case .cells(let range):
        for part in range.evenParts(capacity: Chunk.capacity) { chunks.append(makeChunk(part)) }
      }
    }
    for chunk in old where !claimed.contains(chunk.lineage) { list.retire(chunk) }
    list.dropGroups()
    list.appendChunks(chunks)
    list.settle()
    return list
  }

  private mutating func forgetRemoved() {
    guard isKept.contains(false) else { return }
    var start = 0
    for chunk in list.groups.flatMap(\.chunks) {
      for offset in 0..<chunk.count where !isKept[start + offset] {
        list.forget(chunk.key(offset), of: chunk)
      }
      start += chunk.count
    }
  }

  /// Splits the new list into chunks that stay and cells between them.
  private mutating func pieces() -> [Piece] {
    var pieces: [Piece] = []
    var position = 0
    while position < incoming.count {
      if let chunk = wholeChunk(at: position) {
        let range = position..<position + chunk.count
        let isUnchanged = range.allSatisfy { incoming[$0].isUnchanged }
        pieces.append(isUnchanged ? .chunk(chunk) : .successor(of: chunk, range))
        claimed.insert(chunk.lineage)
        position += chunk.count
        continue
      }
      if case .cells(let range)? = pieces.last {
        pieces[pieces.count - 1] = .cells(range.lowerBound..<position + 1)
      } else {
        pieces.append(.cells(position..<position + 1))
      }
      position += 1
    }
    return pieces
  }

  /// The chunk of the old list that has the cells from `position` on, in this order.
  private func wholeChunk(at position: Int) -> Chunk? {
    guard let first = incoming[position].origin, first.offset == 0 else { return nil }
    let chunk = list.chunk(at: first)
    guard position + chunk.count <= incoming.count else { return nil }
    for offset in 0..<chunk.count {
      let expected = CellList.Place(group: first.group, chunk: first.chunk, offset: offset)
      guard incoming[position + offset].origin == expected else { return nil }
    }
    return chunk
  }

  /// A chunk of the cells of a range. Its lineage is that of the first old chunk among them that
  /// has no successor yet, so that rows of its cells are found again.
  private mutating func makeChunk(_ range: Range<Int>) -> Chunk {
    let entries = range.map { incoming[$0].entry }
    let origins = range.map { incoming[$0].origin.map { list.chunk(at: $0) } }
    let predecessor = origins.lazy.compactMap { $0 }.first { !claimed.contains($0.lineage) }
    for (entry, origin) in zip(entries, origins) {
      if let origin, origin.lineage != predecessor?.lineage { list.forget(entry.key, of: origin) }
    }
    guard let predecessor else { return list.newChunk(entries) }
    claimed.insert(predecessor.lineage)
    let others = zip(entries, origins).filter { $1?.lineage != predecessor.lineage }
    list.enter(others.map(\.0), into: predecessor)
    return list.successor(of: predecessor, entries: entries)
  }
}
