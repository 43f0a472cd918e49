import CellEngine

/// The cells of a session in order: a persistent value. Copies are cheap. An edit of a list that
/// has a copy copies one path, whatever the length.
///
/// Chunks hold cells, groups hold chunks, and one array holds the groups. The index maps the key of
/// a cell to the lineage of its chunk, which edits do not change.
struct CellList: Sendable {
  /// The position of a cell.
  struct Place: Comparable, Sendable {
    var group: Int
    var chunk: Int
    var offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.group, left.chunk, left.offset) < (right.group, right.chunk, right.offset)
    }
  }

  /// Another entry of the cell at a place.
  typealias Change = (place: Place, entry: Entry)

  private(set) var groups: [ChunkGroup] = []
  /// For each group, the cells before it.
  private(set) var starts: [Int] = []
  private(set) var summary = ListSummary()
  private(set) var index = KeyIndex()
  /// Whether cells are found by their keys. A view finds cells by its order.
  private let isIndexed: Bool
  private var chunkLineages = Lineages()
  private var groupLineages = Lineages()
  /// For each lineage of chunks, the lineage of its group.
  private(set) var groupOfChunk: [UInt32] = []
  /// For each lineage of groups, its position in ``groups``.
  private(set) var placeOfGroup: [UInt32] = []
  /// The last number of a chunk or group in the history of the list.
  private(set) var numbers: UInt64 = 0

  /// An empty list.
  init() { isIndexed = true }

  /// An empty list that continues the history of `list`.
  init(after list: CellList) {
    isIndexed = list.isIndexed
    numbers = list.numbers
  }

  /// A list without an index. The lineages of the chunks are 0, 1, 2 and so on, and their numbers
  /// ascend.
  init(unindexed chunks: [Chunk]) {
    isIndexed = false
    numbers = chunks.last?.number ?? 0
    for _ in chunks { _ = chunkLineages.take() }
    appendChunks(chunks)
    settle()
  }

  var count: Int { summary.count }

  // MARK: Looking up

  /// The place of the cell with `key`, or `nil`.
  func place(of key: ByteKey) -> Place? {
    for lineage in index.lineages(of: key) {
      let group = Int(placeOfGroup[Int(groupOfChunk[Int(lineage)])])
      if let chunk = groups[group].chunkIndex(of: lineage),
        let offset = groups[group].chunks[chunk].offset(of: key)
      {
        return Place(group: group, chunk: chunk, offset: offset)
      }
    }
    return nil
  }

  /// The place of the cell at `index`, which is in 0..<count.
  func place(at index: Int) -> Place {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    let inGroup = index - starts[low]
    let chunk = groups[low].chunkIndex(containing: inGroup)
    return Place(group: low, chunk: chunk, offset: inGroup - Int(groups[low].starts[chunk]))
  }

  /// The index of the cell at `place`.
  func index(of place: Place) -> Int {
    starts[place.group] + Int(groups[place.group].starts[place.chunk]) + place.offset
  }

  /// The chunk that holds the cell at `place`.
  func chunk(at place: Place) -> Chunk {
    groups[place.group].chunks[place.chunk]
  }

  /// The lineage of the group that holds, or last held, a chunk of this lineage.
  func groupLineage(ofChunk lineage: UInt32) -> UInt32 {
    Int(lineage) < groupOfChunk.count ? groupOfChunk[Int(lineage)] : .max
  }

  /// The place after `place`, or `nil` at the end.
  func place(after place: Place) -> Place? {
    let group = groups[place.group]
    if place.offset + 1 < group.chunks[place.chunk].count {
      return Place(group: place.group, chunk: place.chunk, offset: place.offset + 1)
    }
    if place.chunk + 1 < group.chunks.count {
      return Place(group: place.group, chunk: place.chunk + 1, offset: 0)
    }
    return place.group + 1 < groups.count ? Place(group: place.group + 1, chunk: 0, offset: 0) : nil
  }

  subscript(place: Place) -> Entry {
    chunk(at: place).entry(place.offset)
  }

  /// The cell with `key`, or `nil`.
  subscript(key: ByteKey) -> Entry? {
    place(of: key).map { self[$0] }
  }

  /// Calls `body` for each chunk that holds cells of `range`, with the index of its first cell and
  /// the offsets of those cells.
  func forEachChunk(
    in range: Range<Int>, _ body: (_ chunk: Chunk, _ start: Int, _ offsets: Range<Int>) -> Void
  ) {
    _ = allChunks(in: range) { chunk, start, offsets in
      body(chunk, start, offsets)
      return true
    }
  }

  /// Calls `body` like ``forEachChunk(in:_:)``, as long as it returns true. Returns whether it
  /// always did.
  func allChunks(
    in range: Range<Int>, _ body: (_ chunk: Chunk, _ start: Int, _ offsets: Range<Int>) -> Bool
  ) -> Bool {
    guard !range.isEmpty else { return true }
    let first = place(at: range.lowerBound)
    var start = range.lowerBound - first.offset
    var chunk = first.chunk
    for group in groups[first.group...] {
      while chunk < group.chunks.count {
        guard start < range.upperBound else { return true }
        let next = group.chunks[chunk]
        let offsets = max(range.lowerBound - start, 0)..<min(range.upperBound - start, next.count)
        guard body(next, start, offsets) else { return false }
        start += next.count
        chunk += 1
      }
      chunk = 0
    }
    return true
  }

  // MARK: Building blocks of edits

  /// The successor of `chunk`, with other entries.
  mutating func successor(of chunk: Chunk, entries: [Entry]) -> Chunk {
    Chunk(number: newNumber(), lineage: chunk.lineage, entries: entries, isSearched: isIndexed)
  }

  /// The successor of `chunk`, with all of its cells selected, or none.
  mutating func successor(of chunk: Chunk, selecting selected: Bool, revision: UInt64) -> Chunk {
    Chunk(number: newNumber(), selecting: selected, allOf: chunk, revision: revision)
  }

  /// A chunk of a new lineage. Indexes its cells, which are not indexed.
  mutating func newChunk(_ entries: [Entry]) -> Chunk {
    let lineage = chunkLineages.take()
    let chunk = Chunk(number: newNumber(), lineage: lineage, entries: entries, isSearched: isIndexed)
    enter(entries, into: chunk)
    return chunk
  }

  /// Indexes cells that were added to `chunk`, and that are not indexed.
  mutating func enter(_ entries: some Sequence<Entry>, into chunk: Chunk) {
    guard isIndexed else { return }
    for entry in entries { index.insert(entry.key, chunk.lineage) }
  }

  /// Removes a cell of `chunk`, or of its successors, from the index.
  mutating func forget(_ key: ByteKey, of chunk: Chunk) {
    if isIndexed { index.remove(key, chunk.lineage) }
  }

  /// Frees the lineage of a removed chunk. Its cells are in other chunks, or no longer indexed.
  mutating func retire(_ chunk: Chunk) {
    chunkLineages.giveBack(chunk.lineage)
  }

  /// Replaces the chunks of the group at `place`. Splits the group if they are too many, and
  /// removes it if there are none. ``settle()`` must follow.
  mutating func setChunks(_ chunks: [Chunk], ofGroupAt place: Int) {
    let old = groups[place]
    guard !chunks.isEmpty else {
      groupLineages.giveBack(old.lineage)
      groups.remove(at: place)
      return
    }
    guard chunks.count > ChunkGroup.capacity else {
      groups[place] = group(chunks, lineage: old.lineage)
      return
    }
    var parts: [ChunkGroup] = []
    for part in chunks.evenParts(capacity: ChunkGroup.capacity) {
      parts.append(group(part, lineage: parts.isEmpty ? old.lineage : groupLineages.take()))
    }
    groups.replaceSubrange(place...place, with: parts)
  }

  /// Appends chunks. ``settle()`` must follow.
  mutating func appendChunks(_ chunks: [Chunk]) {
    var rest = chunks[...]
    if let last = groups.last, last.chunks.count < ChunkGroup.capacity {
      let joining = rest.prefix(ChunkGroup.capacity - last.chunks.count)
      groups[groups.count - 1] = group(last.chunks + joining, lineage: last.lineage)
      rest = rest.dropFirst(joining.count)
    }
    while !rest.isEmpty {
      groups.append(group(Array(rest.prefix(ChunkGroup.capacity)), lineage: groupLineages.take()))
      rest = rest.dropFirst(ChunkGroup.capacity)
    }
  }

  /// Drops all groups and chunks. Keeps the index and the lineages of chunks.
  mutating func dropGroups() {
    for group in groups { groupLineages.giveBack(group.lineage) }
    groups = []
  }

  /// Updates starts and sums after an edit.
  mutating func settle() {
    starts.removeAll(keepingCapacity: true)
    summary = ListSummary()
    for (place, group) in groups.enumerated() {
      starts.append(summary.count)
      summary += group.summary
      placeOfGroup[Int(group.lineage)] = UInt32(place)
    }
  }

  private mutating func group(_ chunks: [Chunk], lineage: UInt32) -> ChunkGroup {
    if Int(lineage) >= placeOfGroup.count { placeOfGroup.append(0) }
    for chunk in chunks {
      let place = Int(chunk.lineage)
      if place >= groupOfChunk.count {
        groupOfChunk.append(contentsOf: repeatElement(0, count: place + 1 - groupOfChunk.count))
      }
      // Writing would copy the array.
      if groupOfChunk[place] != lineage { groupOfChunk[place] = lineage }
    }
    return ChunkGroup(number: newNumber(), lineage: lineage, chunks: chunks)
  }

  mutating func newNumber() -> UInt64 {
    numbers += 1
    return numbers
  }
}

/// Small numbers that are reused after they are returned.
private struct Lineages: Sendable {
  private var free: [UInt32] = []
  private var next: UInt32 = 0

  mutating func take() -> UInt32 {
    if let lineage = free.popLast() { return lineage }
    next += 1
    return next - 1
  }

  mutating func giveBack(_ lineage: UInt32) {
    free.append(lineage)
  }
}
