import CellEngine

/// The prepared cells of chunks for one preparation. All views with that preparation share them.
struct PreparedStore: Sendable {
  private var chunks = LineageTable<(chunk: Chunk, cells: PreparedCells)>()

  /// The prepared cells of this very chunk.
  func cells(of chunk: Chunk) -> PreparedCells? {
    guard let known = chunks[chunk.lineage], known.chunk === chunk else { return nil }
    return known.cells
  }

  mutating func put(_ cells: PreparedCells, for chunk: Chunk) {
    chunks[chunk.lineage] = (chunk, cells)
  }

  /// Removes and returns the chunks that are not `present`, which has those of the list by their
  /// lineages.
  mutating func drop(except present: [Chunk?]) -> [(chunk: Chunk, cells: PreparedCells)] {
    var dropped: [(chunk: Chunk, cells: PreparedCells)] = []
    for lineage in chunks.lineages {
      guard let known = chunks[lineage],
        Int(lineage) >= present.count || present[Int(lineage)] !== known.chunk
      else { continue }
      dropped.append(known)
      chunks[lineage] = nil
    }
    return dropped
  }

  /// Removes and returns the prepared cells of a lineage.
  mutating func take(lineage: UInt32) -> PreparedCells? {
    defer { chunks[lineage] = nil }
    return chunks[lineage]?.cells
  }
}
