/// The advances of short words that were used recently. The table has a fixed size: a new entry
/// replaces an old one with the same position.
final class RecentWords {
  /// The bytes of a short word, packed into two numbers. The last byte has the counts of bytes and
  /// clusters.
  struct Key {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    private static let maximumByteCount = 15

    /// Makes the key of a word of a text. Returns `nil` if the word has more than 15 bytes.
    @inline(__always)
    init?(_ word: Range<Int>, of text: UnsafeBufferPointer<UInt8>, clusterCount: Int) {
      guard word.count <= Self.maximumByteCount else { return nil }
      let first = Self.block(of: text, at: word.lowerBound)
      let lengths = UInt64(truncatingIfNeeded: word.count &<< 4 | clusterCount) &<< 56
      if word.count <= 8 {
        let unused = UInt64(truncatingIfNeeded: 8 &* (8 &- word.count))
        low = first & (unused == 64 ? 0 : .max &>> unused)
        high = lengths
      } else {
        let unused = UInt64(truncatingIfNeeded: 8 &* (16 &- word.count))
        low = first
        high = Self.block(of: text, at: word.lowerBound &+ 8) & (.max &>> unused) | lengths
      }
    }

    /// Eight bytes from `start` on, in little-endian order. Bytes after the end of the text are 0.
    @inline(__always)
    private static func block(of text: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64 {
      let left = text.count &- start
      guard let base = UnsafeRawPointer(text.baseAddress), left > 0 else { return 0 }
      func load(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      if left >= 8 { return load(start) }
      if text.count >= 8 { return load(text.count &- 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left) }
      var block: UInt64 = 0
      for index in 0..<left {
        block |= UInt64(text[start &+ index]) &<< UInt64(truncatingIfNeeded: 8 &* index)
      }
      return block
    }
  }

  fileprivate struct Entry {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var style: UInt32 = 0
    var advance: Int32 = 0
  }

  /// The entries, without a reference count. They are valid as long as the table is.
  let entries: Entries

  /// Makes a table of at most `bytes`, but of at least 16 entries.
  init(bytes: Int) {
    var count = 16
    while 2 * count * MemoryLayout<Entry>.stride <= bytes { count *= 2 }
    let first = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    first.initialize(repeating: Entry(), count: count)
    entries = Entries(first: first, count: count)
  }

  deinit { entries.first.deallocate() }

  /// The bytes of the table.
  var byteCount: Int { entries.count * MemoryLayout<Entry>.stride }

  /// The entries of a table.
  struct Entries {
    fileprivate let first: UnsafeMutablePointer<Entry>
    fileprivate let count: Int

    /// The advance of a word in a style; `nil` if the table does not have it.
    @inline(__always)
    subscript(key: Key, style: UInt32) -> Int32? {
      let entry = first + index(of: key, style)
      guard entry.pointee.low == key.low, entry.pointee.high == key.high, entry.pointee.style == style else {
        return nil
      }
      return entry.pointee.advance
    }

    /// Adds the advance of a word.
    func keep(_ advance: Int32, of key: Key, _ style: UInt32) {
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
