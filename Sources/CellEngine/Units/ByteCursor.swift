/// Where bytes of a row are written next, in room that was made for all of them.
///
/// Most runs are short, so that a call of `memcpy` would cost more than the copy. Runs may write up to
/// ``slack`` bytes more than they append, which what follows writes over.
struct ByteCursor {
  /// What must be left behind the last byte.
  static let slack = 64

  private var target: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  /// Writes to `target`, which has room for `capacity` bytes, slack included.
  @inline(__always)
  init(_ target: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.target = UnsafeMutableRawPointer(target)
    end = self.target + capacity
  }

  /// How many bytes were written behind `start`.
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
        // The last word overlaps what is in front of it, so that nothing is read behind the end.
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

  /// Appends the `length` bytes at `source`, which is most often inside of `memory`, and gives where they end.
  ///
  /// How long texts are nobody can guess, so that a branch for each length would cost more than the copy: where what
  /// stands behind a text may be read, as many bytes are copied of it as most have at most.
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

  /// Appends `length` spaces; none where that is negative.
  @inline(__always)
  mutating func append(spaces length: Int32) {
    let length = max(0, length)
    assert(end - target >= Int(length) &+ Self.slack)
    // Nearly all gaps are within the slack: neither a loop nor a call, nor a branch where there is none.
    target.storeBytes(of: SIMD64(repeating: 0x20), as: SIMD64<UInt8>.self)
    if length > Self.slack {
      (target + Self.slack).initializeMemory(
        as: UInt8.self, repeating: 0x20, count: Int(length) &- Self.slack)
    }
    target += Int(length)
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

  /// Appends a number that is not negative in decimal digits.
  mutating func append(decimal value: Int32) {
    if value >= 10 { append(decimal: value / 10) }
    append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}

extension Scratch<UInt8> {
  /// Appends up to `bound` bytes, which `write` writes.
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
  /// Appends up to `bound` bytes, which `write` writes; it gives how many.
  @inline(__always)
  mutating func append(atMost bound: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    append(addingCapacity: bound &+ ByteCursor.slack) { span in
      span.withUnsafeMutableBufferPointer { room, count in count = write(room) }
    }
  }
}
