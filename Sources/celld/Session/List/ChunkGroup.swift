/// A run of chunks, so that an edit copies some hundred references instead of those of the whole
/// list.
final class ChunkGroup: Sendable {
  /// The maximum number of chunks.
  static let capacity = 128

  /// A number that no other group of the list's history has.
  let number: UInt64
  /// A number that a group and its successors share.
  let lineage: UInt32
  let chunks: [Chunk]
  /// The lineages of `chunks`, in one array for searching.
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

  /// The position of the chunk of `lineage`.
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
