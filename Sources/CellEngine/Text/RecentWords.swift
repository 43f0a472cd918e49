/// The advances of short words that were met lately: a table of fixed size, in which later ones displace earlier ones. A
/// word is found by a few compares of numbers, which a cache of all words cannot do.
///
/// One thread at a time may use it.
public final class RecentWords {
  /// The bytes of a short word as two numbers; in the last byte, how many bytes and clusters those are.
  struct Key {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    private static let maximumByteCount = 15

    /// The key of a word of so many clusters, whose bytes the numbers have, zeros behind them. `nil` if it is too long.
    @inline(__always)
    init?(low: UInt64, high: UInt64, byteCount: Int, clusterCount: Int) {
      guard byteCount <= Self.maximumByteCount else { return nil }
      self.low = low
      self.high = high | UInt64(truncatingIfNeeded: byteCount &<< 4 | clusterCount) &<< 56
    }

    /// The key of a word that is a part of a text.
    @inline(__always)
    init?(_ word: Range<Int>, of text: UnsafeBufferPointer<UInt8>, clusterCount: Int) {
      guard word.count <= Self.maximumByteCount else { return nil }
      let low = SpacedWord.block(of: text, at: word.lowerBound)
      if word.count <= 8 {
        let unused = UInt64(truncatingIfNeeded: 8 &* (8 &- word.count))
        self.init(
          low: low & (unused == 64 ? 0 : .max &>> unused), high: 0, byteCount: word.count,
          clusterCount: clusterCount)
      } else {
        let unused = UInt64(truncatingIfNeeded: 8 &* (16 &- word.count))
        self.init(
          low: low, high: SpacedWord.block(of: text, at: word.lowerBound &+ 8) & (.max &>> unused),
          byteCount: word.count, clusterCount: clusterCount)
      }
    }
  }

  fileprivate struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var style: UInt32 = 0
    var advance: Int32 = 0
  }

  /// The words of one style. Valid as long as the table.
  public struct Words {
    fileprivate let entries: UnsafeMutablePointer<Entry>
    fileprivate let mask: Int
    fileprivate let style: UInt32

    /// The advance of a word; `nil` where it is not here.
    @inline(__always)
    subscript(key: Key) -> Int32? {
      let entry = entries + place(key)
      guard entry.pointee.low == key.low, entry.pointee.high == key.high, entry.pointee.style == style else {
        return nil
      }
      return entry.pointee.advance
    }

    /// The advance of a word that is here, or that `known` says, from which on it is here.
    @inline(__always)
    func advance(of word: SpacedWord, _ clusterCount: Int, _ known: WordAnalysis.KnownAdvance) -> Int32? {
      guard let key = word.key(clusterCount: clusterCount) else { return known(word.bytes, clusterCount) }
      return self[key] ?? advance(of: key, word.bytes, clusterCount, known)
    }

    /// The advance that `known` says of a word, which is here from now on.
    @inline(never)
    func advance(
      of key: Key, _ word: UnsafeBufferPointer<UInt8>, _ clusterCount: Int, _ known: WordAnalysis.KnownAdvance
    ) -> Int32? {
      guard let advance = known(word, clusterCount) else { return nil }
      keep(advance, of: key)
      return advance
    }

    /// Keeps the advance of a word.
    private func keep(_ advance: Int32, of key: Key) {
      entries[place(key)] = Entry(low: key.low, high: key.high, style: style, advance: advance)
    }

    @inline(__always)
    private func place(_ key: Key) -> Int {
      let mixed = (key.low ^ UInt64(style) &<< 32).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      let rest = key.high.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return Int(truncatingIfNeeded: mixed.high ^ mixed.low ^ rest.high ^ rest.low) & mask
    }
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let count: Int

  /// A table of at most `bytes`, but for a very small one.
  public init(bytes: Int) {
    var count = 16
    while 2 * count * MemoryLayout<Entry>.stride <= bytes { count *= 2 }
    self.count = count
    entries = .allocate(capacity: count)
    entries.initialize(repeating: Entry(), count: count)
  }

  deinit { entries.deallocate() }

  /// The bytes that it takes.
  public var byteCount: Int { count * MemoryLayout<Entry>.stride }

  /// The words of the style of a number, which no other style has.
  public func words(of style: UInt32) -> Words { Words(entries: entries, mask: count - 1, style: style) }
}
