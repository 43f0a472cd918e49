/// The known rows of a list in one view, by chunk, with sums for each group. A value: workers get
/// copies.
struct RowStore: Sendable {
  /// The sums over one group, until the group or its known rows change.
  private struct GroupSum: Sendable {
    /// The number of the group; 0 if the sums are out of date.
    var group: UInt64 = 0
    var known = 0
    var height = 0
  }

  private var chunks: [ChunkRows?] = []
  private var sums: [GroupSum] = []
  /// The heights of chunks at earlier widths of the view, and its width. A resized view uses them
  /// chunk by chunk, as it needs them.
  private var former: [ChunkRows?] = []
  /// The largest number of heights that were known at one of those widths.
  private var formerCount = 0
  private var width: Int32 = 0
  /// The heights at those earlier widths of which most are known.
  private var earlier: [Heights] = []
  /// The number of chunks with known rows, and of those with heights at other widths.
  private var chunkCount = 0
  private var otherCount = 0

  /// The heights at one width.
  private struct Heights: Sendable {
    let width: Int32
    let chunks: [ChunkRows?]
    let sums: [GroupSum]
    let knownCount: Int
  }

  /// The number of other widths of which all heights are kept, in 12 bytes a row.
  private static let keptWidths = 2

  /// A store without rows.
  init() {}

  var isEmpty: Bool { chunkCount == 0 && otherCount == 0 }

  /// The bytes of the heights: 4 for a height, and 8 for the widths at which it is the same.
  var heightBytes: Int { (chunkCount + otherCount) * (12 * Chunk.capacity + Self.chunkBytes) }

  /// The bytes of a chunk without rows, with its arrays and sets.
  private static let chunkBytes = 256

  private mutating func recount() {
    chunkCount = chunks.count { $0 != nil }
    otherCount = former.count { $0 != nil } + earlier.reduce(0) { $0 + $1.chunks.count { $0 != nil } }
  }

  /// Keeps the heights of a view, which had one width and gets another, and no rendered rows.
  ///
  /// - Returns: memory that takes long to free.
  mutating func resize(from oldWidth: Int32, to width: Int32) -> [any Sendable] {
    self.width = width
    var known = 0
    for lineage in chunks.indices { known += chunks[lineage]?.knownCount ?? 0 }
    var garbage: [any Sendable] = []
    if known * 8 < formerCount {
      // While a window is resized, each width has few rows. They are not worth a copy.
      garbage.append(chunks)
    } else {
      garbage = keep(oldWidth, known)
    }
    (chunks, sums) = ([], [])
    if let seen = earlier.first(where: { $0.width == width }) {
      (chunks, sums) = (seen.chunks, seen.sums)
    } else {
      adopt()
    }
    recount()
    return garbage
  }

  /// Keeps the `known` heights of the view's old width. Returns memory that takes long to free.
  private mutating func keep(_ oldWidth: Int32, _ known: Int) -> [any Sendable] {
    var garbage: [any Sendable] = []
    for lineage in chunks.indices where chunks[lineage] != nil {
      if let rendered = chunks[lineage]?.takeRendered() { garbage.append(rendered) }
      while former.count <= lineage { former.append(nil) }
      former[lineage] = chunks[lineage]
    }
    formerCount = max(formerCount, known)
    earlier.removeAll { $0.width == oldWidth }
    earlier.append(Heights(width: oldWidth, chunks: chunks, sums: sums, knownCount: known))
    if earlier.count > Self.keptWidths + 1,
      let least = earlier.indices.min(by: { earlier[$0].knownCount < earlier[$1].knownCount })
    {
      garbage.append(earlier.remove(at: least))
    }
    return garbage
  }

  /// Drops what is known of chunks without a successor, and the heights at other widths.
  ///
  /// - Parameter successors: the chunks of the list, by their lineages.
  /// - Returns: memory that takes long to free.
  mutating func drop(except successors: [Chunk?]) -> [any Sendable] {
    var dropped: [ChunkRows] = []
    for lineage in chunks.indices where lineage >= successors.count || successors[lineage] == nil {
      guard let known = chunks[lineage] else { continue }
      dropped.append(known)
      chunks[lineage] = nil
    }
    let garbage: [any Sendable] = [dropped, former, earlier]
    (former, formerCount, earlier) = ([], 0, [])
    recount()
    return garbage
  }

  /// Takes over the chunks whose heights are all the same at this width.
  private mutating func adopt() {
    for lineage in former.indices where former[lineage]?.isComplete(at: width) ?? false {
      if chunks.isEmpty { chunks = [ChunkRows?](repeating: nil, count: former.count) }
      chunks[lineage] = former[lineage]
    }
  }

