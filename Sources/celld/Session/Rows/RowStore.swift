/// The known rows of a list in one view, by chunk, with sums for each group. A value: workers get
/// copies.
///
/// Heights stay when the view gets another width. Each height has the widths at which it is the
/// same, so a change of width only decides which of them hold.
struct RowStore: Sendable {
  /// The sums over one group.
  private struct GroupSum: Sendable {
    /// The number of the group whose chunks are not stale; 0 if that is not known.
    var group: UInt64 = 0
    /// Whether the sums are those of the present heights and width.
    var isCurrent = false
    var known = 0
    var height = 0
  }

  /// The width of the view, in layout units.
  private(set) var width: Int32
  private var heights = Heights()
  private var rendered = LineageTable<RenderedRows>()
  /// The heights at other widths, of which most are known.
  private var earlier: [(width: Int32, knownCount: Int, heights: Heights)] = []

  /// The known heights. Those of a chunk are of the width of the view, or of another.
  private struct Heights: Sendable {
    var ofChunks = LineageTable<ChunkHeights>()
    /// The sums of `ofChunks`, which are read much more often.
    var sums = LineageTable<ChunkHeights.Sum>()
    var groups: [GroupSum] = []

    mutating func set(_ heights: ChunkHeights?, of lineage: UInt32) {
      ofChunks[lineage] = heights
      sums[lineage] = heights?.sum
    }
  }

  /// The number of other widths at which all heights are kept, in 12 bytes a row.
  private static let keptWidths = 3

  /// A store without rows, of a view of `width` layout units.
  init(width: Int32) {
    self.width = width
  }

  var isEmpty: Bool { heights.ofChunks.count == 0 && earlier.isEmpty }

  /// The bytes of the heights, at most: widths share those that are the same.
  var heightBytes: Int {
    earlier.reduce(heights.ofChunks.count) { $0 + $1.heights.ofChunks.count } * ChunkHeights.bytes
  }

  /// Keeps the heights of a view that gets another width, and no rendered rows.
  ///
  /// - Returns: memory that takes long to free.
  mutating func resize(to width: Int32) -> [any Sendable] {
    var garbage: [any Sendable] = [rendered]
    rendered = LineageTable()
    guard width != self.width else { return garbage }
    let known = knownCount
    // While a window is resized, each width has few rows. They are not worth a place.
    if known * 8 >= earlier.reduce(1, { max($0, $1.knownCount) }) {
      earlier.removeAll { $0.width == self.width }
      earlier.append((self.width, known, heights))
    }
    self.width = width
    if let seen = earlier.firstIndex(where: { $0.width == width }) {
      garbage.append(heights)
      heights = earlier.remove(at: seen).heights
    } else {
      for group in heights.groups.indices { heights.groups[group].isCurrent = false }
    }
    if earlier.count > Self.keptWidths,
      let least = earlier.indices.min(by: { earlier[$0].knownCount < earlier[$1].knownCount })
    {
      garbage.append(earlier.remove(at: least).heights)
    }
    return garbage
  }

  /// The number of heights that are known at the width of the view.
  private var knownCount: Int {
    var count = 0
    heights.sums.forEach { if $0.holds(at: width) { count += Int($0.known) } }
    return count
  }

  /// Drops what is known of chunks without a successor, and the heights at other widths.
  ///
  /// - Parameter successors: the chunks of the list, by their lineages.
  /// - Returns: memory that takes long to free.
  mutating func drop(except successors: [Chunk?]) -> [any Sendable] {
    var dropped: [ChunkRows] = []
    for lineage in heights.ofChunks.lineages
    where Int(lineage) >= successors.count || successors[Int(lineage)] == nil {
      guard let known = heights.ofChunks[lineage] else { continue }
      dropped.append(ChunkRows(known, rendered[lineage] ?? RenderedRows()))
      heights.set(nil, of: lineage)
      rendered[lineage] = nil
    }
    let garbage: [any Sendable] = [dropped, earlier.map(\.heights)]
    earlier = []
    return garbage
  }

  /// The known rows of `chunk` or of its predecessor that are still valid.
  func rows(of chunk: Chunk) -> ChunkRows {
    guard let known = heights.ofChunks[chunk.lineage] else { return ChunkRows(ChunkHeights(chunk)) }
    var rows = ChunkRows(known, rendered[chunk.lineage] ?? RenderedRows())
    if known.chunk !== chunk { rows = rows.carried(to: chunk) }
    rows.keepHeights(at: width)
    for (_, _, other) in earlier where !rows.heights.isComplete {
      guard let seen = other.ofChunks[chunk.lineage], seen.chunk === chunk else { continue }
      rows.merge(seen, at: width)
    }
    return rows
  }

