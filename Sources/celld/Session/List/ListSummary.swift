import CellEngine

/// Sums over the cells of a chunk, a group or a list.
struct ListSummary: Equatable, Sendable {
  var count = 0
  /// Bytes that the cells hold in memory, content and bookkeeping.
  var bytes = 0
  var unread = 0
  var selected = 0
  /// The cells that are not objects, which cannot be selected.
  var unselectable = 0
  /// The columns that the cells need.
  var needs = ColumnNeeds()

  /// Adds one cell.
  mutating func add(_ entry: Entry) {
    add(entry.packed, unread: entry.unread, selected: entry.selected, bytes: entry.byteCount)
  }

  /// Adds one cell by its members. It holds `bytes` in memory.
  @inline(__always)
  mutating func add(_ packed: borrowing CellRecord, unread: Bool, selected: Bool, bytes: Int) {
    let traits = packed.note.traits
    let isObject = traits.isObject
    count += 1
    self.bytes += bytes
    self.unread += unread ? 1 : 0
    self.selected += selected ? 1 : 0
    needs.formUnion(traits.needs)
    needs.unread = needs.unread || isObject && unread
    unselectable += isObject ? 0 : 1
  }

  /// The cells that can be selected.
  var selectable: Int { count - unselectable }

  static func += (sum: inout ListSummary, other: ListSummary) {
    sum.count += other.count
    sum.bytes += other.bytes
    sum.unread += other.unread
    sum.selected += other.selected
    sum.unselectable += other.unselectable
    sum.needs.formUnion(other.needs)
  }
}
