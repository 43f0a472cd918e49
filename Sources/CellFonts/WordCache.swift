/// The advances of words that were shaped, within a bound of bytes.
///
/// There are two generations: what is found in the old one moves to the young one, and when that is full, it becomes the
/// old one and what was old is forgotten. So words in use stay, and forgetting takes no time.
struct WordCache: ~Copyable {
  private var young: Generation
  private var old: Generation
  // Whoever sends texts cannot know where their words go.
  private let seed = UInt64.random(in: 0 ... .max) | 1

  /// The longest word that is kept.
  static let maximumByteCount = 255

  /// A cache that takes at most `bytes`.
  init(bytes: Int) {
    young = Generation(bytes: bytes / 2)
    old = Generation(bytes: bytes / 2)
  }

  /// The bytes of what it holds.
  var usedBytes: Int { young.usedBytes + old.usedBytes }

  /// Copies the advances of the clusters of a word to `advances`. False if they are not here.
  mutating func copy(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, clusterCount: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    let hash = hash(word, style)
    if let found = young.find(word, style, hash) {
      advances.update(from: found, count: clusterCount)
      return true
    }
    guard let found = old.find(word, style, hash) else { return false }
    advances.update(from: found, count: clusterCount)
    insert(word, style, hash, UnsafeBufferPointer(start: advances, count: clusterCount))
    return true
  }

  /// Keeps the advances of the clusters of a word that is not here, and not longer than `maximumByteCount`.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, advances: UnsafeBufferPointer<Int32>
  ) {
    insert(word, style, hash(word, style), advances)
  }

  private mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ hash: UInt32,
    _ advances: UnsafeBufferPointer<Int32>
  ) {
    if young.insert(word, style, hash, advances) { return }
    swap(&young, &old)
    young.clear()
    _ = young.insert(word, style, hash, advances)
  }

  /// Multiplies and folds eight bytes at a time.
  @inline(__always)
  private func hash(_ word: UnsafeBufferPointer<UInt8>, _ style: UInt32) -> UInt32 {
    var hash = seed ^ UInt64(style) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count) &<< 56
    guard let base = UnsafeRawPointer(word.baseAddress) else { return UInt32(truncatingIfNeeded: hash) }
    func mix(_ value: UInt64) {
      let product = (hash ^ value).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low
    }
    let count = word.count
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        mix(base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      mix(base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else if count >= 4 {
      let first = UInt64(base.loadUnaligned(as: UInt32.self))
      mix(first &<< 32 | UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
    } else if count > 0 {
      mix(UInt64(word[0]) &<< 16 | UInt64(word[count &>> 1]) &<< 8 | UInt64(word[count &- 1]))
    }
    mix(0xA5A5_A5A5)
    return UInt32(truncatingIfNeeded: hash &>> 32 ^ hash)
  }
}

/// One half of the cache: a table of places, and an arena of entries.
private struct Generation: ~Copyable {
  /// What stands in front of the bytes of a word, which are followed by its advances; all of it in whole numbers of 32 bits.
  private struct Header {
    var hash: UInt32
    var style: UInt32
    var byteCount: UInt16
    var clusterCount: UInt16

    @inline(__always)
    static func advancesOffset(_ byteCount: Int) -> Int { size &+ (byteCount &+ 3) & ~3 }
    static let size = 12
  }

  private let slots: UnsafeMutablePointer<UInt32>
  private let slotMask: Int
  private let arena: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0
  private var count = 0

  init(bytes: Int) {
    // A word takes some 40 bytes; the table is never more than three quarters full.
    var slotCount = 64
    while slotCount * 64 < bytes { slotCount *= 2 }
    slotMask = slotCount - 1
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: 0, count: slotCount)
    capacity = max(4096, bytes - slotCount * 4)
    arena = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    slots.deallocate()
    arena.deallocate()
  }

  var usedBytes: Int { used + (slotMask + 1) * 4 }

  mutating func clear() {
    slots.update(repeating: 0, count: slotMask + 1)
    used = 0
    count = 0
  }

  @inline(__always)
  func find(_ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ hash: UInt32) -> UnsafePointer<Int32>? {
    var slot = Int(hash) & slotMask
    while slots[slot] != 0 {
      let entry = UnsafeRawPointer(arena) + Int(slots[slot] &- 1) &* 4
      let header = entry.load(as: Header.self)
      if header.hash == hash, header.style == style, Int(header.byteCount) == word.count,
        Self.areEqual(entry + Header.size, word)
      {
        return (entry + Header.advancesOffset(word.count)).assumingMemoryBound(to: Int32.self)
      }
      slot = (slot &+ 1) & slotMask
    }
    return nil
  }

  /// False if there is no room.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ hash: UInt32,
    _ advances: UnsafeBufferPointer<Int32>
  ) -> Bool {
    let advancesOffset = Header.advancesOffset(word.count)
    let size = advancesOffset + advances.count * 4
    guard used + size <= capacity, (count + 1) * 4 <= (slotMask + 1) * 3, let bytes = word.baseAddress,
      let first = advances.baseAddress
    else { return false }
    var slot = Int(hash) & slotMask
    while slots[slot] != 0 { slot = (slot + 1) & slotMask }
    let entry = arena + used
    entry.storeBytes(
      of: Header(
        hash: hash, style: style, byteCount: UInt16(truncatingIfNeeded: word.count),
        clusterCount: UInt16(truncatingIfNeeded: advances.count)), as: Header.self)
    (entry + Header.size).copyMemory(from: bytes, byteCount: word.count)
    (entry + advancesOffset).copyMemory(from: first, byteCount: advances.count * 4)
    slots[slot] = UInt32(truncatingIfNeeded: used / 4 + 1)
    used += size
    count += 1
    return true
  }

  @inline(__always)
  private static func areEqual(_ held: UnsafeRawPointer, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(word.baseAddress) else { return true }
    var index = 0
    while index &+ 8 <= word.count {
      if held.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &+= 8
    }
    while index < word.count {
      if held.load(fromByteOffset: index, as: UInt8.self) != base.load(fromByteOffset: index, as: UInt8.self)
      {
        return false
      }
      index &+= 1
    }
    return true
  }
}
