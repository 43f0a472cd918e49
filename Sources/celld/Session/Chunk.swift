/// A run of at most ``capacity`` neighbouring cells of a list. Immutable: an edit makes a new chunk of the
/// same lineage.
///
/// A selection of all cells puts a default over the whole chunk instead of touching its entries;
/// ``entry(_:)`` gives what is in effect.
final class Chunk: Sendable {
  /// More cells than this are never in one chunk.
  static let capacity = 128
  /// A chunk with fewer cells joins its neighbour when something is removed.
  static let leastCount = capacity / 4

  /// Names this chunk and no other of the list's history.
  let number: UInt64
  /// The place that survives edits: a chunk that was edited and its successor share it.
  let lineage: UInt32
  let summary: ListSummary
  private let stored: [Entry]
  /// In effect for every entry, where there is one, since ``floor``.
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

  /// The cells of `chunk`, all of them selected, or none, from `revision` on. Every one of them changes by
  /// that.
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

  /// The entry at `offset`, with the chunk's default in effect.
  func entry(_ offset: Int) -> Entry {
    guard let selectedByDefault else { return stored[offset] }
    return stored[offset].selected(selectedByDefault, revision: floor)
  }

  /// All entries, with the chunk's default in effect.
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

  /// The key of the entry at `offset`.
  func key(_ offset: Int) -> ByteKey {
    stored[offset].key
  }

  /// Where `key` stands in the chunk.
  func offset(of key: ByteKey) -> Int? {
    stored.withUnsafeBufferPointer { entries in
      for offset in entries.indices where entries[offset].key == key { return offset }
      return nil
    }
  }
}
