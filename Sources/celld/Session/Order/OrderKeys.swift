import CellEngine

/// The keys of the cells of a list while they are sorted, in the order of the session.
///
/// Only the beginnings of keys are kept, so that the memory of any order has a bound. Cells whose
/// keys have the same long beginning are read again.
struct OrderKeys: Sendable {
  /// The bytes of a key that are kept.
  static let keptBytes = 96
  /// The bytes that a cell takes at most.
  static let bytesOfCell = keptBytes + 4 + 4 + 2 + 2 + 8

  private let order: CellOrder
  fileprivate let chunks: [Chunk]
  private var blocks: [KeyBlock] = []
  /// The number of keys.
  private(set) var count = 0

  /// No keys yet of the cells of these chunks.
  init(_ order: CellOrder, _ chunks: [Chunk]) {
    self.order = order
    self.chunks = chunks
  }

  /// Reads the keys of at most ``KeyBlock/chunks`` chunks.
  func block(of range: Range<Int>) -> KeyBlock {
    let isGrouped = order.isGrouped
    var draft = KeyBlock.Draft()
    var reader = OrderReader(order)
    for chunk in range {
      chunks[chunk].forEachContent(readingAll: order.readsData) { offset, packed, unread, selected in
        guard reader.read(packed, unread: unread, selected: selected) else { return }
        let place = UInt32(chunk * Chunk.capacity + offset)
        draft.add(reader.keyBytes, groupLength: isGrouped ? reader.groupLength : 0, place: place)
      }
    }
    return KeyBlock(draft, isGrouped: isGrouped)
  }

  mutating func append(_ block: KeyBlock) {
    guard block.count > 0 else { return }
    blocks.append(block)
    count += block.count
  }

  /// For each block, the number of its keys.
  var blockCounts: [Int] { blocks.map(\.count) }

  /// The number of bytes that all keys begin with.
  var commonLength: Int {
    guard let first = blocks.first else { return 0 }
    return blocks.dropFirst().reduce(first.commonLength) { common, block in
      min(common, block.commonLength, first.commonLength(block))
    }
  }

  /// Calls `body` with a view of the keys.
  ///
  /// References are not counted while keys are compared: two threads compare at the same time.
  @inline(__always)
  func withView<Result>(_ body: (KeyView) -> Result) -> Result {
    let contents = blocks.map(\.content)
    return withExtendedLifetime(blocks) {
      contents.withUnsafeBufferPointer { body(KeyView(blocks: $0, keys: self)) }
    }
  }

  fileprivate func wholeKey(ofCellAt place: UInt32) -> [UInt8] {
    var reader = OrderReader(order)
    let entry = chunks.entry(at: place)
    reader.readKey(entry.packed, unread: entry.unread, selected: entry.selected)
    return reader.key
  }
}

/// The keys of the cells of some chunks, one after the other. Nothing of it changes.
final class KeyBlock: @unchecked Sendable {
  /// The maximum numbers of chunks and of keys. Reading a block takes some milliseconds.
  static let chunks = 64
  static let capacity = chunks * Chunk.capacity

  /// Keys that are collected.
  struct Draft {
    fileprivate var bytes: [UInt8] = []
    fileprivate var starts: [UInt32] = []
    fileprivate var places: [UInt32] = []
    fileprivate var lengths: [UInt16] = []
    fileprivate var groupLengths: [UInt16] = []
    fileprivate var hashes: [UInt64] = []
    fileprivate var commonLength = Int.max

    init() {
      bytes.reserveCapacity(KeyBlock.capacity * 32)
      starts.reserveCapacity(KeyBlock.capacity + 1)
      places.reserveCapacity(KeyBlock.capacity)
    }

    /// Adds the key of a cell.
    mutating func add(_ key: UnsafeBufferPointer<UInt8>, groupLength: Int, place: UInt32) {
      let kept = UnsafeBufferPointer(rebasing: key.prefix(OrderKeys.keptBytes))
      if places.isEmpty { commonLength = kept.count }
      bytes.withUnsafeBufferPointer { first in
        var common = 0
        while common < min(commonLength, kept.count), places.isEmpty || first[common] == kept[common] {
          common &+= 1
        }
        commonLength = common
      }
      starts.append(UInt32(bytes.count))
      bytes.append(contentsOf: kept)
      places.append(place)
      // A key has at most nine parts of some thousand bytes.
      lengths.append(UInt16(key.count))
      groupLengths.append(UInt16(groupLength))
      guard key.count > OrderKeys.keptBytes else { return }
      while hashes.count < places.count { hashes.append(0) }
      hashes[places.count - 1] = ByteKey(bytes: UnsafeRawBufferPointer(key)).tag
    }
  }

  /// The keys in memory, which belongs to the block.
  fileprivate struct Content {
    let bytes: UnsafePointer<UInt8>
    /// For each key its first byte, and the end of the last.
    let starts: UnsafePointer<UInt32>
    /// For each cell the number of its chunk in the session times the capacity of a chunk, and its
    /// offset there.
    let places: UnsafePointer<UInt32>
    /// For each key the bytes of the whole key.
    let lengths: UnsafePointer<UInt16>
    /// For each key the bytes that are the key of its group. Absent without groups.
    let groupLengths: UnsafePointer<UInt16>?
    /// For each key its hash, if only a part of it is kept. Absent if all keys are kept whole.
    let hashes: UnsafePointer<UInt64>?
  }

  let count: Int
  /// The number of bytes that all keys begin with.
  let commonLength: Int
  fileprivate let content: Content

