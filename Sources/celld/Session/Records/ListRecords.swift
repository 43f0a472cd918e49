import CellEngine
import CellProtocol
import CellStore
import CellWire

/// The records of a change of a list: the new list in terms of the old one. They are found from the
/// two lists alone, so a record does not depend on the request.
///
/// Parts that both lists share are found by identity. The work grows with the changed chunks and
/// the number of groups, not with the number of cells.
struct ListRecords: IteratorProtocol, Sendable {
  /// The size of a record in bytes at which the next one begins.
  static let size = 1 << 20

  private let old: CellList
  private let new: CellList
  private let revision: UInt64
  /// Members of the first record, besides the cells: JSON without braces.
  private let head: [UInt8]
  private var group = 0
  private var chunk = 0
  private var offset = 0
  private var finder: PlaceFinder
  private var isFirst = true

  /// The records of the change from `old` to `new`, in which changed cells have `revision`.
  init(from old: CellList, to new: CellList, revision: UInt64, head: [UInt8] = []) {
    self.old = old
    self.new = new
    self.revision = revision
    self.head = head
    finder = PlaceFinder(old)
  }

  /// The record of a change of other members than the cells.
  init(of session: Session, _ members: KeyValuePairs<StaticString, [UInt8]>) {
    var json = JSONWriter()
    json.beginObject()
    for (name, value) in members {
      json.name(name)
      json.raw(value)
    }
    let (list, revision) = session.head
    self.init(from: list, to: list, revision: revision, head: Array(json.bytes.dropFirst()))
    group = list.groups.count
  }

  mutating func next() -> StoredRecord? {
    let isDone = group == new.groups.count
    guard isFirst || !isDone else { return nil }
    var items = ItemWriter()
    items.json.beginObject()
    if isFirst, !head.isEmpty { items.json.raw(head) }
    if isFirst && new.count == 0 && head.isEmpty || !isDone {
      items.json.name("cells")
      items.json.beginArray()
      while group < new.groups.count, items.json.bytes.count < Self.size { addNext(&items) }
      items.flush()
      items.json.endArray()
    }
    if group < new.groups.count {
      items.json.name("more")
      items.json.bool(true)
    }
    items.json.endObject()
    isFirst = false
    return StoredRecord(
      revision: revision, cells: new.count, bytes: new.summary.bytes, json: items.json.bytes)
  }

  /// Adds a group or a chunk that both lists have, cells that stay as they are, or one other cell.
  private mutating func addNext(_ items: inout ItemWriter) {
    let groups = new.groups
    if chunk == 0, offset == 0, let start = old.start(of: groups[group]) {
      items.add(.run(start..<start + groups[group].count))
      group += 1
      return
    }
    let here = groups[group].chunks[chunk]
    if offset == 0, let place = old.place(ofChunk: here.lineage) {
      if old.chunk(at: place) === here {
        let start = old.index(of: place)
        items.add(.run(start..<start + here.count))
        return nextChunk()
      }
      finder.expect(place)
    }
    if let range = finder.unchangedCells(of: here, from: offset) {
      items.add(.run(range))
      offset += range.count
    } else {
      addCell(here.entry(offset), &items)
      offset += 1
    }
    if offset == here.count { nextChunk() }
  }

  private mutating func nextChunk() {
    offset = 0
    chunk += 1
    guard chunk == new.groups[group].chunks.count else { return }
    chunk = 0
    group += 1
  }

  private mutating func addCell(_ entry: Entry, _ items: inout ItemWriter) {
    guard let place = finder.place(of: entry.key) else { return items.addCell(entry) }
    let index = old.index(of: place)
    let known = old[place]
    // A cell that was removed and came back has a new revision, too.
    if entry.revision != revision { return items.add(.run(index..<index + 1)) }
    guard entry.packed == known.packed else { return items.addCell(entry) }
    items.add(.state(index..<index + 1, entry.state))
  }
}

/// Writes items, and joins those that belong together.
private struct ItemWriter {
  /// The bytes of a record after which many others mostly follow. To grow step by step would copy
  /// all of them at each step.
  private static let fewBytes = 1 << 14

  var json = JSONWriter(capacity: 1_024)
  private var last: RecordItem?

  mutating func add(_ item: RecordItem) {
    switch (last, item) {
    case (.run(let before)?, .run(let after)) where before.upperBound == after.lowerBound:
      last = .run(before.lowerBound..<after.upperBound)
    case (.state(let before, let state)?, .state(let after, let other))
    where before.upperBound == after.lowerBound && state == other:
      last = .state(before.lowerBound..<after.upperBound, state)
    default:
      flush()
      last = item
    }
  }

  mutating func addCell(_ entry: Entry) {
    flush()
    if json.bytes.count > Self.fewBytes, json.bytes.capacity < ListRecords.size {
      json.bytes.reserveCapacity(ListRecords.size + Self.fewBytes)
    }
    CellCodec.write(entry.packed, entry.state, to: &json)
  }

  mutating func flush() {
    switch last {
    case .run(let range)?:
      write(range) { _ in }
    case .state(let range, let state)?:
      write(range) { state.write(to: &$0) }
    case .cell?, nil: break
    }
    last = nil
  }

  private mutating func write(_ range: Range<Int>, _ state: (inout JSONWriter) -> Void) {
    json.array { json in
      json.integer(range.lowerBound)
      json.integer(range.count)
      state(&json)
    }
  }
}

extension CellList {
  /// The index of the first cell of `group`, if this list has that very group.
  fileprivate func start(of group: ChunkGroup) -> Int? {
    let lineage = Int(group.lineage)
    guard lineage < placeOfGroup.count else { return nil }
    let place = Int(placeOfGroup[lineage])
    guard place < groups.count, groups[place] === group else { return nil }
    return starts[place]
  }

  /// The place of the first cell of the chunk of this lineage.
  fileprivate func place(ofChunk lineage: UInt32) -> Place? {
    guard lineage < groupOfChunk.count else { return nil }
    let groupLineage = Int(groupOfChunk[Int(lineage)])
    guard groupLineage < placeOfGroup.count else { return nil }
    let group = Int(placeOfGroup[groupLineage])
    guard group < groups.count, let number = groups[group].chunkIndex(of: lineage) else { return nil }
    return Place(group: group, chunk: number, offset: 0)
  }
}
