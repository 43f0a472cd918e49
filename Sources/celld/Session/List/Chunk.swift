import CPrefetch
import CellEngine

/// A run of at most ``capacity`` cells of a list. Immutable: an edit makes a new chunk of the same
/// lineage.
///
/// A cell takes a reference to its record, its revision, and two bits of state.
/// Few cells have actions with a state. The list of a session adds a byte of each key.
final class Chunk: Sendable {
  /// The maximum number of cells.
  static let capacity = 128
  /// A chunk with fewer cells is joined with a neighbour when cells are removed.
  static let leastCount = capacity / 4

  /// A number that no other chunk of the list's history has.
  let number: UInt64
  /// A number that a chunk and its successors share.
  let lineage: UInt32
  /// The cells that are not objects.
  private let unselectable: UInt8
  private let bytes: Int
  private let needs: ColumnNeeds
  /// The unread cells.
  let unread: OffsetSet
  /// The selected cells.
  let selected: OffsetSet
  let records: [CellRecord]
  private let revisions: [UInt64]
  /// The cells with a state of an action, and these states, one cell after the other.
  private let stateful: OffsetSet
  private let actions: [[CellState.ActionState]]
  /// A byte of the key of each cell if cells are searched for, since looking into all records takes
  /// long.
  private let tags: [UInt8]

  /// A chunk of `entries`.
  ///
  /// - Parameter isSearched: whether cells are often searched for by their keys.
  init(number: UInt64, lineage: UInt32, entries: [Entry], isSearched: Bool) {
    self.number = number
    self.lineage = lineage
    records = entries.map(\.packed)
    revisions = entries.map(\.revision)
    tags = isSearched ? entries.map { UInt8(truncatingIfNeeded: $0.key.tag) } : []
    var summary = ListSummary()
    var (unread, selected, stateful) = (OffsetSet(), OffsetSet(), OffsetSet())
    // References are not counted while entries are looked at in place.
    entries.withUnsafeBufferPointer { entries in
      for offset in entries.indices {
        summary.add(entries[offset])
        if entries[offset].unread { unread.insert(offset) }
        if entries[offset].selected { selected.insert(offset) }
        if !entries[offset].actions.isEmpty { stateful.insert(offset) }
      }
    }
    unselectable = UInt8(summary.unselectable)
    bytes = summary.bytes
    needs = summary.needs
    self.unread = unread
    self.selected = selected
    self.stateful = stateful
    actions = stateful.isEmpty ? [] : entries.indices.filter(stateful.contains).map { entries[$0].actions }
  }

  /// The cells of `chunk`, with other entries of some of them. The sums of the others are not added
  /// again.
  init(number: UInt64, putting changes: [(offset: Int, entry: Entry)], into chunk: Chunk) {
    self.number = number
    lineage = chunk.lineage
    tags = chunk.tags
    var (records, revisions) = (chunk.records, chunk.revisions)
    var (unread, selected, stateful) = (chunk.unread, chunk.selected, chunk.stateful)
    var (bytes, unselectable) = (chunk.bytes, Int(chunk.unselectable))
    var hasSameNeeds = true
    for (offset, entry) in changes {
      let old = chunk.entry(offset)
      records[offset] = entry.packed
      revisions[offset] = entry.revision
      unread.set(offset, entry.unread)
      selected.set(offset, entry.selected)
      stateful.set(offset, !entry.actions.isEmpty)
      bytes += entry.byteCount - old.byteCount
      unselectable += (old.traits.isObject ? 1 : 0) - (entry.traits.isObject ? 1 : 0)
      hasSameNeeds = hasSameNeeds && entry.traits == old.traits && entry.unread == old.unread
    }
    actions =
      stateful.isEmpty
      ? []
      : records.indices.filter(stateful.contains).map { offset in
        changes.first { $0.offset == offset }?.entry.actions ?? chunk.actions(offset)
      }
    needs = hasSameNeeds ? chunk.needs : Self.needs(of: records, unread)
    (self.records, self.revisions) = (records, revisions)
    (self.unread, self.selected, self.stateful) = (unread, selected, stateful)
    (self.bytes, self.unselectable) = (bytes, UInt8(unselectable))
  }

