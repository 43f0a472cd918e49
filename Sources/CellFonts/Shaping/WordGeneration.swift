import Glibc

/// A half of ``WordCache``: a hash table of slots, and an arena of entries.
struct WordGeneration: ~Copyable {
  // An entry is a key of eight bytes, the advance of the word, its bytes, and the advances of its
  // clusters. Advances of clusters have 16 bits, or 32 if the style is large. A slot has the
  // position of an entry in units of four bytes, starting at 1. It also has eight bits of the hash,
  // so that few other entries are compared.
  private static let advanceOffset = 8
  private static let bytesOffset = 12
  private static let placeBits: UInt32 = 24
  private static let placeMask: UInt32 = 1 << placeBits - 1

  // The table starts small, because few words would touch most pages of a large one.
  private var slots: UnsafeMutablePointer<UInt32>
  private var slotMask: Int
  private let slotLimit: Int
  private let arena: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0
  private var count = 0
  private let seed: UInt64

  /// Makes an empty generation of at most `bytes`. `seed` changes the slots of all words.
  init(bytes: Int, seed: UInt64) {
    self.seed = seed
    // A word takes about 36 bytes. The table is at most three quarters full.
    var slotCount = 64
    while slotCount * 27 < bytes { slotCount *= 2 }
    slotLimit = slotCount
    slotMask = min(slotCount, 1024) - 1
    slots = Self.zeroedSlots(slotMask + 1)
    // Pages that were never written take no memory.
    capacity = min(max(2048, bytes - slotCount * 4), Int(Self.placeMask) * 4)
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

  /// The bytes of the entries and of the table.
  var usedBytes: Int { used + (slotMask + 1) * 4 }

  /// Drops all words.
  mutating func clear() {
    slots.update(repeating: 0, count: slotMask + 1)
    used = 0
    count = 0
  }

  /// The first bytes of an entry. They identify it, together with the bytes of the word.
  @inline(__always)
  static func key(_ byteCount: Int, _ style: UInt32, _ hash: UInt32, _ clusterCount: Int) -> UInt64 {
    UInt64(style) | UInt64(hash &>> 16) &<< 32 | UInt64(truncatingIfNeeded: byteCount & 0xFF) &<< 48
      | UInt64(truncatingIfNeeded: clusterCount & 0xFF) &<< 56
  }

  @inline(__always)
  private static func advancesOffset(_ byteCount: Int) -> Int { bytesOffset &+ (byteCount &+ 1) & ~1 }

  /// The bytes of an entry.
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
    if count == 0 { return nil }
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

  /// Copies the advances of an entry's clusters to `advances`.
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

  /// Appends the entry of a word. Returns `false` if the generation is full.
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

  /// Appends a copy of an entry, whose memory may overlap with the copy. Returns the address of the
  /// copy, or `nil` if the generation is full.
  mutating func insert(_ entry: UnsafeRawPointer, _ size: Int, _ hash: UInt32) -> UnsafeRawPointer? {
    guard let place = addEntry(size, hash) else { return nil }
    place.copyMemory(from: entry, byteCount: size)
    return UnsafeRawPointer(place)
  }

  /// Adds a slot and the memory of its entry, which the caller writes. Returns `nil` if the
  /// generation is full.
  private mutating func addEntry(_ size: Int, _ hash: UInt32) -> UnsafeMutableRawPointer? {
    guard used + size <= capacity, (count + 1) * 4 <= (slotMask + 1) * 3 || grow() else { return nil }
    var slot = Int(hash) & slotMask
    while slots[slot] != 0 { slot = (slot + 1) & slotMask }
    slots[slot] = UInt32(truncatingIfNeeded: used / 4 + 1) | hash & ~Self.placeMask
    defer {
      used += size
      count += 1
    }
    return arena + used
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
      let word = UnsafeBufferPointer(
        start: (entry + Self.bytesOffset).assumingMemoryBound(to: UInt8.self), count: Int(key >> 48 & 0xFF))
      var slot = Int(hash(word, UInt32(truncatingIfNeeded: key))) & slotMask
      while slots[slot] != 0 { slot = (slot + 1) & slotMask }
      slots[slot] = held
    }
    free(few)
    return true
  }

  /// A hash that multiplies and folds eight bytes at a time.
  @inline(__always)
  func hash(_ word: UnsafeBufferPointer<UInt8>, _ style: UInt32) -> UInt32 {
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
