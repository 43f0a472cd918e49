extension CellList {
  /// The places of all selected cells, in order.
  var selectedPlaces: [Place] {
    places(inChunks: { $0.selected > 0 }, of: \.selected)
  }

  /// The places of all unread cells, in order.
  var unreadPlaces: [Place] {
    places(inChunks: { $0.unread > 0 }, of: \.unread)
  }

  private func places(
    inChunks mayHave: (ListSummary) -> Bool, of offsets: (Chunk) -> OffsetSet
  ) -> [Place] {
    var places: [Place] = []
    for (group, chunks) in groups.enumerated() where mayHave(chunks.summary) {
      for (number, chunk) in chunks.chunks.enumerated() where mayHave(chunk.summary) {
        for offset in 0..<chunk.count where offsets(chunk).contains(offset) {
          places.append(Place(group: group, chunk: number, offset: offset))
        }
      }
    }
    return places
  }

  /// Removes the unread marks of the cells at `places`, each of which occurs once.
  mutating func view(_ places: [Place], revision: UInt64) {
    var changes: [(place: Place, entry: Entry)] = []
    for place in places {
      let entry = self[place]
      guard entry.unread else { continue }
      var state = entry.state
      state.unread = false
      changes.append((place, entry.with(state, revision: revision)))
    }
    if !changes.isEmpty { put(changes) }
  }

  /// Selects all objects, or none. Chunks whose cells agree get a default; only mixed ones are
  /// written again. A cell that does not change keeps its revision.
  mutating func selectAll(_ selected: Bool, revision: UInt64) {
    select([], others: selected, revision: revision)
  }

  /// Selects the cells at `places` and no others. A cell that does not change keeps its revision.
  mutating func selectOnly(_ places: [Place], revision: UInt64) {
    select(places, others: false, revision: revision)
  }

  /// Inverts the selection.
  mutating func toggleSelection(revision: UInt64) {
    for group in groups.indices {
      let chunks = groups[group].chunks.map { chunk in
        let summary = chunk.summary
        if summary.selectable == 0 { return chunk }
        if summary.unselectable == 0, summary.selected == 0 || summary.selected == summary.count {
          return successor(of: chunk, selecting: summary.selected == 0, revision: revision)
        }
        return successor(
          of: chunk, entries: chunk.entries.map { $0.selected(!$0.selected, revision: revision) })
      }
      guard !chunks.elementsEqual(groups[group].chunks, by: ===) else { continue }
      setChunks(chunks, ofGroupAt: group)
    }
    settle()
  }

  /// Selects the cells at `places`, and all others if `others` is true.
  private mutating func select(_ places: [Place], others: Bool, revision: UInt64) {
    let places = places.sorted()
    var next = places.count
    for group in groups.indices.reversed() {
      let end = next
      while next > 0, places[next - 1].group == group { next -= 1 }
      let mine = places[next..<end]
      let summary = groups[group].summary
      guard !mine.isEmpty || summary.selected != (others ? summary.selectable : 0) else { continue }
      let chunks = select(mine, inGroupAt: group, others: others, revision: revision)
      guard !chunks.elementsEqual(groups[group].chunks, by: ===) else { continue }
      setChunks(chunks, ofGroupAt: group)
    }
    settle()
  }

  private mutating func select(
    _ places: ArraySlice<Place>, inGroupAt group: Int, others: Bool, revision: UInt64
  ) -> [Chunk] {
    var chunks = groups[group].chunks
    var next = places.startIndex
    for (place, chunk) in chunks.enumerated() {
      let start = next
      while next < places.endIndex, places[next].chunk == place { next += 1 }
      let named = places[start..<next]
      let count = chunk.summary.selected
      if named.isEmpty, count == (others ? chunk.summary.selectable : 0) { continue }
      if named.isEmpty, chunk.summary.unselectable == 0, count == (others ? 0 : chunk.count) {
        chunks[place] = successor(of: chunk, selecting: others, revision: revision)
        continue
      }
      var wanted = [Bool](repeating: others, count: chunk.count)
      for name in named { wanted[name.offset] = true }
      let old = chunk.entries
      for offset in old.indices where !old[offset].traits.isObject { wanted[offset] = false }
      guard old.indices.contains(where: { old[$0].selected != wanted[$0] }) else { continue }
      let entries = zip(old, wanted).map { $0.selected == $1 ? $0 : $0.selected($1, revision: revision) }
      chunks[place] = successor(of: chunk, entries: entries)
    }
    return chunks
  }
}