  /// The known rows of this chunk, not of a predecessor.
  func known(_ chunk: Chunk) -> ChunkRows? {
    knownHeights(chunk).map { ChunkRows($0, rendered[chunk.lineage] ?? RenderedRows()) }
  }

  /// The known heights of this chunk, not of a predecessor.
  private func knownHeights(_ chunk: Chunk) -> ChunkHeights? {
    sum(of: chunk) == nil ? nil : heights.ofChunks[chunk.lineage]
  }

  /// The sum of the known heights of this chunk, not of a predecessor.
  @inline(__always)
  private func sum(of chunk: Chunk) -> ChunkHeights.Sum? {
    guard let sum = heights.sums[chunk.lineage], sum.chunk == ObjectIdentifier(chunk), sum.holds(at: width)
    else { return nil }
    return sum
  }

  /// The positions of the chunks of a group that have an unknown height. Looks at no chunk, since
  /// most of them are not in the caches of the processor.
  func incompletePlaces(in group: ChunkGroup) -> OffsetSet {
    var complete = OffsetSet()
    heights.sums.forEach(of: group.lineages) { place, sum in
      if sum.known == sum.count, sum.holds(at: width), sum.chunk == ObjectIdentifier(group.chunks[place]) {
        complete.insert(place)
      }
    }
    return OffsetSet(0..<group.chunks.count).subtracting(complete)
  }

  /// The number of chunks of `list` with a predecessor whose rows are known. Looks only at groups
  /// that have changed.
  func staleCount(in list: CellList) -> Int {
    var count = 0
    for group in list.groups {
      let lineage = Int(group.lineage)
      if lineage < heights.groups.count, heights.groups[lineage].group == group.number { continue }
      heights.sums.forEach(of: group.lineages) { place, sum in
        if sum.chunk != ObjectIdentifier(group.chunks[place]) { count += 1 }
      }
    }
    return count
  }

  /// Takes the known rows of `chunk` out, so that rows can be added without a copy.
  /// ``put(_:group:)`` must follow.
  mutating func take(_ chunk: Chunk) -> ChunkRows {
    let rows = rows(of: chunk)
    heights.set(nil, of: chunk.lineage)
    rendered[chunk.lineage] = nil
    return rows
  }

  /// Puts back the known rows of a chunk in the group of lineage `group`.
  mutating func put(_ rows: ChunkRows, group: UInt32) {
    let lineage = rows.chunk.lineage
    heights.set(rows.heights, of: lineage)
    rendered[lineage] = rows.rendered.isEmpty ? nil : rows.rendered
    // The chunk may be older than that of the group.
    if Int(group) < heights.groups.count { heights.groups[Int(group)] = GroupSum() }
  }

  /// Adds known rows of a chunk in the group of lineage `group`.
  mutating func merge(_ rows: ChunkRows, group: UInt32) {
    let lineage = rows.chunk.lineage
    // Usually the rows were made from those that are known.
    if let known = heights.ofChunks[lineage], known.chunk === rows.chunk, rendered[lineage] == nil,
      !known.sum.holds(at: width) || known.measured.subtracting(rows.heights.measured).isEmpty
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
      while heights.groups.count <= lineage { heights.groups.append(GroupSum()) }
      if heights.groups[lineage].group != group.number {
        carry(to: group)
        heights.groups[lineage] = sum(of: group)
      } else if !heights.groups[lineage].isCurrent {
        heights.groups[lineage] = sum(of: group)
      }
      tops.append(known: heights.groups[lineage].known, height: heights.groups[lineage].height)
    }
    return tops
  }

  /// Carries what is known of predecessors over to the chunks of a group.
  private mutating func carry(to group: ChunkGroup) {
    var stale: [Chunk] = []
    heights.sums.forEach(of: group.lineages) { place, sum in
      if sum.chunk != ObjectIdentifier(group.chunks[place]) { stale.append(group.chunks[place]) }
    }
    for chunk in stale {
      guard let known = heights.ofChunks[chunk.lineage] else { continue }
      // Its heights can be of another width.
      let rows = ChunkRows(known, rendered[chunk.lineage] ?? RenderedRows()).carried(to: chunk)
      heights.set(rows.heights, of: chunk.lineage)
      rendered[chunk.lineage] = rows.rendered.isEmpty ? nil : rows.rendered
    }
  }

  private func sum(of group: ChunkGroup) -> GroupSum {
    var sum = GroupSum(group: group.number, isCurrent: true)
    heights.sums.forEach(of: group.lineages) { _, chunk in
      guard chunk.holds(at: width) else { return }
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
