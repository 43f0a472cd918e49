/// A word as spaces part it: all of a text up to the next U+0020, or control code.
struct SpacedWord {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether all of it is ASCII.
  let isASCII: Bool
  /// Whether it is ASCII, and letters with any one byte behind them: no line ends in such.
  private let isPlain: Bool
  /// Its first sixteen bytes, zeros behind its end.
  private let low: UInt64
  private let high: UInt64

  /// The word that begins at `start`, where no space is; eight bytes are looked at in one step.
  @inline(__always)
  init(in text: UnsafeBufferPointer<UInt8>, at start: Int) {
    let first = Self.block(of: text, at: start)
    let firstEnd = Self.end(first)
    let others = Self.others(first)
    if firstEnd != 0 {
      low = first & (firstEnd &>> 7 &- 1)
      high = 0
      isPlain = others & (firstEnd &>> 8 &- 1) == 0
      isASCII = low & Self.highBits == 0
      bytes = Self.bytes(of: text, start, firstEnd.trailingZeroBitCount &>> 3)
      return
    }
    low = first
    let second = Self.block(of: text, at: start &+ 8)
    let secondEnd = Self.end(second)
    if secondEnd != 0 {
      high = second & (secondEnd &>> 7 &- 1)
      isPlain =
        high == 0
        ? others & (1 &<< 63 &- 1) == 0 : others | Self.others(second) & (secondEnd &>> 8 &- 1) == 0
      isASCII = (first | high) & Self.highBits == 0
      bytes = Self.bytes(of: text, start, 8 &+ secondEnd.trailingZeroBitCount &>> 3)
      return
    }
    high = second
    isPlain = false
    var seen = (first | second) & Self.highBits
    var end = start &+ 16
    while end < text.count, text[end] > 0x20 {
      seen |= UInt64(text[end] & 0x80)
      end &+= 1
    }
    isASCII = seen == 0
    bytes = Self.bytes(of: text, start, end &- start)
  }

  /// Whether a line may end inside of it; for ASCII.
  @inline(__always)
  var hasOpportunities: Bool {
    if isPlain { return false }
    for index in 1..<max(1, bytes.count) where ASCIILineBreak.isAllowed(before: index, in: bytes) {
      return true
    }
    return false
  }

  /// What it is known by, if it has so many clusters; `nil` for long words.
  @inline(__always)
  func key(clusterCount: Int) -> RecentWords.Key? {
    RecentWords.Key(low: low, high: high, byteCount: bytes.count, clusterCount: clusterCount)
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Eight times the same byte.
  @inline(__always)
  private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// The highest bit of the first byte that is a space, or less; 0 where none is.
  @inline(__always)
  private static func end(_ block: UInt64) -> UInt64 {
    // A borrow or a carry is behind it.
    let ends = (block &- each(0x21)) & ~block & highBits
    return ends & (0 &- ends)
  }

  /// The highest bit of each byte that is no letter; for ASCII.
  @inline(__always)
  private static func others(_ block: UInt64) -> UInt64 {
    let lowercase = block | each(0x20)
    return ~((lowercase &+ each(0x80 - 0x61)) & ~(lowercase &+ each(0x7F - 0x7A))) & highBits
  }

  @inline(__always)
  private static func bytes(
    of text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: text[start..<start &+ count])
  }

  /// Eight bytes from `start` on, the first of them lowest; zeros behind the end of the text.
  @inline(__always)
  static func block(of text: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64 {
    let left = text.count &- start
    guard let base = UnsafeRawPointer(text.baseAddress), left > 0 else { return 0 }
    func load(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if left >= 8 { return load(start) }
    if text.count >= 8 { return load(text.count &- 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left) }
    var block: UInt64 = 0
    for index in 0..<left { block |= UInt64(text[start &+ index]) &<< UInt64(truncatingIfNeeded: 8 &* index) }
    return block
  }
}
