/// The position in memory at which bytes of a row are written next. The memory must have room for
/// all of them.
///
/// Most texts are short. They are copied as 64 bytes, whatever their length: a call of `memcpy`
/// would be slower (Benchmarks/NOTES.md, "Placing and writing"). So up to ``slack`` bytes after an
/// appended text are overwritten, too.
struct ByteCursor {
  /// The number of unused bytes that must follow the last byte.
  static let slack = 64

  private var target: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  /// Makes a cursor at `target`, which has room for `capacity` bytes, including the slack.
  @inline(__always)
  init(_ target: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.target = UnsafeMutableRawPointer(target)
    end = self.target + capacity
  }

  /// The number of bytes from `start` to the cursor.
  @inline(__always)
  func count(from start: UnsafeMutablePointer<UInt8>) -> Int { target - UnsafeMutableRawPointer(start) }

  /// Appends the `length` bytes at `source`.
  @inline(__always)
  mutating func append(_ source: UnsafePointer<UInt8>, count length: Int) {
    assert(end - target >= length &+ Self.slack)
    let source = UnsafeRawPointer(source)
    if length >= 16 {
      if length > 128 {
        target.copyMemory(from: source, byteCount: length)
      } else {
        // The last word overlaps the one before it, so that no byte after the end of the source is
        // read.
        var offset = 0
        while offset < length &- 16 {
          copy(SIMD16<UInt8>.self, source, at: offset)
          offset &+= 16
        }
        copy(SIMD16<UInt8>.self, source, at: length &- 16)
      }
    } else if length >= 8 {
      copy(UInt64.self, source, at: 0)
      copy(UInt64.self, source, at: length &- 8)
    } else if length >= 4 {
      copy(UInt32.self, source, at: 0)
      copy(UInt32.self, source, at: length &- 4)
    } else {
      var offset = 0
      while offset < length {
        copy(UInt8.self, source, at: offset)
        offset &+= 1
      }
    }
    target += length
  }

  @inline(__always)
  private func copy<Word: BitwiseCopyable>(_ type: Word.Type, _ source: UnsafeRawPointer, at offset: Int) {
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: offset, as: type), toByteOffset: offset, as: type)
  }

  /// Returns the cursor after it appended the `length` bytes at `source`, which are usually a part
  /// of `memory`.
  ///
  /// The length of a text cannot be predicted, so a branch per length would cost more than the
  /// copy. If `memory` has enough bytes after `source`, ``slack`` bytes are copied at once.
  @inline(__always)
  func appending(
    _ source: UnsafePointer<UInt8>, count length: Int, in memory: Range<UnsafePointer<UInt8>>
  ) -> ByteCursor {
    guard length <= Self.slack, source >= memory.lowerBound, source + Self.slack <= memory.upperBound else {
      return appending(source, count: length)
    }
    assert(end - target >= length &+ Self.slack && length >= 0)
    var next = self
    next.copy(SIMD64<UInt8>.self, UnsafeRawPointer(source), at: 0)
    next.target += length
    return next
  }

  @inline(never)
  private func appending(_ source: UnsafePointer<UInt8>, count length: Int) -> ByteCursor {
    var next = self
    next.append(source, count: length)
    return next
  }

  /// Appends `bytes`.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    append(source, count: bytes.count)
  }

  /// Appends `length` spaces, or nothing if `length` is negative.
  @inline(__always)
  mutating func append(spaces length: Int32) {
    let length = max(0, length)
    assert(end - target >= Int(length) &+ Self.slack)
    // Nearly all gaps fit in the slack. They need no loop, no call, and no branch for an empty gap.
    target.storeBytes(of: SIMD64(repeating: 0x20), as: SIMD64<UInt8>.self)
    if length > Self.slack { writeRest(ofSpaces: Int(length)) }
    target += Int(length)
  }

  /// Writes ``slack`` spaces again and again, from the end of many spaces to the first ``slack`` of
  /// them. Where the last two meet, spaces are written twice.
  @inline(__always)
  private func writeRest(ofSpaces length: Int) {
    var offset = length
    repeat {
      offset &-= Self.slack
      target.storeBytes(of: SIMD64(repeating: 0x20), toByteOffset: offset, as: SIMD64<UInt8>.self)
    } while offset > Self.slack
  }

  /// Appends the first `length` bytes of a short text.
  @inline(__always)
  mutating func append(_ text: ShortText, count length: Int) {
    assert(end - target >= length &+ Self.slack && length <= ShortText.capacity)
    target.storeBytes(of: text.word, as: UInt64.self)
    target += length
  }

  /// Appends a short text.
  @inline(__always)
  mutating func append(_ text: ShortText) { append(text, count: text.count) }

  /// Appends one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    assert(end - target > Self.slack)
    target.storeBytes(of: byte, as: UInt8.self)
    target += 1
  }

  /// Appends a number in decimal digits. It must not be negative.
  mutating func append(decimal value: Int32) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}

extension Scratch<UInt8> {
  /// Calls `write` with a cursor, and appends what it writes: at most `bound` bytes.
  @inline(__always)
  mutating func append(atMost bound: Int, _ write: (inout ByteCursor) -> Void) {
    reserve(bound &+ ByteCursor.slack)
    let start = storage + count
    var cursor = ByteCursor(start, capacity: bound &+ ByteCursor.slack)
    write(&cursor)
    count &+= cursor.count(from: start)
  }
}

extension [UInt8] {
  /// Calls `write` with room for `bound` bytes, and appends the first bytes of it, as many as
  /// `write` returns.
  @inline(__always)
  mutating func append(atMost bound: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    append(addingCapacity: bound &+ ByteCursor.slack) { span in
      span.withUnsafeMutableBufferPointer { room, count in count = write(room) }
    }
  }
}
