extension CellList {
  /// Selects all cells, or none: chunks whose cells agree get a default, only mixed ones are written anew.
  /// A cell that was so already keeps its revision.
  mutating func selectAll(_ selected: Bool, revision: UInt64) {
    for place in groups.indices {
      let wanted = selected ? groups[place].count : 0
      guard groups[place].summary.selected != wanted else { continue }
      let chunks = groups[place].chunks.map { chunk in
        switch chunk.summary.selected {
        case selected ? chunk.count : 0:
          return chunk
        case selected ? 0 : chunk.count:
          return successor(of: chunk, selecting: selected, revision: revision)
        default:
          let entries = chunk.entries.map { entry in
            entry.selected == selected ? entry : entry.selected(selected, revision: revision)
          }
          return successor(of: chunk, entries: entries)
        }
      }
      setChunks(chunks, ofGroupAt: place)
    }
    settle()
  }
}
