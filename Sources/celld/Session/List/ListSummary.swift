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
    let isObject = entry.traits.isObject
    count += 1
    bytes += entry.byteCount
    unread += entry.unread ? 1 : 0
    selected += entry.selected ? 1 : 0
    needs.formUnion(entry.traits.needs)
    needs.unread = needs.unread || isObject && entry.unread
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
