import CellEngine

/// Sums over the cells of a chunk, a group or a list.
struct ListSummary: Equatable, Sendable {
  var count = 0
  /// Bytes that the cells hold in memory, content and bookkeeping.
  var bytes = 0
  var unread = 0
  var selected = 0
  /// Cells with icons, by the columns of their widest icon: one or two.
  var narrowIcons = 0
  var wideIcons = 0
  var images = 0
  /// The sizes that the images need.
  var imageSizes = ImageSizes()
  /// The marks at the trailing edges.
  var trailing: TrailingMarks = []
  /// Cells that are rows of a table if there is room.
  var grids = 0
  /// The columns of the widest status.
  var widestStatus = 0
  /// Cells with a number of one column, of two, and so on up to ``KeptColumns/numberLimit``.
  var numbers = SIMD8<Int>()

  /// Adds one cell.
  mutating func add(_ entry: Entry) {
    count += 1
    bytes += entry.packed.byteCount + MemoryLayout<Entry>.stride
    unread += entry.unread ? 1 : 0
    selected += entry.selected ? 1 : 0
    narrowIcons += entry.traits.contains(.narrowIcons) ? 1 : 0
    wideIcons += entry.traits.contains(.wideIcons) ? 1 : 0
    if entry.traits.contains(.image) {
      images += 1
      imageSizes.formUnion(entry.imageTraits.sizes)
    }
    widestStatus = max(widestStatus, entry.traits.statusColumns)
    trailing.formUnion(entry.traits.trailing)
    grids += entry.traits.contains(.grid) ? 1 : 0
    let columns = entry.traits.numberColumns
    if columns > 0 { numbers[columns - 1] += 1 }
  }

  static func += (sum: inout ListSummary, other: ListSummary) {
    sum.count += other.count
    sum.bytes += other.bytes
    sum.unread += other.unread
    sum.selected += other.selected
    sum.narrowIcons += other.narrowIcons
    sum.wideIcons += other.wideIcons
    sum.images += other.images
    sum.imageSizes.formUnion(other.imageSizes)
    sum.trailing.formUnion(other.trailing)
    sum.grids += other.grids
    sum.widestStatus = max(sum.widestStatus, other.widestStatus)
    sum.numbers &+= other.numbers
  }

  /// The columns that the cells need.
  var needs: ColumnNeeds {
    var needs = ColumnNeeds()
    needs.unread = unread > 0
    needs.icons = wideIcons > 0 ? 2 : narrowIcons > 0 ? 1 : 0
    needs.image = images > 0
    needs.imageSizes = imageSizes
    needs.number = numbers.indices.last { numbers[$0] > 0 }.map { $0 + 1 } ?? 0
    needs.status = widestStatus
    needs.trailing = trailing
    needs.hasTable = grids > 0
    return needs
  }
}
