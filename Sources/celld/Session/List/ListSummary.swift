import CellEngine

/// Sums over the cells of a chunk, a group or a list.
struct ListSummary: Equatable, Sendable {
  var count = 0
  /// Bytes that the cells hold in memory, content and bookkeeping.
  var bytes = 0
  var unread = 0
  var selected = 0
  /// The columns that the cells need.
  var needs = ColumnNeeds()

  /// Adds one cell.
  mutating func add(_ entry: Entry) {
    count += 1
    bytes += entry.byteCount
    unread += entry.unread ? 1 : 0
    selected += entry.selected ? 1 : 0
    needs.formUnion(entry.traits.needs)
    needs.unread = unread > 0
  }

  static func += (sum: inout ListSummary, other: ListSummary) {
    sum.count += other.count
    sum.bytes += other.bytes
    sum.unread += other.unread
    sum.selected += other.selected
    sum.needs.formUnion(other.needs)
  }
}
