/// A run of neighbouring chunks, so that an edit copies some hundred references and not those of the whole
/// list.
final class ChunkGroup: Sendable {
  /// More chunks than this are never in one group.
  static let capacity = 128

  /// Names this group and no other of the list's history.
  let number: UInt64
  /// The place that survives edits, as a chunk's lineage does.
  let lineage: UInt32
  let chunks: [Chunk]
  /// The lineages of `chunks`, side by side for searching.
  let lineages: [UInt32]
  /// For each chunk, the cells of the group before it.
  let starts: [Int32]
  let summary: ListSummary

  /// A group of `chunks`, which must not be empty.
  init(number: UInt64, lineage: UInt32, chunks: [Chunk]) {
    self.number = number
    self.lineage = lineage
    self.chunks = chunks
    self.lineages = chunks.map(\.lineage)
    var starts: [Int32] = []
    starts.reserveCapacity(chunks.count)
    var summary = ListSummary()
    for chunk in chunks {
      starts.append(Int32(summary.count))
      summary += chunk.summary
    }
    self.starts = starts
    self.summary = summary
  }

  var count: Int { summary.count }

  /// Where the chunk of `lineage` stands in the group.
  func chunkIndex(of lineage: UInt32) -> Int? {
    lineages.firstIndex(of: lineage)
  }

  /// The chunk that holds the cell at `offset` of the group.
  func chunkIndex(containing offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
