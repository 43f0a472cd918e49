/// The known rows of a list in one view, by chunk, with sums for each group. A value: workers get
/// copies.
struct RowStore: Sendable {
  /// The sums over one group.
  private struct GroupSum: Sendable {
    /// The number of the group whose chunks are not stale, and of which these are the sums; 0 if
    /// that is not known.
    var group: UInt64 = 0
    var known = 0
    var height = 0
  }

  private var heights = LineageTable<ChunkHeights>()
  /// The sums of ``heights``, which are read much more often.
  private var sums = LineageTable<ChunkHeights.Sum>()
  private var groups: [GroupSum] = []
  private var rendered = LineageTable<RenderedRows>()

  var isEmpty: Bool { heights.count == 0 }

  /// The bytes of the heights, at most.
  var heightBytes: Int { heights.count * ChunkHeights.bytes }

  private mutating func set(_ heights: ChunkHeights?, of lineage: UInt32) {
    self.heights[lineage] = heights
    sums[lineage] = heights?.sum
  }

  /// Drops what is known of chunks without a successor.
  ///
  /// - Parameter successors: the chunks of the list, by their lineages.
  /// - Returns: memory that takes long to free.
  mutating func drop(except successors: [Chunk?]) -> [ChunkRows] {
    var dropped: [ChunkRows] = []
    for lineage in heights.lineages
    where Int(lineage) >= successors.count || successors[Int(lineage)] == nil {
      guard let known = heights[lineage] else { continue }
      dropped.append(ChunkRows(known, rendered[lineage] ?? RenderedRows()))
      set(nil, of: lineage)
      rendered[lineage] = nil
    }
    return dropped
  }

  /// The known rows of `chunk` or of its predecessor that are still valid.
  func rows(of chunk: Chunk) -> ChunkRows {
    guard let known = heights[chunk.lineage] else { return ChunkRows(ChunkHeights(chunk)) }
    let rows = ChunkRows(known, rendered[chunk.lineage] ?? RenderedRows())
    return known.chunk === chunk ? rows : rows.carried(to: chunk)
  }

  /// The known rows of this chunk, not of a predecessor.
  func known(_ chunk: Chunk) -> ChunkRows? {
    knownHeights(chunk).map { ChunkRows($0, rendered[chunk.lineage] ?? RenderedRows()) }
  }

  /// The known heights of this chunk, not of a predecessor.
  private func knownHeights(_ chunk: Chunk) -> ChunkHeights? {
    sum(of: chunk) == nil ? nil : heights[chunk.lineage]
  }

  /// The sum of the known heights of this chunk, not of a predecessor.
  @inline(__always)
  private func sum(of chunk: Chunk) -> ChunkHeights.Sum? {
    sums[chunk.lineage].flatMap { $0.chunk == ObjectIdentifier(chunk) ? $0 : nil }
  }

  /// The positions of the chunks of a group that have an unknown height. Looks at no chunk, since
  /// most of them are not in the caches of the processor.
  func incompletePlaces(in group: ChunkGroup) -> OffsetSet {
    var complete = OffsetSet()
    sums.forEach(of: group.lineages) { place, sum in
      if sum.known == sum.count, sum.chunk == ObjectIdentifier(group.chunks[place]) { complete.insert(place) }
    }
    return OffsetSet(0..<group.chunks.count).subtracting(complete)
  }

  /// The number of chunks of `list` with a predecessor whose rows are known. Looks only at groups
  /// that have changed.
  func staleCount(in list: CellList) -> Int {
    var count = 0
    for group in list.groups {
      let lineage = Int(group.lineage)
      if lineage < groups.count, groups[lineage].group == group.number { continue }
      sums.forEach(of: group.lineages) { place, sum in
        if sum.chunk != ObjectIdentifier(group.chunks[place]) { count += 1 }
      }
    }
    return count
  }

  /// Takes the known rows of `chunk` out, so that rows can be added without a copy.
  /// ``put(_:group:)`` must follow.
  mutating func take(_ chunk: Chunk) -> ChunkRows {
    let rows = rows(of: chunk)
    set(nil, of: chunk.lineage)
    rendered[chunk.lineage] = nil
    return rows
  }