  /// The known rows of `chunk` or of its predecessor that are still valid.
  func rows(of chunk: Chunk) -> ChunkRows {
    let lineage = Int(chunk.lineage)
    if lineage < chunks.count, let known = chunks[lineage] {
      return known.chunk === chunk ? known : ChunkRows(chunk, carryingOver: known)
    }
    guard lineage < former.count, let known = former[lineage] else { return ChunkRows(chunk) }
    return ChunkRows(chunk, carryingOver: known, to: width)
  }

  /// The known rows of this chunk, not of a predecessor.
  func known(_ chunk: Chunk) -> ChunkRows? {
    let lineage = Int(chunk.lineage)
    guard lineage < chunks.count, let known = chunks[lineage], known.chunk === chunk else { return nil }
    return known
  }

  /// Whether all heights of this chunk are known.
  func isComplete(_ chunk: Chunk) -> Bool {
    let lineage = Int(chunk.lineage)
    return lineage < chunks.count && chunks[lineage]?.chunk === chunk && chunks[lineage]?.isComplete == true
  }

  private func isKnown(_ lineage: UInt32) -> Bool {
    Int(lineage) < chunks.count && chunks[Int(lineage)] != nil
  }

  /// Whether rows are known of a predecessor of `chunk`.
  func isStale(_ chunk: Chunk) -> Bool {
    let lineage = Int(chunk.lineage)
    guard lineage < chunks.count, let known = chunks[lineage] else { return false }
    return known.chunk !== chunk
  }

  /// The number of chunks of `list` with a predecessor whose rows are known. Looks only at groups
  /// whose sums are out of date.
  func staleCount(in list: CellList) -> Int {
    var count = 0
    for group in list.groups {
      let lineage = Int(group.lineage)
      if lineage < sums.count, sums[lineage].group == group.number { continue }
      for (place, lineage) in group.lineages.enumerated() where isKnown(lineage) {
        if isStale(group.chunks[place]) { count += 1 }
      }
    }
    return count
  }

  /// Takes the known rows of `chunk` out, so that rows can be added without a copy.
  /// ``put(_:group:)`` must follow.
  mutating func take(_ chunk: Chunk) -> ChunkRows {
    let rows = rows(of: chunk)
    guard isKnown(chunk.lineage) else { return rows }
    chunks[Int(chunk.lineage)] = nil
    chunkCount -= 1
    return rows
  }

  /// Puts back the known rows of a chunk in the group of lineage `group`.
  mutating func put(_ rows: ChunkRows, group: UInt32) {
    let lineage = Int(rows.chunk.lineage)
    while chunks.count <= lineage { chunks.append(nil) }
    if chunks[lineage] == nil { chunkCount += 1 }
    chunks[lineage] = rows
    if Int(group) < sums.count { sums[Int(group)].group = 0 }
  }

  /// Removes and returns the rendered rows of a lineage, but not the heights.
  mutating func takeRendered(lineage: UInt32) -> (any Sendable)? {
    Int(lineage) < chunks.count ? chunks[Int(lineage)]?.takeRendered() : nil
  }

  /// Bytes of the rendered rows of a lineage.
  func renderedBytes(lineage: UInt32) -> Int {
    Int(lineage) < chunks.count ? chunks[Int(lineage)]?.renderedBytes ?? 0 : 0
  }

  /// The tops of the groups of `list`. Edited chunks take over the known rows of their
  /// predecessors.
  mutating func tops(of list: CellList) -> RowTops {
    var tops = RowTops(count: list.count)
    for group in list.groups {
      let lineage = Int(group.lineage)
      while sums.count <= lineage { sums.append(GroupSum()) }
      if sums[lineage].group != group.number { sums[lineage] = sum(of: group) }
      tops.append(known: sums[lineage].known, height: sums[lineage].height)
    }
    return tops
  }

  private mutating func sum(of group: ChunkGroup) -> GroupSum {
    var sum = GroupSum(group: group.number)
    // Most chunks of a long list have no known rows and are skipped.
    for (place, lineage) in group.lineages.enumerated() where isKnown(lineage) {
      let chunk = group.chunks[place]
      if isStale(chunk) { chunks[Int(lineage)] = rows(of: chunk) }
      sum.known += chunks[Int(lineage)]?.knownCount ?? 0
      sum.height += chunks[Int(lineage)]?.heightSum ?? 0
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
      guard let rows = self.known(chunk) else { continue }
      known += rows.knownCount
      height += rows.heightSum
    }
    if place.offset > 0, let heights = self.known(group.chunks[place.chunk])?.heights {
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