  private static func needs(of records: [CellRecord], _ unread: OffsetSet) -> ColumnNeeds {
    var needs = ColumnNeeds()
    for offset in records.indices {
      let traits = records[offset].note.traits
      needs.formUnion(traits.needs)
      needs.unread = needs.unread || traits.isObject && unread.contains(offset)
    }
    return needs
  }

  /// A chunk of cells of other chunks, which are not searched for.
  ///
  /// References are counted only for the records: making an entry of each cell takes twice as long.
  ///
  /// - Parameter places: for each cell the index of its chunk times the capacity of a chunk, plus
  ///   its offset there.
  init(number: UInt64, lineage: UInt32, _ places: UnsafeBufferPointer<UInt32>, of chunks: [Chunk]) {
    self.number = number
    self.lineage = lineage
    tags = []
    var summary = ListSummary()
    var (unread, selected, stateful) = (OffsetSet(), OffsetSet(), OffsetSet())
    var actions: [[CellState.ActionState]] = []
    (records, revisions) = chunks.withUnsafeBufferPointer { chunks in
      func chunk(_ index: Int) -> Chunk { chunks[Int(places[index]) / Chunk.capacity] }
      func offset(_ index: Int) -> Int { Int(places[index]) % Chunk.capacity }
      // The records are all over the memory. They come from there at the same time.
      for index in places.indices {
        chunk(index).records.withUnsafeBufferPointer { cprefetch_line($0[offset(index)].address) }
      }
      let records = [CellRecord](unsafeUninitializedCapacity: places.count) { memory, count in
        for index in places.indices {
          let (chunk, offset) = (chunk(index), offset(index))
          chunk.records.withUnsafeBufferPointer { memory.initializeElement(at: index, to: $0[offset]) }
          count = index + 1
          let isUnread = chunk.unread.contains(offset)
          let isSelected = chunk.selected.contains(offset)
          if isUnread { unread.insert(index) }
          if isSelected { selected.insert(index) }
          var bytes = Entry.byteCount(memory[index])
          if chunk.stateful.contains(offset) {
            let states = chunk.actions(offset)
            stateful.insert(index)
            actions.append(states)
            bytes += Entry.bytes(of: states)
          }
          summary.add(memory[index], unread: isUnread, selected: isSelected, bytes: bytes)
        }
      }
      return (records, places.indices.map { chunk($0).revisions[offset($0)] })
    }
    unselectable = UInt8(summary.unselectable)
    bytes = summary.bytes
    needs = summary.needs
    self.unread = unread
    self.selected = selected
    self.stateful = stateful
    self.actions = actions
  }

  /// The cells of `chunk`, which are all objects, all selected or none. All of them change in
  /// `revision`.
  init(number: UInt64, selecting isSelected: Bool, allOf chunk: Chunk, revision: UInt64) {
    self.number = number
    lineage = chunk.lineage
    records = chunk.records
    revisions = [UInt64](repeating: revision, count: chunk.count)
    tags = chunk.tags
    unread = chunk.unread
    selected = isSelected ? OffsetSet(0..<chunk.count) : OffsetSet()
    stateful = chunk.stateful
    actions = chunk.actions
    unselectable = chunk.unselectable
    bytes = chunk.bytes
    needs = chunk.needs
  }

  var count: Int { records.count }

  /// The sums over its cells.
  var summary: ListSummary {
    ListSummary(
      count: count, bytes: bytes, unread: unread.count, selected: selected.count,
      unselectable: Int(unselectable), needs: needs)
  }

  /// The entry at `offset`.
  func entry(_ offset: Int) -> Entry {
    Entry(
      packed: records[offset], unread: unread.contains(offset), selected: selected.contains(offset),
      actions: actions(offset), revision: revisions[offset])
  }

  /// All entries.
  var entries: [Entry] {
    records.withUnsafeBufferPointer { records in
      records.indices.map { offset in
        Entry(
          packed: records[offset], unread: unread.contains(offset), selected: selected.contains(offset),
          actions: actions(offset), revision: revisions[offset])
      }
    }
  }

  /// The content of the entry at `offset`.
  func packed(_ offset: Int) -> CellRecord { records[offset] }

  /// The state of the entry at `offset`.
  func state(_ offset: Int) -> CellState {
    CellState(
      unread: unread.contains(offset), selected: selected.contains(offset), actions: actions(offset))
  }

