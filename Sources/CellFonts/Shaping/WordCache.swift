import CellEngine
import Glibc

/// The advances of shaped words, limited in bytes: a hash table of slots, and an arena of entries.
/// When the arena is full, all words are dropped, and those in use are measured once more.
///
/// ``RecentWords`` is asked first: it compares a few numbers.
struct WordCache: ~Copyable {
  // An entry is a key of eight bytes, the advances of the word and of its clusters, and its bytes.
  // A slot has the position of an entry in units of four bytes, starting at 1. It also has eight
  // bits of the hash, so that few other entries are compared.
  private static let advanceOffset = 8
  private static let advancesOffset = 12
  private static let placeBits: UInt32 = 24
  private static let placeMask: UInt32 = 1 << placeBits - 1

  /// The maximum bytes of a cached word.
  static let maximumByteCount = 255
  /// The maximum size of the table of recent words. It must fit in the processor's cache.
  private static let recentBytes = 400 << 10

  let recent: RecentWords
  // The table starts small, because few words would touch most pages of a large one.
  private var slots: UnsafeMutablePointer<UInt32>
  private var slotMask: Int
  private let slotLimit: Int
  private let arena: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0
  private var count = 0
  /// A random seed, so that clients cannot make their words collide.
  private let seed = UInt64.random(in: 0 ... .max) | 1

  /// Makes an empty cache of at most `bytes`.
  init(bytes: Int) {
    recent = RecentWords(bytes: min(bytes / 8, Self.recentBytes))
    let bytes = bytes - recent.byteCount
    // A word takes about 44 bytes. The table is at most three quarters full.
    var slotCount = 64
    while slotCount * 33 < bytes { slotCount *= 2 }
    slotLimit = slotCount
    slotMask = min(slotCount, 1024) - 1
    slots = Self.zeroedSlots(slotMask + 1)
    // Pages that were never written take no memory.
    capacity = min(max(4096, bytes - slotCount * 4), Int(Self.placeMask) * 4)
    arena = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    free(slots)
    arena.deallocate()
  }

  private static func zeroedSlots(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    guard let room = calloc(count, 4) else { preconditionFailure("no memory for \(count) words") }
    return room.assumingMemoryBound(to: UInt32.self)
  }

  /// The bytes of the cached words.
  var usedBytes: Int { recent.byteCount + used + (slotMask + 1) * 4 }

  /// The advance of a word of a text; `nil` if the cache does not have it.
  @inline(never)
  func advance(
    of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, style: UInt32, clusterCount: Int
  ) -> Int32? {
    guard word.count <= Self.maximumByteCount else { return nil }
    let key = RecentWords.Key(word, of: text, clusterCount: clusterCount)
    if let key, let advance = recent.entries[key, style] { return advance }
    let bytes = UnsafeBufferPointer(rebasing: text[word])
    guard let advance = advance(of: bytes, style: style, clusterCount: clusterCount) else { return nil }
    if let key { recent.entries.keep(advance, of: key, style) }
    return advance
  }

  /// The sum of the advances of a word's clusters; `nil` if the cache does not have the word.
  func advance(of word: UnsafeBufferPointer<UInt8>, style: UInt32, clusterCount: Int) -> Int32? {
    find(word, style, clusterCount)?.loadUnaligned(fromByteOffset: Self.advanceOffset, as: Int32.self)
  }

  /// Copies the advances of a word's clusters to `advances`. Returns `false` if the cache does not
  /// have them.
  func copy(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, clusterCount: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let entry = find(word, style, clusterCount) else { return false }
    UnsafeMutableRawPointer(advances).copyMemory(
      from: entry + Self.advancesOffset, byteCount: clusterCount &* 4)
    return true
  }

