import CellEngine

/// A cell that is sorted, with the place of its key.
struct SortedCell: Sendable {
  /// The first eight bytes of the key, which decide the order of most cells.
  let prefix: UInt64
  /// The number of the block of its key, and the bytes of the key there.
  let block: UInt32
  let start: UInt32
  let length: UInt32
  /// A hash of the whole key, if only a part of it is kept. Equal keys are common, and need no look
  /// at the rest of them.
  let hash: UInt64
  /// The bytes of the whole key that are the key of the group.
  let groupLength: UInt32
  /// The number of its chunk in the session times the capacity of a chunk, and its offset there.
  let place: UInt32
}

/// The keys of the cells of some chunks, one after the other.
final class KeyBlock: @unchecked Sendable {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>

  fileprivate init(_ keys: [UInt8]) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, keys.count))
    _ = memory.initialize(from: keys)
    bytes = UnsafeBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}

/// The keys of the cells of a list while they are sorted.
///
/// Only the beginnings of keys are kept, so that the memory of any order has a bound. Cells whose
/// keys have the same long beginning are read again.
struct OrderKeys: Sendable {
  /// The bytes of a key that are kept.
  static let keptBytes = 96

  private let order: CellOrder
  private let chunks: [Chunk]
  private var blocks: [KeyBlock] = []

  /// No keys yet of the cells of these chunks.
  init(_ order: CellOrder, _ chunks: [Chunk]) {
    self.order = order
    self.chunks = chunks
  }

  mutating func append(_ block: KeyBlock) { blocks.append(block) }

  mutating func removeAll() { blocks = [] }

  /// Reads the keys of some chunks, and sorts their cells.
  ///
  /// - Parameter number: the number of blocks that are added before this one.
  func sortedBlock(of range: Range<Int>, number: Int) -> (KeyBlock, [SortedCell]) {
    var keys: [UInt8] = []
    var cells: [SortedCell] = []
    cells.reserveCapacity(range.count * Chunk.capacity)
    var reader = OrderReader(order)
    for chunk in range {
      chunks[chunk].forEachContent { offset, packed, unread, selected in
        guard reader.read(packed, unread: unread, selected: selected) else { return }
        let start = keys.count
        keys += reader.key.prefix(Self.keptBytes)
        cells.append(
          SortedCell(
            prefix: Self.prefix(of: reader.key), block: UInt32(blocks.count + number), start: UInt32(start),
            length: UInt32(keys.count - start), hash: Self.hash(of: reader.key),
            groupLength: UInt32(reader.groupLength),
            place: UInt32(chunk * Chunk.capacity + offset)))
      }
    }
    let block = KeyBlock(keys)
    withExtendedLifetime(block) {
      let bytes = block.bytes
      cells.sort { left, right in precedes(left, right) { _ in bytes } }
    }
    return (block, cells)
  }

  private static func hash(of key: [UInt8]) -> UInt64 {
    guard key.count > keptBytes else { return 0 }
    return key.withUnsafeBytes { ByteKey(bytes: $0).tag }
  }

  private static func prefix(of key: [UInt8]) -> UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<min(8, key.count) { prefix |= UInt64(key[index]) << UInt64(56 - 8 * index) }
    return prefix
  }

  /// Calls `body` with a function that returns whether a cell is before another.
  ///
  /// References are not counted while cells are compared: two threads compare at the same time.
  @inline(__always)
  func withComparison<Result>(_ body: ((SortedCell, SortedCell) -> Bool) -> Result) -> Result {
    let bases = blocks.map(\.bytes)
    return withExtendedLifetime(blocks) {
      bases.withUnsafeBufferPointer { bases in
        body { left, right in precedes(left, right) { bases[Int($0)] } }
      }
    }
  }

  /// Whether a cell is before another. Cells with equal keys are in the order of the session.
  ///
  /// - Parameter bytes: returns the keys of a block.
  @inline(__always)
  private func precedes(
    _ left: SortedCell, _ right: SortedCell, _ bytes: (UInt32) -> UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    var order = 0
    if max(left.length, right.length) > 8 {
      order = Self.order(Self.key(of: left, bytes(left.block)), Self.key(of: right, bytes(right.block)))
    }
    if order == 0, left.hash != right.hash {
      order = wholeOrder(left, right)
    }
    return order == 0 ? left.place < right.place : order < 0
  }

  private static func key(of cell: SortedCell, _ bytes: UnsafeBufferPointer<UInt8>)
    -> UnsafeBufferPointer<UInt8>
  {
    UnsafeBufferPointer(rebasing: bytes[Int(cell.start)..<Int(cell.start + cell.length)])
  }

  /// The order of two keys: below 0, 0 or above 0.
  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    let count = min(left.count, right.count)
    var index = 0
    while index < count {
      if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
      index &+= 1
    }
    return left.count - right.count
  }

  /// The order of two cells, by their whole keys.
  @inline(never)
  private func wholeOrder(_ left: SortedCell, _ right: SortedCell) -> Int {
    wholeKey(of: left).withUnsafeBufferPointer { left in
      wholeKey(of: right).withUnsafeBufferPointer { Self.order(left, $0) }
    }
  }

  private func wholeKey(of cell: SortedCell) -> [UInt8] {
    var reader = OrderReader(order)
    let entry = chunks.entry(at: cell.place)
    reader.readKey(entry.packed, unread: entry.unread, selected: entry.selected)
    return reader.key
  }

  // MARK: Groups

  /// The key of the group of a cell.
  func groupKey(of cell: SortedCell) -> [UInt8] {
    guard cell.groupLength <= cell.length else {
      return Array(wholeKey(of: cell).prefix(Int(cell.groupLength)))
    }
    return Array(Self.key(of: cell, blocks[Int(cell.block)].bytes).prefix(Int(cell.groupLength)))
  }

  /// Whether a cell is in the group with this key.
  func isGroupKey(_ key: [UInt8], of cell: SortedCell) -> Bool {
    guard Int(cell.groupLength) == key.count else { return false }
    guard cell.groupLength <= cell.length else { return groupKey(of: cell) == key }
    return Self.key(of: cell, blocks[Int(cell.block)].bytes).prefix(Int(cell.groupLength)).elementsEqual(key)
  }
}
