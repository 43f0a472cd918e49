/// The advances of short words that were used recently. The table has a fixed size: a new entry
/// replaces an old one with the same position.
public final class RecentWords {
  /// The bytes of a short word, packed into two numbers. The last byte has the counts of bytes and
  /// clusters.
  public struct Key {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    private static let maximumByteCount = 15

    /// Makes the key of a word of a text. Returns `nil` if the word has more than 15 bytes.
    @inline(__always)
    public init?(_ word: Range<Int>, of text: UnsafeBufferPointer<UInt8>, clusterCount: Int) {
      guard 1...Self.maximumByteCount ~= word.count else { return nil }
      let first = ByteBlock(text, from: word.lowerBound).bits
      let lengths = UInt64(truncatingIfNeeded: word.count &<< 4 | clusterCount) &<< 56
      if word.count <= 8 {
        // A word has a byte at least.
        low = first & (.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* word.count))
        high = lengths
      } else {
        let unused = UInt64(truncatingIfNeeded: 8 &* (16 &- word.count))
        low = first
        high = ByteBlock(text, from: word.lowerBound &+ 8).bits & (.max &>> unused) | lengths
      }
    }
  }

  fileprivate struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var style: UInt32 = 0
    var advance: Int32 = 0
  }

  /// The entries, without a reference count. They are valid as long as the table is.
  public let entries: Entries

  /// Makes a table of at most `bytes`, but of at least 16 entries.
  public init(bytes: Int) {
    var count = 16
    while 2 * count * MemoryLayout<Entry>.stride <= bytes { count *= 2 }
    let first = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    first.initialize(repeating: Entry(), count: count)
    entries = Entries(first: first, count: count)
  }

  deinit { entries.first.deallocate() }

  /// The bytes of the table.
  public var byteCount: Int { entries.count * MemoryLayout<Entry>.stride }

  /// The entries of a table.
  public struct Entries {
    fileprivate let first: UnsafeMutablePointer<Entry>
    fileprivate let count: Int

    /// The advance of a word in a style; `nil` if the table does not have it.
    @inline(__always)
    public subscript(key: Key, style: UInt32) -> Int32? {
      let entry = first + index(of: key, style)
      guard entry.pointee.low == key.low, entry.pointee.high == key.high, entry.pointee.style == style else {
        return nil
      }
      return entry.pointee.advance
    }

    /// Adds the advance of a word.
    public func keep(_ advance: Int32, of key: Key, _ style: UInt32) {
      first[index(of: key, style)] = Entry(low: key.low, high: key.high, style: style, advance: advance)
    }

    @inline(__always)
    private func index(of key: Key, _ style: UInt32) -> Int {
      let mixed = (key.low ^ UInt64(style) &<< 32).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      let rest = key.high.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return Int(truncatingIfNeeded: mixed.high ^ mixed.low ^ rest.high ^ rest.low) & (count &- 1)
    }
  }
}
