import Glibc

/// Takes bytes in pieces of any size and gives lines: `\n` ends one, a `\r` before it is not part of it, empty ones are
/// passed over. A line longer than the limit is told once; the rest of it is thrown away as it comes.
///
/// A line stands in the decoder's own buffer, with `JSONParser.padding` readable bytes behind it, until the next call
/// of a mutating member. No byte is looked at twice.
public struct LineDecoder: ~Copyable {
  /// What `next` finds.
  public enum Line {
    /// A whole line, at least one byte long, without its end. Valid until the decoder is used again.
    case line(UnsafeRawBufferPointer)
    /// A line of more bytes than the limit. What comes of it is skipped.
    case tooLong
  }

  /// The longest line that is taken, in bytes without its end.
  public let limit: Int
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// Where the bytes begin that are not given away yet.
  private var start = 0
  /// Where they end.
  private var end = 0
  /// Up to where there is no `\n`; at least `start`.
  private var scanned = 0
  /// Whether what comes belongs to a line that was too long.
  private var isSkipping = false

  private static let leastCapacity = 1024
  /// An empty buffer above this many bytes is given back.
  private static let keptCapacity = 64 * 1024

  /// A decoder of lines up to `limit` bytes. Takes no memory before there is something to hold.
  public init(limit: Int) { self.limit = limit }

  deinit { free(buffer.baseAddress) }

  /// Bytes that are held: lines not taken yet, and the half-read one.
  public var heldBytes: Int { end - start }

  /// Bytes of memory.
  public var capacity: Int { buffer.count }

  /// Appends bytes.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let room = reserve(bytes.count)
    room.copyMemory(from: bytes)
    commit(bytes.count)
  }

  /// Room for at least `count` bytes, to be filled from its beginning and told by `commit`.
  public mutating func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if start == end { rewind() }
    let usable = buffer.count - JSONParser.padding
    if usable - end < count {
      let held = end - start
      // Moving costs at most as much as was given away since the last time.
      if usable - held < count || held > start { grow(to: end + count) }
      if held <= start { moveToFront() }
    }
    return UnsafeMutableRawBufferPointer(rebasing: buffer[end..<(buffer.count - JSONParser.padding)])
  }

  /// Takes `count` bytes that were written to what `reserve` gave.
  public mutating func commit(_ count: Int) {
    end += count
    // The parser reads the padding, so something must have been written there.
    UnsafeMutableRawBufferPointer(rebasing: buffer[end..<(end + JSONParser.padding)])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The next whole line, if there is one.
  public mutating func next() -> Line? {
    while let base = buffer.baseAddress, scanned < end {
      guard let found = memchr(base + scanned, Int32(UInt8(ascii: "\n")), end - scanned) else {
        scanned = end
        break
      }
      let newline = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let line = UnsafeRawBufferPointer(start: base + start, count: newline - start).withoutReturn
      start = newline + 1
      scanned = start
      if isSkipping {
        isSkipping = false
      } else if line.count > limit {
        return .tooLong
      } else if !line.isEmpty {
        return .line(line)
      }
    }
    return holdLess()
  }

  /// Gives away the memory in which a line stands that `next` or `finish` gave last. What is held behind it moves.
  public mutating func detach(_ line: UnsafeRawBufferPointer) -> LineBuffer {
    let detached = LineBuffer(line, in: buffer.baseAddress)
    let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    rewind()
    append(rest)
    return detached
  }

  /// What stands behind the last `\n` when no more bytes come: a line like any other. To be called when `next` gives nil.
  public mutating func finish() -> Line? {
    let line = UnsafeRawBufferPointer(rebasing: buffer[start..<end]).withoutReturn
    start = end
    scanned = end
    if isSkipping || line.isEmpty { return nil }
    return line.count > limit ? .tooLong : .line(line)
  }

  /// Throws away what is held, and what is still to come of its last line. To be called when `next` gives nil.
  public mutating func skipLine() {
    isSkipping = true
    _ = holdLess()
  }

  /// Without a whole line: tells an over-long one, and drops what need not be kept.
  private mutating func holdLess() -> Line? {
    let line = UnsafeRawBufferPointer(rebasing: buffer[start..<end]).withoutReturn
    let isTooLong = !isSkipping && line.count > limit
    if isTooLong { isSkipping = true }
    if isSkipping { start = end }
    if start == end {
      rewind()
      if buffer.count > Self.keptCapacity {
        free(buffer.baseAddress)
        buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      }
    }
    return isTooLong ? .tooLong : nil
  }

  private mutating func rewind() {
    start = 0
    end = 0
    scanned = 0
  }

  private mutating func moveToFront() {
    guard let base = buffer.baseAddress, start > 0 else { return }
    base.copyMemory(from: base + start, byteCount: end - start)
    scanned -= start
    end -= start
    start = 0
  }

  /// Grows the buffer to `count` bytes, and at least to twice what it was.
  private mutating func grow(to count: Int) {
    let wanted = max(count + JSONParser.padding, 2 * buffer.count, Self.leastCapacity)
    buffer = .mallocated(wanted, growing: buffer.baseAddress)
  }
}

extension UnsafeRawBufferPointer {
  /// Without a `\r` at the end.
  fileprivate var withoutReturn: UnsafeRawBufferPointer {
    last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }
}
