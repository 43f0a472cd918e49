import CellEngine

/// The prepared cells of chunks for one preparation. All views with that preparation share them.
struct PreparedStore: Sendable {
  private var chunks: [(chunk: Chunk, cells: PreparedCells)?] = []

  /// The prepared cells of this very chunk.
  func cells(of chunk: Chunk) -> PreparedCells? {
    let lineage = Int(chunk.lineage)
    guard lineage < chunks.count, let known = chunks[lineage], known.chunk === chunk else { return nil }
    return known.cells
  }

  mutating func put(_ cells: PreparedCells, for chunk: Chunk) {
    let lineage = Int(chunk.lineage)
    while chunks.count <= lineage { chunks.append(nil) }
    chunks[lineage] = (chunk, cells)
  }

  /// Removes and returns the chunks that are not `present`, which has those of the list by their
  /// lineages.
  mutating func drop(except present: [Chunk?]) -> [(chunk: Chunk, cells: PreparedCells)] {
    var dropped: [(chunk: Chunk, cells: PreparedCells)] = []
    for lineage in chunks.indices {
      guard let known = chunks[lineage], lineage >= present.count || present[lineage] !== known.chunk else {
        continue
      }
      dropped.append(known)
      chunks[lineage] = nil
    }
    return dropped
  }

  /// Removes and returns the prepared cells of a lineage.
  mutating func take(lineage: UInt32) -> PreparedCells? {
    guard Int(lineage) < chunks.count else { return nil }
    defer { chunks[Int(lineage)] = nil }
    return chunks[Int(lineage)]?.cells
  }
}
