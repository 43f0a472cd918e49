/// What a replacement did, cell by cell: every cell of the old list and of the new one is counted once.
struct ReplaceCounts: Equatable, Sendable {
  var inserted = 0
  var removed = 0
  var moved = 0
  var updated = 0
  var unchanged = 0

  /// Whether the list is another one now.
  var isChange: Bool { inserted + removed + moved + updated > 0 }
}

extension CellList {
  /// Makes the list equal to `cells`, which have distinct keys. Cells that stay as they are keep their
  /// entries, and chunks that stay as they are keep their identity.
  mutating func replace(with cells: [PushedCell], revision: UInt64) -> ReplaceCounts {
    var counts = ReplaceCounts()
    var incoming: [Incoming] = []
    incoming.reserveCapacity(cells.count)
    var isKept = [Bool](repeating: false, count: count)
    var stayed: [Int] = []
    var finder = PlaceFinder(self)
    for cell in cells {
      guard let place = finder.place(of: cell.key) else {
        counts.inserted += 1
        incoming.append(Incoming(entry: cell.entry(revision: revision), origin: nil, isUnchanged: false))
        continue
      }
      let old = self[place]
      let index = index(of: place)
      isKept[index] = true
      if let changed = cell.entry(over: old, revision: revision) {
        counts.updated += 1
        incoming.append(Incoming(entry: changed, origin: place, isUnchanged: false))
      } else {
        stayed.append(index)
        incoming.append(Incoming(entry: old, origin: place, isUnchanged: true))
      }
    }
    counts.unchanged = longestIncreasingRun(stayed)
    counts.moved = stayed.count - counts.unchanged
    counts.removed = count - stayed.count - counts.updated
    if counts.isChange {
      if counts.removed > 0 {
        forEachChunk(in: 0..<count) { chunk, start, offsets in
          for offset in offsets where !isKept[start + offset] { forget(chunk.key(offset)) }
        }
      }
      assemble(incoming)
    }
    return counts
  }

  /// A cell of the new list, and where it stands in the old one.
  private struct Incoming {
    let entry: Entry
    let origin: Place?
    let isUnchanged: Bool
  }

  /// Chunks of the new list: one that stays, or entries to make chunks of.
  private enum Piece {
    case chunk(Chunk)
    case cells(Range<Int>)
  }

  private mutating func assemble(_ incoming: [Incoming]) {
    var pieces: [Piece] = []
    var claimed: Set<UInt32> = []
    var position = 0
    while position < incoming.count {
      if let chunk = wholeChunk(in: incoming, at: position) {
        pieces.append(.chunk(chunk))
        claimed.insert(chunk.lineage)
        position += chunk.count
      } else {
        if case .cells(let range)? = pieces.last {
          pieces[pieces.count - 1] = .cells(range.lowerBound..<position + 1)
        } else {
          pieces.append(.cells(position..<position + 1))
        }
        position += 1
      }
    }
    let old = groups.flatMap(\.chunks)
    var chunks: [Chunk] = []
    for piece in pieces {
      switch piece {
      case .chunk(let chunk): chunks.append(chunk)
      case .cells(let range):
        for part in Self.evenParts(of: Array(incoming[range]), capacity: Chunk.capacity) {
          chunks.append(makeChunk(part, claimed: &claimed))
        }
      }
    }
    for chunk in old where !claimed.contains(chunk.lineage) { retire(chunk) }
    dropGroups()
    appendChunks(chunks)
    settle()
  }

  /// The chunk of the old list that stands at `position` of the new one as it was.
  private func wholeChunk(in incoming: [Incoming], at position: Int) -> Chunk? {
    guard let first = incoming[position].origin, first.offset == 0 else { return nil }
    let chunk = chunk(at: first)
    guard position + chunk.count <= incoming.count else { return nil }
    for offset in 0..<chunk.count {
      let candidate = incoming[position + offset]
      let expected = Place(group: first.group, chunk: first.chunk, offset: offset)
      guard candidate.isUnchanged, candidate.origin == expected else { return nil }
    }
    return chunk
  }

  /// A chunk of these cells, in the lineage of the first old chunk among them that has no successor yet, so
  /// that what was worked out for its cells is found again.
  private mutating func makeChunk(_ cells: [Incoming], claimed: inout Set<UInt32>) -> Chunk {
    let entries = cells.map(\.entry)
    for cell in cells {
      guard let origin = cell.origin else { continue }
      let predecessor = chunk(at: origin)
      guard !claimed.contains(predecessor.lineage) else { continue }
      claimed.insert(predecessor.lineage)
      let chunk = successor(of: predecessor, entries: entries)
      enter(entries[...], into: chunk)
      return chunk
    }
    return newChunk(entries)
  }
}