  private func actions(_ offset: Int) -> [CellState.ActionState] {
    stateful.contains(offset) ? actions[stateful.count(before: offset)] : []
  }

  /// Calls `body` with the content and the state of the entry at `offset`.
  @inline(__always)
  func withContent(_ offset: Int, _ body: (_ packed: borrowing CellRecord, _ state: CellState) -> Void) {
    let state = state(offset)
    records.withUnsafeBufferPointer { body($0[offset], state) }
  }

  /// The part of a record that is read.
  enum ReadPart {
    /// Some of the first fields.
    case beginning
    case all
    case data
  }

  /// Calls `body` with the content and the state of each entry. References to records are not
  /// counted.
  ///
  /// Each record is an allocation of its own, so those of the next entries are asked for ahead.
  ///
  /// - Parameter next: the chunk that is read after this one.
  @inline(__always)
  func forEachContent(
    reading part: ReadPart, before next: Chunk,
    _ body: (_ offset: Int, _ record: RecordContent, _ unread: Bool, _ selected: Bool) -> Void
  ) {
    let object = Unmanaged.passUnretained(next).toOpaque()
    for line in 0..<3 { cprefetch_line(object + line * Int(CPREFETCH_LINE)) }
    records.withUnsafeBufferPointer { records in
      var far = 0
      while far < min(Self.linesAhead, records.count) {
        cprefetch_line(records[far].address)
        far &+= 1
      }
      var near = part == .beginning ? records.count : 0
      for offset in records.indices {
        if far < records.count {
          cprefetch_line(records[far].address)
        } else {
          next.askForRecord(far &- records.count)
        }
        far &+= 1
        while near < min(offset &+ Self.recordsAhead, records.count) {
          let content = records[near].content
          Self.prefetch(part == .data ? content.dataMemory : content.memory)
          near &+= 1
        }
        body(offset, records[offset].content, unread.contains(offset), selected.contains(offset))
      }
    }
  }

  /// Asks for the first line of a record, if there is one.
  @inline(__always)
  private func askForRecord(_ offset: Int) {
    records.withUnsafeBufferPointer { if offset < $0.count { cprefetch_line($0[offset].address) } }
  }

  /// Asks for the beginning of memory, without waiting for it.
  @inline(__always)
  private static func prefetch(_ memory: UnsafeRawBufferPointer) {
    guard var line = memory.baseAddress else { return }
    let end = line + min(memory.count, mostAhead)
    while line < end {
      cprefetch_line(line)
      line += Int(CPREFETCH_LINE)
    }
    // The last byte may be in a line of its own.
    cprefetch_line(end - 1)
  }

  /// How many entries ahead the first line of a record is asked for.
  private static let linesAhead = 24
  /// How many entries ahead the other lines are asked for.
  private static let recordsAhead = 8
  /// The bytes of a record up to which lines are asked for.
  private static let mostAhead = 2_048

  /// The revision that changed the entry at `offset` last.
  func revision(_ offset: Int) -> UInt64 { revisions[offset] }

  /// Bytes of the content of the entry at `offset`.
  func byteCount(_ offset: Int) -> Int { records[offset].byteCount }

  /// Bytes of the content of the entries at `offsets`.
  func byteCount(of offsets: OffsetSet) -> Int {
    records.withUnsafeBufferPointer { records in
      var sum = 0
      for offset in records.indices where offsets.contains(offset) { sum &+= records[offset].byteCount }
      return sum
    }
  }

  /// The number of entries from `offset` on that another chunk has from `start` on, unchanged.
  func commonCount(from offset: Int, _ other: Chunk, from start: Int) -> Int {
    // Records are the same if they are in the same memory.
    let count = records.commonCount(from: offset, other.records, from: start)
    return min(count, revisions.commonCount(from: offset, other.revisions, from: start))
  }

  /// The key of the entry at `offset`.
  func key(_ offset: Int) -> ByteKey { records[offset].key }

  /// The offset of the entry with `key`.
  func offset(of key: ByteKey) -> Int? {
    let tag = UInt8(truncatingIfNeeded: key.tag)
    return records.withUnsafeBufferPointer { records in
      tags.withUnsafeBufferPointer { tags in
        for offset in records.indices where tags.isEmpty || tags[offset] == tag {
          if records[offset].key == key { return offset }
        }
        return nil
      }
    }
  }
}
