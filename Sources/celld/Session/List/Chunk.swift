import CellEngine

/// A run of at most ``capacity`` cells of a list. Immutable: an edit makes a new chunk of the same
/// lineage.
///
/// Selecting all cells sets a default for the chunk instead of changing its entries. ``entry(_:)``
/// returns the entry with that default.
final class Chunk: Sendable {
  /// The maximum number of cells.
  static let capacity = 128
  /// A chunk with fewer cells is joined with a neighbour when cells are removed.
  static let leastCount = capacity / 4

  /// A number that no other chunk of the list's history has.
  let number: UInt64
  /// A number that a chunk and its successors share.
  let lineage: UInt32
  let summary: ListSummary
  private let stored: [Entry]
  /// The selection of every entry since the revision ``floor``, if there is one.
  private let selectedByDefault: Bool?
  private let floor: UInt64

  /// A chunk of `entries`, which must not be empty.
  init(number: UInt64, lineage: UInt32, entries: [Entry]) {
    self.number = number
    self.lineage = lineage
    self.stored = entries
    self.selectedByDefault = nil
    self.floor = 0
    var summary = ListSummary()
    for entry in entries { summary.add(entry) }
    self.summary = summary
  }

  /// The cells of `chunk`, all selected or none, from `revision` on. All of them change.
  init(number: UInt64, selecting selected: Bool, allOf chunk: Chunk, revision: UInt64) {
    self.number = number
    self.lineage = chunk.lineage
    self.stored = chunk.stored
    self.selectedByDefault = selected
    self.floor = revision
    var summary = chunk.summary
    summary.selected = selected ? summary.count : 0
    self.summary = summary
  }

  var count: Int { stored.count }

  /// The entry at `offset`, with the chunk's default.
  func entry(_ offset: Int) -> Entry {
    guard let selectedByDefault else { return stored[offset] }
    return stored[offset].selected(selectedByDefault, revision: floor)
  }

  /// The content of the entry at `offset`.
  func packed(_ offset: Int) -> CellRecord { stored[offset].packed }

  /// The traits of the entry at `offset`.
  func traits(_ offset: Int) -> CellTraits { stored[offset].traits }

  /// The state of the entry at `offset`, with the chunk's default.
  func state(_ offset: Int) -> CellState {
    var state = stored[offset].state
    if let selectedByDefault, stored[offset].traits.isObject { state.selected = selectedByDefault }
    return state
  }

  /// Calls `body` with the content and the state of the entry at `offset`.
  @inline(__always)
  func withContent(_ offset: Int, _ body: (_ packed: borrowing CellRecord, _ state: CellState) -> Void) {
    let state = state(offset)
    stored.withUnsafeBufferPointer { body($0[offset].packed, state) }
  }

  /// Calls `body` with the content and the state of each entry. References of entries are not
  /// counted.
  func forEachContent(
    _ body: (_ offset: Int, _ packed: borrowing CellRecord, _ unread: Bool, _ selected: Bool) -> Void
  ) {
    stored.withUnsafeBufferPointer { entries in
      for offset in entries.indices {
        let selected = entries[offset].traits.isObject ? selectedByDefault : nil
        body(
          offset, entries[offset].packed, entries[offset].unread, selected ?? entries[offset].selected)
      }
    }
  }

  /// All entries, with the chunk's default.
  var entries: [Entry] {
    guard let selectedByDefault else { return stored }
    return stored.map { $0.selected(selectedByDefault, revision: floor) }
  }

  /// The revision that changed the entry at `offset` last.
  func revision(_ offset: Int) -> UInt64 {
    max(stored[offset].revision, floor)
  }

  /// Bytes of the content of the entry at `offset`.
  func byteCount(_ offset: Int) -> Int {
    stored[offset].packed.byteCount
  }

  /// Bytes of the content of the entries at `offsets`.
  func byteCount(of offsets: OffsetSet) -> Int {
    stored.withUnsafeBufferPointer { entries in
      var sum = 0
      for offset in entries.indices where offsets.contains(offset) {
        sum &+= entries[offset].packed.byteCount
      }
      return sum
    }
  }

  /// The number of entries from `offset` on that another chunk has from `start` on, unchanged.
  func commonCount(from offset: Int, _ other: Chunk, from start: Int) -> Int {
    stored.withUnsafeBufferPointer { own in
      other.stored.withUnsafeBufferPointer { others in
        let most = min(own.count - offset, others.count - start)
        for count in 0..<most {
          let (entry, known) = (offset + count, start + count)
          guard own[entry].key == others[known].key,
            max(own[entry].revision, floor) == max(others[known].revision, other.floor)
          else { return count }
        }
        return most
      }
    }
  }

  /// The key of the entry at `offset`.
  func key(_ offset: Int) -> ByteKey {
    stored[offset].key
  }

  /// The offset of the entry with `key`.
  func offset(of key: ByteKey) -> Int? {
    stored.withUnsafeBufferPointer { entries in
      for offset in entries.indices where entries[offset].key == key { return offset }
      return nil
    }
  }
}
