/// Maps the keys of cells to the lineages of their chunks: a persistent value. An edit of an index
/// that has a copy copies one path.
///
/// A tree over the bits of 32 bits of the keys, with eight bytes for each cell. Several keys can
/// have the same 32 bits. So a lookup finds candidates, and only the chunk knows its keys.
///
/// `TreeDictionary` takes 48 bytes for a cell, and took a fifth of the time of a push
/// (Benchmarks/NOTES.md, "Loading and resizing").
struct KeyIndex: Sendable {
  /// About the number of bytes that a cell takes, with its share of the nodes.
  static let bytesOfCell = 12

  private var root = Node.leaf([])

  /// The number of cells. Takes linear time.
  var count: Int { root.count }

  /// The lineages of the chunks that can have the cell with `key`. Nearly always it is one at most.
  func lineages(of key: ByteKey) -> Candidates {
    let tag = Slot.tag(key)
    return Candidates(slots: root.leaf(of: tag, level: 0), tag: tag)
  }

  /// Adds a cell, which is not in the index.
  mutating func insert(_ key: ByteKey, _ lineage: UInt32) {
    root.insert(Slot(tag: Slot.tag(key), lineage: lineage), level: 0)
  }

  /// Removes a cell of a chunk of this lineage.
  mutating func remove(_ key: ByteKey, _ lineage: UInt32) {
    root.remove(Slot(tag: Slot.tag(key), lineage: lineage), level: 0)
  }

  /// A cell: some bits of its key, and the lineage of its chunk.
  fileprivate struct Slot: Equatable, Sendable {
    let tag: UInt32
    let lineage: UInt32

    static func tag(_ key: ByteKey) -> UInt32 { UInt32(truncatingIfNeeded: key.tag) }
  }

  /// Lineages of the chunks that can have a cell.
  struct Candidates: Sequence, IteratorProtocol {
    fileprivate let slots: [Slot]
    fileprivate let tag: UInt32
    private var position = 0

    fileprivate init(slots: [Slot], tag: UInt32) {
      self.slots = slots
      self.tag = tag
    }

    mutating func next() -> UInt32? {
      slots.withUnsafeBufferPointer { slots in
        while position < slots.count {
          position += 1
          if slots[position - 1].tag == tag { return slots[position - 1].lineage }
        }
        return nil
      }
    }
  }

  fileprivate enum Node: Sendable {
    case leaf([Slot])
    /// The children, by the next bits of the tag.
    case branch([Node])

    /// The bits of a tag that decide about a child.
    private static let bits = 3
    /// The maximum number of cells in a leaf, unless their tags have no more bits.
    private static let capacity = 96
    private static let levels = 32 / bits

    private static func child(_ tag: UInt32, _ level: Int) -> Int {
      Int(tag >> UInt32(level * bits)) & (1 << bits - 1)
    }

    var count: Int {
      switch self {
      case .leaf(let slots): slots.count
      case .branch(let children): children.reduce(0) { $0 + $1.count }
      }
    }

    /// The leaf with all cells of a tag.
    func leaf(of tag: UInt32, level: Int) -> [Slot] {
      switch self {
      case .leaf(let slots): slots
      case .branch(let children):
        children.withUnsafeBufferPointer {
          $0[Self.child(tag, level)].leaf(of: tag, level: level + 1)
        }
      }
    }

    mutating func insert(_ slot: Slot, level: Int) {
      switch consume self {
      case .leaf(var slots):
        // Memory for a few more: twice as much would be a third of the index.
        if slots.count == slots.capacity { slots.reserveCapacity(slots.count + slots.count / 8 + 2) }
        slots.append(slot)
        let isFull = slots.count > Self.capacity && level < Self.levels
        self = isFull ? .branch(Self.split(slots, level)) : .leaf(slots)
      case .branch(var children):
        children[Self.child(slot.tag, level)].insert(slot, level: level + 1)
        self = .branch(children)
      }
    }

    mutating func remove(_ slot: Slot, level: Int) {
      switch consume self {
      case .leaf(var slots):
        if let place = slots.firstIndex(of: slot) {
          slots.swapAt(place, slots.count - 1)
          slots.removeLast()
        }
        self = .leaf(slots)
      case .branch(var children):
        let child = Self.child(slot.tag, level)
        children[child].remove(slot, level: level + 1)
        let isSmall = children[child].leafCount.map { $0 < Self.capacity >> (Self.bits + 1) } ?? false
        self = (isSmall ? Self.joined(children) : nil) ?? .branch(children)
      }
    }

    /// The number of cells of a leaf.
    private var leafCount: Int? {
      if case .leaf(let slots) = self { slots.count } else { nil }
    }

    /// A leaf with the cells of `children`, if these are leaves and fill half of it at most.
    private static func joined(_ children: [Node]) -> Node? {
      var all: [Slot] = []
      for child in children {
        guard case .leaf(let slots) = child, all.count + slots.count <= capacity / 2 else { return nil }
        all += slots
      }
      return .leaf(all)
    }

    private static func split(_ slots: [Slot], _ level: Int) -> [Node] {
      (0..<1 << bits).map { number in
        // A filtered array has up to twice the capacity that it needs.
        .leaf(slots.filter { child($0.tag, level) == number }.withUnsafeBufferPointer { Array($0) })
      }
    }
  }
}
