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

  fileprivate let order: CellOrder
  fileprivate let chunks: [Chunk]
  /// The ends of the blocks, as places among the chunks.
  private let ends: [Int]
  private var blocks: [KeyBlock] = []
  /// The number of keys.
  private(set) var count = 0

  /// No keys yet of the cells of these chunks.
  init(_ order: CellOrder, _ chunks: [Chunk]) {
    self.order = order
    self.chunks = chunks
    ends = Self.ends(order, chunks)
  }

  /// A condition can take as long as a key, and its time is in proportion to the texts of a cell.
  private static func ends(_ order: CellOrder, _ chunks: [Chunk]) -> [Int] {
    let chunkLimit = max(1, KeyBlock.chunks / (1 + order.conditionCount))
    let byteLimit = KeyBlock.bytes / (1 + order.conditionCount)
    var ends: [Int] = []
    var (start, bytes) = (0, 0)
    for (index, chunk) in chunks.enumerated() {
      let first = index * Chunk.capacity
      if first > start,
        bytes + chunk.summary.bytes > byteLimit
          || first + Chunk.capacity - start > chunkLimit * Chunk.capacity
      {
        ends.append(first)
        (start, bytes) = (first, 0)
      }
      bytes += chunk.summary.bytes
      guard bytes > byteLimit, order.conditionCount > 0 else { continue }
      bytes = 0
      for offset in 0..<chunk.count {
        if first + offset > start, bytes + chunk.byteCount(offset) > byteLimit {
          ends.append(first + offset)
          (start, bytes) = (first + offset, 0)
        }
        bytes += chunk.byteCount(offset)
      }
    }
    if !chunks.isEmpty { ends.append(chunks.count * Chunk.capacity) }
    return ends
  }

  /// The number of blocks that were read. They are the first ones.
  var readBlocks: Int { blocks.count }

  /// The number of blocks when all keys are read.
  var allBlocks: Int { ends.count }

  /// The cells of a block, as places among the chunks.
  fileprivate func places(ofBlock block: Int) -> Range<Int> {
    (block == 0 ? 0 : ends[block - 1])..<ends[block]
  }

  mutating func append(_ block: KeyBlock) {
    blocks.append(block)
    count += block.count
  }

  /// For each block, the number of its keys.
  var blockCounts: [Int] { blocks.map(\.count) }

  /// The number of bytes that all keys begin with.
  var commonLength: Int {
    let blocks = blocks.filter { $0.count > 0 }
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

/// Reads blocks of keys on one thread, one after the other. It keeps its memory between two blocks.
struct KeyReader: ~Copyable {
  private let keys: OrderKeys
  /// The part of records that is read.
  private let part: Chunk.ReadPart
  private var reader: OrderReader
  private var draft = KeyBlock.Draft()

  init(_ keys: OrderKeys, unless interruption: Interruption) {
    self.keys = keys
    part = keys.order.readsOnlyData ? .data : keys.order.readsData ? .all : .beginning
    reader = OrderReader(keys.order, unless: interruption)
  }

  /// Reads the keys of a block.
  mutating func read(_ block: Int) -> KeyBlock {
    let order = keys.order
    let places = keys.places(ofBlock: block)
    let last = (places.upperBound - 1) / Chunk.capacity
    draft.removeAll()
    for chunk in places.lowerBound / Chunk.capacity...last {
      let next = keys.chunks[min(chunk + 1, last)]
      keys.chunks[chunk].forEachContent(reading: part, before: next) { offset, record, unread, selected in
        guard places.contains(chunk &* Chunk.capacity &+ offset) else { return }
        guard let key = reader.read(record, unread: unread, selected: selected) else { return }
        draft.add(key, place: UInt32(truncatingIfNeeded: chunk &* Chunk.capacity &+ offset))
      }
    }
    return KeyBlock(draft, isGrouped: order.isGrouped)
  }
}

/// The keys of the cells of some chunks, one after the other. Nothing of it changes.
final class KeyBlock: @unchecked Sendable {
  /// The maximum numbers of chunks and of keys. Reading a block takes about a millisecond if the
  /// order has no conditions.
  static let chunks = 64
  /// The bytes of records after which a block with conditions ends, divided by their number.
  static let bytes = 8 << 20
  static let capacity = chunks * Chunk.capacity

  /// Keys that are collected, in memory for a whole block.
  struct Draft: ~Copyable {
    private(set) var count = 0
    fileprivate let bytes = UnsafeMutablePointer<UInt8>.allocate(
      capacity: KeyBlock.capacity * OrderKeys.keptBytes + 8)
    fileprivate let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: KeyBlock.capacity + 1)
    fileprivate let places = UnsafeMutablePointer<UInt32>.allocate(capacity: KeyBlock.capacity)
    fileprivate let lengths = UnsafeMutablePointer<UInt16>.allocate(capacity: KeyBlock.capacity)
    fileprivate let groupLengths = UnsafeMutablePointer<UInt16>.allocate(capacity: KeyBlock.capacity)
    fileprivate let hashes = UnsafeMutablePointer<UInt64>.allocate(capacity: KeyBlock.capacity)
    /// Whether no key has more bytes than are kept.
    fileprivate var isWhole = true
    fileprivate var commonLength = 0

    deinit {
      bytes.deallocate()
      starts.deallocate()
      places.deallocate()
      lengths.deallocate()
      groupLengths.deallocate()
      hashes.deallocate()
    }

    /// Removes all keys and keeps the memory.
    mutating func removeAll() {
      (count, isWhole, starts[0]) = (0, true, 0)
    }

    /// Adds the key of a cell.
    @inline(__always)
    mutating func add(_ cellKey: OrderReader.Key, place: UInt32) {
      let key = cellKey.bytes
      let kept = min(key.count, OrderKeys.keptBytes)
      let start = starts[count]
      // Eight bytes at a time. The next key replaces what is too much.
      let target = UnsafeMutableRawPointer(bytes + Int(start))
      let source = UnsafeRawPointer(key.baseAddress.unsafelyUnwrapped)
      var index = 0
      while index < kept {
        target.storeBytes(
          of: source.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index,
          as: UInt64.self)
        index &+= 8
      }
      if count == 0 { commonLength = kept }
      var common = 0
      while common < min(commonLength, kept), bytes[common] == key[common] { common &+= 1 }
      commonLength = common
      places[count] = place
      // A key has at most nine parts of some thousand bytes.
      lengths[count] = UInt16(truncatingIfNeeded: key.count)
      groupLengths[count] = UInt16(truncatingIfNeeded: cellKey.groupLength)
      hashes[count] = 0
      if key.count > OrderKeys.keptBytes {
        isWhole = false
        hashes[count] = ByteKey(bytes: UnsafeRawBufferPointer(key)).tag
      }
      count &+= 1
      starts[count] = start &+ UInt32(truncatingIfNeeded: kept)
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
    /// For each key the bytes of the whole key. Absent if all keys are kept whole.
    let lengths: UnsafePointer<UInt16>?
    /// For each key the bytes that are the key of its group. Absent without groups.
    let groupLengths: UnsafePointer<UInt16>?
    /// For each key its hash, if only a part of it is kept. Absent if all keys are kept whole.
    let hashes: UnsafePointer<UInt64>?

    /// The bytes of the whole key at a position.
    @inline(__always)
    func length(_ position: Int) -> Int {
      lengths.map { Int($0[position]) } ?? Int(starts[position + 1] - starts[position])
    }
  }

  let count: Int
  /// The number of bytes that all keys begin with.
  let commonLength: Int
  fileprivate let content: Content

  fileprivate init(_ draft: borrowing Draft, isGrouped: Bool) {
    count = draft.count
    commonLength = draft.commonLength
    let byteCount = Int(draft.starts[count])
    // Eight bytes are read at a time.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount + 8)
    bytes.initialize(from: draft.bytes, count: byteCount)
    (bytes + byteCount).initialize(repeating: 0, count: 8)
    content = Content(
      bytes: bytes, starts: Self.kept(draft.starts, count + 1), places: Self.kept(draft.places, count),
      lengths: draft.isWhole ? nil : Self.kept(draft.lengths, count),
      groupLengths: isGrouped ? Self.kept(draft.groupLengths, count) : nil,
      hashes: draft.isWhole ? nil : Self.kept(draft.hashes, count))
  }

  private static func kept<Element: BitwiseCopyable>(
    _ elements: UnsafePointer<Element>, _ count: Int
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    memory.initialize(from: elements, count: count)
    return UnsafePointer(memory)
  }

  deinit {
    content.bytes.deallocate()
    content.starts.deallocate()
    content.places.deallocate()
    content.lengths?.deallocate()
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
  @inline(__always)
  static func number(block: Int, _ position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: block &* KeyBlock.capacity &+ position)
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
    if let lengths = block.lengths, lengths[position] > OrderKeys.keptBytes {
      return wholePrefix(of: number, at: depth)
    }
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
    return block.length(position) <= depth
  }

  /// Whether the keys of two cells are the same. They begin with the same ``OrderKeys/keptBytes``
  /// bytes.
  func haveSameKeys(_ number: UInt32, _ other: UInt32) -> Bool {
    let ((block, position), (otherBlock, otherPosition)) = (find(number), find(other))
    return block.length(position) == otherBlock.length(otherPosition)
      && (block.hashes?[position] ?? 0) == (otherBlock.hashes?[otherPosition] ?? 0)
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
