import Glibc

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

  /// The advance of all clusters of a word; `nil` if it is not here.
  mutating func advance(
    of word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int
  ) -> Int32? {
    find(word, style, isLarge, clusterCount).map(Generation.advance)
  }

  /// Copies the advances of the clusters of a word to `advances`. False if they are not here.
  mutating func copy(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let entry = find(word, style, isLarge, clusterCount) else { return false }
    Generation.unpack(entry, byteCount: word.count, isLarge, clusterCount, to: advances)
    return true
  }

  /// Keeps the advances of the clusters of a word that is not here, and not longer than `maximumByteCount`. In a style that
  /// is not large, advances of 64 pt and more are not kept.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, advances: UnsafeBufferPointer<Int32>
  ) {
    guard isLarge || advances.allSatisfy({ 0...Int32(UInt16.max) ~= $0 }) else { return }
    let hash = hash(word, style)
    if young.insert(word, style: style, isLarge, hash, advances) { return }
    makeRoom()
    _ = young.insert(word, style: style, isLarge, hash, advances)
  }

  /// The entry of a word, which is in the young generation from now on.
  @inline(__always)
  private mutating func find(
    _ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ isLarge: Bool, _ clusterCount: Int
  ) -> UnsafeRawPointer? {
    let hash = hash(word, style)
    let key = Generation.key(word.count, style, hash, clusterCount)
    if let found = young.find(word, key, hash) { return found }
    guard let found = old.find(word, key, hash) else { return nil }
    return keep(found, Generation.size(word.count, clusterCount, isLarge), hash)
  }

  /// Takes an entry of the old generation over, and gives where it stands now.
  @inline(never)
  private mutating func keep(_ entry: UnsafeRawPointer, _ size: Int, _ hash: UInt32) -> UnsafeRawPointer {
    if let kept = young.insert(entry, size, hash) { return kept }
    makeRoom()
    return young.insert(entry, size, hash) ?? entry
  }

  private mutating func makeRoom() {
    swap(&young, &old)
    young.clear()
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
  // An entry is a key of eight bytes, the advance of the word, its bytes, and the advances of its clusters: in 16 bits each,
  // but in 32 where the style is large. A slot has the place of an entry in units of four bytes, from 1 on, and eight bits
  // of its hash, so that few others are looked at.
  private static let advanceOffset = 8
  private static let bytesOffset = 12
  private static let placeBits: UInt32 = 24
  private static let placeMask: UInt32 = 1 << placeBits - 1

  private let slots: UnsafeMutablePointer<UInt32>
  private let slotMask: Int
  private let arena: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0
  private var count = 0

  init(bytes: Int) {
    // A word takes some 36 bytes; the table is never more than three quarters full.
    var slotCount = 64
    while slotCount * 27 < bytes { slotCount *= 2 }
    slotMask = slotCount - 1
    // Pages that were never written are not there.
    slots = Self.zeroed(slotCount * 4).assumingMemoryBound(to: UInt32.self)
    capacity = min(max(4096, bytes - slotCount * 4), Int(Self.placeMask) * 4)
    arena = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    free(slots)
    arena.deallocate()
  }

  private static func zeroed(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let room = calloc(byteCount, 1) else { preconditionFailure("no memory for \(byteCount) bytes") }
    return room
  }

  var usedBytes: Int { used + (slotMask + 1) * 4 }

  mutating func clear() {
    slots.update(repeating: 0, count: slotMask + 1)
    used = 0
    count = 0
  }

  /// All that an entry is known by but the bytes of the word.
  @inline(__always)
  static func key(_ byteCount: Int, _ style: UInt32, _ hash: UInt32, _ clusterCount: Int) -> UInt64 {
    UInt64(style) | UInt64(hash &>> 16) &<< 32 | UInt64(truncatingIfNeeded: byteCount & 0xFF) &<< 48
      | UInt64(truncatingIfNeeded: clusterCount & 0xFF) &<< 56
  }

  @inline(__always)
  private static func advancesOffset(_ byteCount: Int) -> Int { bytesOffset &+ (byteCount &+ 1) & ~1 }

  /// The bytes that an entry takes.
  @inline(__always)
  static func size(_ byteCount: Int, _ clusterCount: Int, _ isLarge: Bool) -> Int {
    (advancesOffset(byteCount) &+ clusterCount &* (isLarge ? 4 : 2) &+ 3) & ~3
  }

  /// The advance of the word of an entry.
  @inline(__always)
  static func advance(_ entry: UnsafeRawPointer) -> Int32 {
    entry.loadUnaligned(fromByteOffset: advanceOffset, as: Int32.self)
  }

  /// The entry of a word.
  @inline(__always)
  func find(_ word: UnsafeBufferPointer<UInt8>, _ key: UInt64, _ hash: UInt32) -> UnsafeRawPointer? {
    var slot = Int(hash) & slotMask
    while true {
      let held = slots[slot]
      if held == 0 { return nil }
      if held &>> Self.placeBits == hash &>> Self.placeBits {
        let entry = UnsafeRawPointer(arena) + Int(held & Self.placeMask &- 1) &* 4
        if entry.loadUnaligned(as: UInt64.self) == key, Self.areEqual(entry + Self.bytesOffset, word) {
          return entry
        }
      }
      slot = (slot &+ 1) & slotMask
    }
  }

  /// Copies the advances of the clusters of an entry.
  @inline(__always)
  static func unpack(
    _ entry: UnsafeRawPointer, byteCount: Int, _ isLarge: Bool, _ count: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) {
    let packed = (entry + advancesOffset(byteCount)).assumingMemoryBound(to: UInt16.self)
    if isLarge {
      for index in 0..<count {
        advances[index] = Int32(packed[index &* 2]) | Int32(packed[index &* 2 &+ 1]) &<< 16
      }
    } else {
      for index in 0..<count { advances[index] = Int32(packed[index]) }
    }
  }

  /// Appends the entry of a word. False if there is no room.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, _ isLarge: Bool, _ hash: UInt32,
    _ advances: UnsafeBufferPointer<Int32>
  ) -> Bool {
    guard let bytes = word.baseAddress,
      let entry = addEntry(Self.size(word.count, advances.count, isLarge), hash)
    else { return false }
    let sum = advances.reduce(0) { $0 + Int($1) }
    entry.storeBytes(of: Self.key(word.count, style, hash, advances.count), as: UInt64.self)
    entry.storeBytes(of: Int32(clamping: sum), toByteOffset: Self.advanceOffset, as: Int32.self)
    (entry + Self.bytesOffset).copyMemory(from: bytes, byteCount: word.count)
    let packed = (entry + Self.advancesOffset(word.count)).assumingMemoryBound(to: UInt16.self)
    for (index, advance) in advances.enumerated() {
      if isLarge {
        packed[index * 2] = UInt16(truncatingIfNeeded: advance)
        packed[index * 2 + 1] = UInt16(truncatingIfNeeded: advance >> 16)
      } else {
        packed[index] = UInt16(truncatingIfNeeded: advance)
      }
    }
    return true
  }

  /// Appends a copy of an entry, which may overlap it, and gives where it stands; `nil` if there is no room.
  mutating func insert(_ entry: UnsafeRawPointer, _ size: Int, _ hash: UInt32) -> UnsafeRawPointer? {
    guard let place = addEntry(size, hash) else { return nil }
    place.copyMemory(from: entry, byteCount: size)
    return UnsafeRawPointer(place)
  }

  /// Room for one more entry, which a slot leads to; `nil` if there is none.
  private mutating func addEntry(_ size: Int, _ hash: UInt32) -> UnsafeMutableRawPointer? {
    guard used + size <= capacity, (count + 1) * 4 <= (slotMask + 1) * 3 else { return nil }
    var slot = Int(hash) & slotMask
    while slots[slot] != 0 { slot = (slot + 1) & slotMask }
    slots[slot] = UInt32(truncatingIfNeeded: used / 4 + 1) | hash & ~Self.placeMask
    defer {
      used += size
      count += 1
    }
    return arena + used
  }

  @inline(__always)
  private static func areEqual(_ held: UnsafeRawPointer, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = UnsafeRawPointer(word.baseAddress) else { return true }
    @inline(__always)
    func differ<Value: FixedWidthInteger>(at offset: Int, _: Value.Type) -> Bool {
      held.loadUnaligned(fromByteOffset: offset, as: Value.self)
        != base.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
    let count = word.count
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        if differ(at: index, UInt64.self) { return false }
        index &+= 8
      }
      return !differ(at: count &- 8, UInt64.self)
    }
    if count >= 4 { return !differ(at: 0, UInt32.self) && !differ(at: count &- 4, UInt32.self) }
    var index = 0
    while index < count {
      if differ(at: index, UInt8.self) { return false }
      index &+= 1
    }
    return true
  }
}