  /// Puts back the known rows of a chunk in the group of lineage `group`.
  mutating func put(_ rows: ChunkRows, group: UInt32) {
    let lineage = rows.chunk.lineage
    set(rows.heights, of: lineage)
    rendered[lineage] = rows.rendered.isEmpty ? nil : rows.rendered
    // The chunk may be older than that of the group.
    if Int(group) < groups.count { groups[Int(group)] = GroupSum() }
  }

  /// Adds known rows of a chunk in the group of lineage `group`.
  mutating func merge(_ rows: ChunkRows, group: UInt32) {
    let lineage = rows.chunk.lineage
    // Usually the rows were made from those that are known.
    if let known = heights[lineage], known.chunk === rows.chunk, rendered[lineage] == nil,
      known.measured.subtracting(rows.heights.measured).isEmpty
    {
      return put(rows, group: group)
    }
    var known = take(rows.chunk)
    known.merge(rows)
    put(known, group: group)
  }

  /// Removes and returns the rendered rows of a lineage, but not the heights.
  mutating func takeRendered(lineage: UInt32) -> (any Sendable)? {
    defer { rendered[lineage] = nil }
    return rendered[lineage]
  }

  /// Bytes of the rendered rows of a lineage.
  func renderedBytes(lineage: UInt32) -> Int { rendered[lineage]?.bytes ?? 0 }

  /// The tops of the groups of `list`. Edited chunks take over the known rows of their
  /// predecessors.
  mutating func tops(of list: CellList) -> RowTops {
    var tops = RowTops(count: list.count)
    for group in list.groups {
      let lineage = Int(group.lineage)
      while groups.count <= lineage { groups.append(GroupSum()) }
      if groups[lineage].group != group.number {
        carry(to: group)
        groups[lineage] = sum(of: group)
      }
      tops.append(known: groups[lineage].known, height: groups[lineage].height)
    }
    return tops
  }

  /// Carries what is known of predecessors over to the chunks of a group.
  private mutating func carry(to group: ChunkGroup) {
    var stale: [Chunk] = []
    sums.forEach(of: group.lineages) { place, sum in
      if sum.chunk != ObjectIdentifier(group.chunks[place]) { stale.append(group.chunks[place]) }
    }
    for chunk in stale {
      let rows = rows(of: chunk)
      set(rows.heights, of: chunk.lineage)
      rendered[chunk.lineage] = rows.rendered.isEmpty ? nil : rows.rendered
    }
  }

  private func sum(of group: ChunkGroup) -> GroupSum {
    var sum = GroupSum(group: group.number)
    sums.forEach(of: group.lineages) { _, chunk in
      sum.known += Int(chunk.known)
      sum.height += chunk.height
    }
    return sum
  }
}

extension RowStore {
  /// The top of the row at `place`; an estimate while heights before it are unknown.
  func top(of place: CellList.Place, in list: CellList, _ tops: RowTops) -> Int {
    let group = list.groups[place.group]
    var known = tops.known[place.group]
    var height = tops.heights[place.group]
    for chunk in group.chunks[..<place.chunk] {
      guard let sum = sum(of: chunk) else { continue }
      known += Int(sum.known)
      height += sum.height
    }
    if place.offset > 0, let heights = knownHeights(group.chunks[place.chunk]) {
      for offset in 0..<place.offset where heights[offset] >= 0 {
        known += 1
        height += Int(heights[offset])
      }
    }
    return tops.estimate(height: height, unknown: list.index(of: place) - known)
  }

  /// The last row that begins at or above `y`, or the first row; `nil` in an empty list.
  func place(atHeight y: Int, in list: CellList, _ tops: RowTops) -> CellList.Place? {
    guard list.count > 0 else { return nil }
    var low = 0
    var high = list.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if top(of: list.place(at: middle), in: list, tops) <= y { low = middle } else { high = middle }
    }
    return list.place(at: low)
  }
}
