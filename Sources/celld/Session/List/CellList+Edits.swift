extension CellList {
  /// Replaces the entries at these places, which are distinct, by entries of the same cells.
  mutating func put(_ changes: [Change]) {
    let changes = changes.sorted { $0.place < $1.place }
    var next = 0
    while next < changes.count {
      let group = changes[next].place.group
      var chunks = groups[group].chunks
      while next < changes.count, changes[next].place.group == group {
        let chunk = changes[next].place.chunk
        let first = next
        while next < changes.count, changes[next].place.group == group, changes[next].place.chunk == chunk {
          next += 1
        }
        let changed = changes[first..<next].map { (offset: $0.place.offset, entry: $0.entry) }
        chunks[chunk] = Chunk(number: newNumber(), putting: changed, into: chunks[chunk])
      }
      setChunks(chunks, ofGroupAt: group)
    }
    settle()
  }

  /// Inserts new entries before the cell at `index`, or at the end.
  mutating func insert(_ entries: [Entry], at index: Int) {
    guard !entries.isEmpty else { return }
    guard count > 0 else {
      appendNew(entries[...])
      settle()
      return
    }
    if index >= count {
      append(entries)
    } else {
      insert(entries, before: place(at: index))
    }
    settle()
  }

  /// Removes the cells at `places`, which are distinct. Returns them in list order.
  mutating func remove(at places: [Place]) -> [Entry] {
    let places = places.sorted()
    var removed: [Entry] = []
    removed.reserveCapacity(places.count)
    var rest: [(group: Int, chunks: [Chunk])] = []
    var next = 0
    while next < places.count {
      let group = places[next].group
      var chunks = groups[group].chunks
      var touched: [Int] = []
      while next < places.count, places[next].group == group {
        let chunk = places[next].chunk
        var kept: [Entry] = []
        var offset = 0
        let entries = chunks[chunk].entries
        while next < places.count, places[next].group == group, places[next].chunk == chunk {
          kept += entries[offset..<places[next].offset]
          offset = places[next].offset + 1
          removed.append(entries[offset - 1])
          forget(entries[offset - 1].key, of: chunks[chunk])
          next += 1
        }
        kept += entries[offset...]
        if kept.isEmpty { retire(chunks[chunk]) }
        chunks[chunk] = successor(of: chunks[chunk], entries: kept)
        touched.append(chunk)
      }
      rest.append((group, joinSmall(chunks, touched: touched)))
    }
    for (group, chunks) in rest.reversed() { setChunks(chunks, ofGroupAt: group) }
    joinSmallGroups()
    settle()
    return removed
  }

  private mutating func append(_ entries: [Entry]) {
    let group = groups.count - 1
    var chunks = groups[group].chunks
    var rest = entries[...]
    if let last = chunks.last, last.count < Chunk.capacity {
      let joining = rest.prefix(Chunk.capacity - last.count)
      let grown = successor(of: last, entries: last.entries + joining)
      enter(joining, into: grown)
      chunks[chunks.count - 1] = grown
      setChunks(chunks, ofGroupAt: group)
      rest = rest.dropFirst(joining.count)
    }
    appendNew(rest)
  }

  private mutating func appendNew(_ entries: ArraySlice<Entry>) {
    var chunks: [Chunk] = []
    var rest = entries
    while !rest.isEmpty {
      chunks.append(newChunk(Array(rest.prefix(Chunk.capacity))))
      rest = rest.dropFirst(Chunk.capacity)
    }
    appendChunks(chunks)
  }

  private mutating func insert(_ entries: [Entry], before place: Place) {
    var chunks = groups[place.group].chunks
    let chunk = chunks[place.chunk]
    let old = chunk.entries
    if place.offset == 0, old.count + entries.count > Chunk.capacity {
      let parts = entries.evenParts(capacity: Chunk.capacity)
      chunks.insert(contentsOf: parts.map { newChunk($0) }, at: place.chunk)
    } else {
      let all = Array(old[..<place.offset]) + entries + old[place.offset...]
      if all.count <= Chunk.capacity {
        chunks[place.chunk] = successor(of: chunk, entries: all)
        enter(entries, into: chunk)
      } else {
        for entry in old { forget(entry.key, of: chunk) }
        let parts = all.evenParts(capacity: Chunk.capacity)
        let first = successor(of: chunk, entries: parts[0])
        enter(parts[0], into: first)
        chunks.replaceSubrange(place.chunk...place.chunk, with: [first] + parts[1...].map { newChunk($0) })
      }
    }
    setChunks(chunks, ofGroupAt: place.group)
  }

  /// Drops empty chunks, and joins each small chunk of `touched` (ascending) with a neighbour that
  /// has room.
  private mutating func joinSmall(_ chunks: [Chunk], touched: [Int]) -> [Chunk] {
    var joined: [Chunk] = []
    joined.reserveCapacity(chunks.count)
    var isTouched = [Bool](repeating: false, count: chunks.count)
    for chunk in touched { isTouched[chunk] = true }
    var previousTouched = false
    for (place, chunk) in chunks.enumerated() where chunk.count > 0 {
      if let previous = joined.last, isTouched[place] || previousTouched,
        min(previous.count, chunk.count) < Chunk.leastCount,
        previous.count + chunk.count <= Chunk.capacity * 3 / 4
      {
        let entries = chunk.entries
        let grown = successor(of: previous, entries: previous.entries + entries)
        for entry in entries { forget(entry.key, of: chunk) }
        enter(entries, into: grown)
        retire(chunk)
        joined[joined.count - 1] = grown
        previousTouched = true
      } else {
        joined.append(chunk)
        previousTouched = isTouched[place]
      }
    }
    return joined
  }

  private mutating func joinSmallGroups() {
    var place = 1
    while place < groups.count {
      let together = groups[place - 1].chunks.count + groups[place].chunks.count
      let least = min(groups[place - 1].chunks.count, groups[place].chunks.count)
      if least < ChunkGroup.capacity / 4, together <= ChunkGroup.capacity * 3 / 4 {
        let chunks = groups[place - 1].chunks + groups[place].chunks
        setChunks([], ofGroupAt: place)
        setChunks(chunks, ofGroupAt: place - 1)
      } else {
        place += 1
      }
    }
  }
}
