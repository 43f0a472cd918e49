/// Eight bytes of a text, the first of them lowest, tested in one step.
struct ByteBlock {
  private(set) var bits: UInt64

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes at `index`, which must be in bounds.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    bits = UInt64(
      littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The eight bytes from `index` on. Bytes after the end of the text are 0.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, from index: Int) {
    let left = text.count &- index
    if left >= 8 {
      self.init(text, at: index)
    } else if text.count >= 8 {
      self.init(text, at: text.count &- 8)
      bits = left > 0 ? bits &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left) : 0
    } else {
      self.init(shortText: text, from: index)
    }
  }

  @inline(never)
  private init(shortText text: UnsafeBufferPointer<UInt8>, from index: Int) {
    var bits: UInt64 = 0
    for byte in text.suffix(from: min(index, text.count)).reversed() { bits = bits &<< 8 | UInt64(byte) }
    self.bits = bits
  }

  /// The highest bit of each byte that is not an ASCII letter.
  @inline(__always)
  var nonLetters: UInt64 { (~lowLetters | bits) & Self.highBits }

  /// The highest bit of each byte that is an ASCII letter or not ASCII.
  @inline(__always)
  var lettersAndBeyondASCII: UInt64 { (lowLetters | bits) & Self.highBits }

  /// The highest bit of each byte whose other bits are those of an ASCII letter.
  @inline(__always)
  private var lowLetters: UInt64 {
    let lowercase = (bits | 0x2020_2020_2020_2020) & ~Self.highBits
    // A byte that reaches 0x80 is `a` or above, or above `z`.
    let isFromA = lowercase &+ 0x1F1F_1F1F_1F1F_1F1F
    let isAboveZ = lowercase &+ 0x0505_0505_0505_0505
    return isFromA & ~isAboveZ
  }

  /// The highest bit of each byte that is not printable ASCII.
  @inline(__always)
  var nonPrintable: UInt64 { outside(0x6060_6060_6060_6060) }

  /// The highest bit of each byte that is not printable ASCII, or is a space.
  @inline(__always)
  var nonInk: UInt64 { outside(0x5F5F_5F5F_5F5F_5F5F) }

  /// Whether ``DisplayText`` may change a character that begins at one of the bytes.
  ///
  /// It may change control characters, and those that begin with C2, E2, EF or F3. The last two
  /// characters of each plane have the byte BF, fillers 85, and selectors A0.
  @inline(__always)
  var mayHoldHostile: Bool {
    let controls = (bits &- 0x2020_2020_2020_2020) & ~bits
    let leads = hasByte(0xEF) | hasByte(0xF3) | hasByte(0xBF) | hasByte(0x7F)
    let inner = hasByte(0x85) | hasByte(0xA0)
    return (controls | leads | inner | hasByte(0xE2, ignoring: 0x20)) & Self.highBits != 0
  }

  /// Sets a highest bit if a byte is `byte`, apart from the bits `ignored` that it has.
  @inline(__always)
  private func hasByte(_ byte: UInt64, ignoring ignored: UInt64 = 0) -> UInt64 {
    let difference = (bits | ignored &* 0x0101_0101_0101_0101) ^ (byte &* 0x0101_0101_0101_0101)
    return (difference &- 0x0101_0101_0101_0101) & ~difference
  }

  @inline(__always)
  private func outside(_ offset: UInt64) -> UInt64 {
    let low = bits & ~Self.highBits
    return (~(low &+ offset) | (low &+ 0x0101_0101_0101_0101) | bits) & Self.highBits
  }

  /// How many bytes begin a scalar.
  @inline(__always)
  var scalarCount: Int {
    // Continuation bytes have bit 7 and not bit 6.
    let continuations = bits & ~(bits &<< 1) & Self.highBits
    return 8 &- continuations.nonzeroBitCount
  }
}

extension UInt8 {
  /// Whether this is an ASCII letter.
  @inline(__always)
  package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}
