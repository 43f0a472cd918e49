/// A word of a text of printable ASCII: all up to the next space.
struct ASCIIWord {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether it is letters and nothing else, between which no line ends.
  let isLetters: Bool

  /// The word that begins at `start`, where no space is; eight bytes are looked at in one step.
  @inline(__always)
  init(in text: UnsafeBufferPointer<UInt8>, at start: Int) {
    var end = start
    var others: UInt64 = 0
    if let base = UnsafeRawPointer(text.baseAddress) {
      while end &+ 8 <= text.count {
        let block = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        // The highest bit of each byte that is a space, and of each that is no letter.
        let spaces = (block &- Self.each(0x21)) & ~block & Self.each(0x80)
        let lowercase = block | Self.each(0x20)
        let letters = (lowercase &+ Self.each(0x80 - 0x61)) & ~(lowercase &+ Self.each(0x7F - 0x7A))
        let isOther = ~letters & Self.each(0x80)
        guard spaces == 0 else {
          others |= isOther & ((spaces & (0 &- spaces)) &- 1)
          self.init(in: text, start..<end &+ spaces.trailingZeroBitCount &>> 3, isLetters: others == 0)
          return
        }
        others |= isOther
        end &+= 8
      }
    }
    while end < text.count, text[end] != 0x20 {
      others |= Self.isLetter(text[end]) ? 0 : 1
      end &+= 1
    }
    self.init(in: text, start..<end, isLetters: others == 0)
  }

  @inline(__always)
  private init(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLetters: Bool) {
    bytes = UnsafeBufferPointer(rebasing: text[range])
    self.isLetters = isLetters
  }

  /// Whether a line may end inside of it.
  @inline(__always)
  var hasOpportunities: Bool {
    if isLetters { return false }
    for index in 1..<max(1, bytes.count) where ASCIILineBreak.isAllowed(before: index, in: bytes) {
      return true
    }
    return false
  }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Eight times the same byte.
  @inline(__always)
  private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}