  fileprivate init(_ draft: consuming Draft, isGrouped: Bool) {
    count = draft.places.count
    commonLength = min(draft.commonLength, OrderKeys.keptBytes)
    draft.starts.append(UInt32(draft.bytes.count))
    // Eight bytes are read at a time.
    draft.bytes.append(contentsOf: repeatElement(0, count: 8))
    if !draft.hashes.isEmpty { while draft.hashes.count < draft.places.count { draft.hashes.append(0) } }
    content = Content(
      bytes: Self.kept(draft.bytes), starts: Self.kept(draft.starts), places: Self.kept(draft.places),
      lengths: Self.kept(draft.lengths), groupLengths: isGrouped ? Self.kept(draft.groupLengths) : nil,
      hashes: draft.hashes.isEmpty ? nil : Self.kept(draft.hashes))
  }

  private static func kept<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = memory.initialize(from: elements)
    return UnsafePointer(memory.baseAddress!)
  }

  deinit {
    content.bytes.deallocate()
    content.starts.deallocate()
    content.places.deallocate()
    content.lengths.deallocate()
    content.groupLengths?.deallocate()
    content.hashes?.deallocate()
  }

  /// The number of bytes that the first key and that of another block begin with.
  fileprivate func commonLength(_ other: KeyBlock) -> Int {
    var common = 0
    while common < min(commonLength, other.commonLength), content.bytes[common] == other.content.bytes[common]
    {
      common += 1
    }
    return common
  }
}

/// Keys by the numbers of their cells: the number of the block times its capacity, and the position
/// in the block. The numbers are in the order of the session.
struct KeyView {
  fileprivate let blocks: UnsafeBufferPointer<KeyBlock.Content>
  fileprivate let keys: OrderKeys

  /// The number of the cell at a position of a block.
  static func number(block: Int, _ position: Int) -> UInt32 {
    UInt32(block * KeyBlock.capacity + position)
  }

  @inline(__always)
  private func find(_ number: UInt32) -> (block: KeyBlock.Content, position: Int) {
    (blocks[Int(number) / KeyBlock.capacity], Int(number) % KeyBlock.capacity)
  }

  /// The place of a cell among the chunks.
  @inline(__always)
  func place(of number: UInt32) -> UInt32 {
    let (block, position) = find(number)
    return block.places[position]
  }

  /// Eight bytes of a key from `depth` on, the first of them highest. Bytes after its end are 0.
  @inline(__always)
  func prefix(of number: UInt32, at depth: Int) -> UInt64 {
    let (block, position) = find(number)
    let start = Int(block.starts[position]) + depth
    let left = Int(block.starts[position + 1]) - start
    if left >= 8 {
      return UInt64(bigEndian: UnsafeRawPointer(block.bytes + start).loadUnaligned(as: UInt64.self))
    }
    if Int(block.lengths[position]) > OrderKeys.keptBytes { return wholePrefix(of: number, at: depth) }
    guard left > 0 else { return 0 }
    let bytes = UInt64(bigEndian: UnsafeRawPointer(block.bytes + start).loadUnaligned(as: UInt64.self))
    return bytes & ~(UInt64.max &>> UInt64(left &* 8))
  }

  @inline(never)
  private func wholePrefix(of number: UInt32, at depth: Int) -> UInt64 {
    keys.wholeKey(ofCellAt: place(of: number)).dropFirst(depth).prefix(8).enumerated().reduce(0) {
      $0 | UInt64($1.element) << UInt64(56 - 8 * $1.offset)
    }
  }

  /// Whether a key has no bytes from `depth` on.
  @inline(__always)
  func isEnd(_ depth: Int, of number: UInt32) -> Bool {
    let (block, position) = find(number)
    return Int(block.lengths[position]) <= depth
  }

  /// Whether the keys of two cells are the same. They begin with the same ``OrderKeys/keptBytes``
  /// bytes.
  func haveSameKeys(_ number: UInt32, _ other: UInt32) -> Bool {
    let ((block, position), (otherBlock, otherPosition)) = (find(number), find(other))
    return block.lengths[position] == otherBlock.lengths[otherPosition]
      && block.hashes?[position] == otherBlock.hashes?[otherPosition]
  }

  // MARK: Groups

  /// The key of the group of a cell.
  func groupKey(of number: UInt32) -> [UInt8] {
    let (block, position) = find(number)
    let length = Int(block.groupLengths?[position] ?? 0)
    guard length <= OrderKeys.keptBytes else {
      return Array(keys.wholeKey(ofCellAt: place(of: number)).prefix(length))
    }
    return Array(UnsafeBufferPointer(start: block.bytes + Int(block.starts[position]), count: length))
  }

  /// Whether a cell is in the group with this key.
  func isGroupKey(_ key: [UInt8], of number: UInt32) -> Bool {
    let (block, position) = find(number)
    let length = Int(block.groupLengths?[position] ?? 0)
    guard length == key.count else { return false }
    guard length <= OrderKeys.keptBytes else { return groupKey(of: number) == key }
    return UnsafeBufferPointer(start: block.bytes + Int(block.starts[position]), count: length)
      .elementsEqual(key)
  }
}

extension [Chunk] {
  /// The cell at a place: the number of its chunk times the capacity of a chunk, and its offset.
  func entry(at place: UInt32) -> Entry {
    self[Int(place) / Chunk.capacity].entry(Int(place) % Chunk.capacity)
  }
}