  /// Adds the advances of a word's clusters. The word must not be in the cache, and not be longer
  /// than `maximumByteCount`.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, advances: UnsafeBufferPointer<Int32>
  ) {
    guard let bytes = word.baseAddress, let first = advances.baseAddress else { return }
    let size = (Self.advancesOffset + advances.count * 4 + word.count + 3) & ~3
    if used + size > capacity || ((count + 1) * 4 > (slotMask + 1) * 3 && !grow()) { removeAll() }
    let hash = hash(word, style)
    let entry = arena + used
    entry.storeBytes(of: Self.key(word.count, style, hash, advances.count), as: UInt64.self)
    let sum = advances.reduce(0) { $0 + Int($1) }
    entry.storeBytes(of: Int32(clamping: sum), toByteOffset: Self.advanceOffset, as: Int32.self)
    (entry + Self.advancesOffset).copyMemory(from: first, byteCount: advances.count * 4)
    (entry + Self.advancesOffset + advances.count * 4).copyMemory(from: bytes, byteCount: word.count)
    setSlot(UInt32(truncatingIfNeeded: used / 4 + 1) | hash & ~Self.placeMask, hash)
    used += size
    count += 1
  }

  private mutating func removeAll() {
    slots.update(repeating: 0, count: slotMask + 1)
    used = 0
    count = 0
  }

  /// The first bytes of an entry. They identify it, together with the bytes of the word.
  @inline(__always)
  private static func key(_ byteCount: Int, _ style: UInt32, _ hash: UInt32, _ clusterCount: Int) -> UInt64 {
    UInt64(style) | UInt64(hash &>> 16) &<< 32 | UInt64(truncatingIfNeeded: byteCount & 0xFF) &<< 48
      | UInt64(truncatingIfNeeded: clusterCount & 0xFF) &<< 56
  }

  /// The entry of a word.
  @inline(__always)
  private func find(
    _ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ clusterCount: Int
  ) -> UnsafeRawPointer? {
    guard let bytes = word.baseAddress else { return nil }
    let hash = hash(word, style)
    let key = Self.key(word.count, style, hash, clusterCount)
    var slot = Int(hash) & slotMask
    while true {
      let held = slots[slot]
      if held == 0 { return nil }
      if held &>> Self.placeBits == hash &>> Self.placeBits {
        let entry = UnsafeRawPointer(arena) + Int(held & Self.placeMask &- 1) &* 4
        if entry.loadUnaligned(as: UInt64.self) == key,
          memcmp(entry + Self.advancesOffset + clusterCount &* 4, bytes, word.count) == 0
        {
          return entry
        }
      }
      slot = (slot &+ 1) & slotMask
    }
  }

  private func setSlot(_ value: UInt32, _ hash: UInt32) {
    var slot = Int(hash) & slotMask
    while slots[slot] != 0 { slot = (slot + 1) & slotMask }
    slots[slot] = value
  }

  /// Doubles the table. Returns `false` if it has its maximum size.
  private mutating func grow() -> Bool {
    guard slotMask + 1 < slotLimit else { return false }
    let (few, fewMask) = (slots, slotMask)
    slotMask = slotMask * 2 + 1
    slots = Self.zeroedSlots(slotMask + 1)
    for held in UnsafeBufferPointer(start: few, count: fewMask + 1) where held != 0 {
      let entry = UnsafeRawPointer(arena) + Int(held & Self.placeMask - 1) * 4
      let key = entry.loadUnaligned(as: UInt64.self)
      let bytes = entry + Self.advancesOffset + Int(key >> 56) * 4
      let word = UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self), count: Int(key >> 48 & 0xFF))
      setSlot(held, hash(word, UInt32(truncatingIfNeeded: key)))
    }
    free(few)
    return true
  }

  /// A hash that multiplies and folds eight bytes at a time.
  @inline(__always)
  private func hash(_ word: UnsafeBufferPointer<UInt8>, _ style: UInt32) -> UInt32 {
    var hash = seed ^ UInt64(style) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count) &<< 56
    func mix(_ value: UInt64) {
      let product = (hash ^ value).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = product.high ^ product.low
    }
    guard let bytes = UnsafeRawPointer(word.baseAddress) else { return UInt32(truncatingIfNeeded: hash) }
    var index = 0
    while index &+ 8 <= word.count {
      mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < word.count {
      rest = rest &<< 8 | UInt64(word[index])
      index &+= 1
    }
    mix(rest)
    return UInt32(truncatingIfNeeded: hash &>> 32 ^ hash)
  }
}
