import CellEngine
import Testing

@testable import celld

@Suite struct ChunkTests {
  private func cell(_ number: Int) -> Cell {
    var cell = Cell(id: "c\(number)", title: "Pump \(number)")
    cell.unread = number % 3 == 0
    cell.selected = number % 5 == 0
    if number % 7 == 0 {
      cell.actions = [Action(id: "a", title: "On")]
      cell.actions[0].kind = .toggle
      cell.actions[0].on = number % 2 == 0
    }
    return cell
  }

  /// Revisions that differ by all, or nearly all, that each form of them has room for.
  static let differences: [UInt64] = [
    0, 1, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max - 1_000,
  ]

  @Test(arguments: differences, [true, false]) func aChunkHasItsEntries(difference: UInt64, isSearched: Bool)
  {
    let entries = (0..<Chunk.capacity).map { number in
      PushedCell(cell(number)).entry(
        revision: 1_000 + difference / UInt64(Chunk.capacity - 1) * UInt64(number))
    }
    let last = PushedCell(cell(500)).entry(revision: 1_000 + difference)
    let all = Array(entries.dropLast()) + [last]
    let chunk = Chunk(number: 1, lineage: 0, entries: all, isSearched: isSearched)
    for (offset, entry) in all.enumerated() {
      let found = chunk.entry(offset)
      #expect(found.packed.isSame(as: entry.packed))
      #expect(found.state == entry.state && chunk.state(offset) == entry.state)
      #expect(found.revision == entry.revision && chunk.revision(offset) == entry.revision)
      #expect(chunk.offset(of: entry.key) == offset && chunk.key(offset) == entry.key)
    }
    #expect(chunk.offset(of: ByteKey("nobody")) == nil)
  }

  /// The common cells end at the first whose record or revision differs.
  @Test(arguments: differences) func commonCellsAreCounted(difference: UInt64) {
    let entries = (0..<100).map { number in
      PushedCell(cell(number)).entry(revision: 1_000 + (number % 2 == 0 ? 0 : difference))
    }
    let chunk = Chunk(number: 1, lineage: 3, entries: entries, isSearched: true)
    for (offset, start, changed) in [(0, 0, 0), (0, 0, 7), (0, 0, 99), (3, 3, 64), (1, 3, 50), (20, 0, 8)] {
      for (isContent, shift) in [(true, UInt64(0)), (false, 1), (false, 1 << 40)] {
        // The other chunk has the same cells at other places, but for the changed one.
        var others = Array(entries[(offset)...].prefix(60))
        if changed < others.count {
          let entry = others[changed]
          others[changed] =
            isContent
            ? PushedCell(cell(1_000)).entry(revision: entry.revision)
            : entry.with(entry.state, revision: entry.revision &+ shift)
        }
        others = Array(repeating: PushedCell(cell(2_000)).entry(revision: 1), count: start) + others
        let other = Chunk(number: 2, lineage: 3, entries: others, isSearched: true)
        let expected = changed < 60 && (isContent || shift > 0) ? changed : min(60, 100 - offset)
        #expect(chunk.commonCount(from: offset, other, from: start) == expected)
      }
    }
  }

  /// A chunk with other entries of some cells is the one that is made of all entries.
  @Test(arguments: differences) func aChunkTakesOtherEntries(difference: UInt64) {
    var entries = (0..<100).map { PushedCell(cell($0)).entry(revision: 1_000) }
    var chunk = Chunk(number: 1, lineage: 3, entries: entries, isSearched: true)
    for step in 0..<20 {
      var changes: [(offset: Int, entry: Entry)] = []
      for offset in Set([step, step * 7 % 100, 99 - step]) {
        var changed = cell(offset)
        // Its state and its columns change, too.
        changed.title = "Changed \(step)"
        changed.unread.toggle()
        changed.selected = step % 2 == 0
        if step % 3 == 0 { changed.actions = [] }
        if step % 5 == 0 { changed.status = [Status(text: "New")] }
        if step % 6 == 0 { changed.kind = .section }
        let entry = PushedCell(changed).entry(revision: 1_000 + difference / 20 * UInt64(step))
        entries[offset] = entry
        changes.append((offset, entry))
      }
      chunk = Chunk(number: 2, putting: changes, into: chunk)
      let expected = Chunk(number: 2, lineage: 3, entries: entries, isSearched: true)
      #expect(chunk.summary == expected.summary && chunk.lineage == 3)
      #expect(chunk.unread == expected.unread && chunk.selected == expected.selected)
      for (offset, entry) in entries.enumerated() {
        #expect(chunk.packed(offset).isSame(as: entry.packed))
        #expect(chunk.state(offset) == entry.state && chunk.revision(offset) == entry.revision)
        #expect(chunk.offset(of: entry.key) == offset)
      }
    }
  }

  @Test func selectingAllChangesAllCells() {
    let entries = (0..<100).map { PushedCell(cell($0)).entry(revision: UInt64($0)) }
    let chunk = Chunk(number: 1, lineage: 0, entries: entries, isSearched: true)
    for isSelected in [true, false] {
      let other = Chunk(number: 2, selecting: isSelected, allOf: chunk, revision: 200)
      #expect(other.summary.selected == (isSelected ? 100 : 0))
      for (offset, entry) in entries.enumerated() {
        var state = entry.state
        state.selected = isSelected
        #expect(other.state(offset) == state && other.revision(offset) == 200)
      }
    }
  }
}
