import Glibc

/// Splits bytes that arrive in pieces of any size into lines.
///
/// `\n` ends a line, and a `\r` before it is dropped. Empty lines are skipped. A line that is
/// longer than the limit is reported once, and the rest of it is skipped. A byte order mark before
/// the first line is dropped.
///
/// A line is in the buffer of the decoder, followed by `JSONParser.padding` readable bytes, until
/// the next call of a mutating member. Each byte is scanned once.
public struct LineDecoder: ~Copyable {
  /// A result of `next`.
  public enum Line {
    /// A whole line without its end, at least one byte long. Valid until the next mutating call.
    case line(UnsafeRawBufferPointer)
    /// A line of more bytes than the limit. The rest of it is skipped.
    case tooLong
  }

  /// The maximum length of a line, in bytes without its end.
  public var limit: Int
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The offset of the first byte that was not returned yet.
  private var start = 0
  /// The offset after the last byte.
  private var end = 0
  /// The offset up to which there is no `\n`; at least `start`.
  private var scanned = 0
  /// True while the next bytes belong to a line that was too long.
  private var isSkipping = false
  /// True until the first line is complete.
  private var isAtStart = true

  private static let minimumCapacity = 128
  /// The capacity above which an empty buffer is freed.
  private static let keptCapacity = 64 * 1024

  /// Creates a decoder of lines up to `limit` bytes. It allocates when the first bytes arrive.
  public init(limit: Int) { self.limit = limit }

  deinit { free(buffer.baseAddress) }

  /// The number of bytes in the buffer: unread lines and the incomplete one.
  public var heldBytes: Int { end - start }

  /// The allocated memory in bytes.
  public var capacity: Int { buffer.count }

  /// Appends a copy of the bytes.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let room = reserve(bytes.count)
    room.copyMemory(from: bytes)
    commit(bytes.count)
  }

  /// Returns room for at least `count` bytes. Fill it from its start, then call `commit`.
  public mutating func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if start == end { rewind() }
    let usable = buffer.count - JSONParser.padding
    if usable - end < count {
      let held = end - start
      // A move copies at most as many bytes as were returned since the last move.
      if usable - held < count || held > start { grow(to: end + count) }
      if held <= start { moveToFront() }
    }
    return UnsafeMutableRawBufferPointer(rebasing: buffer[end..<(buffer.count - JSONParser.padding)])
  }

  /// Adds the first `count` bytes of the room that `reserve` returned.
  public mutating func commit(_ count: Int) {
    end += count
    // The parser reads the padding, so it must be initialised.
    UnsafeMutableRawBufferPointer(rebasing: buffer[end..<(end + JSONParser.padding)])
      .initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Returns the next whole line, or nil if there is none.
  public mutating func next() -> Line? {
    while let base = buffer.baseAddress, scanned < end {
      guard let found = memchr(base + scanned, Int32(UInt8(ascii: "\n")), end - scanned) else {
        scanned = end
        break
      }
      let newline = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let line = content(UnsafeRawBufferPointer(start: base + start, count: newline - start))
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

  /// The content of a line, without a carriage return. Some programs write a byte order mark before
  /// the first line, which is dropped.
  private mutating func content(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let hasMark = isAtStart && line.starts(with: [0xEF, 0xBB, 0xBF])
    isAtStart = false
    return UnsafeRawBufferPointer(rebasing: line.dropFirst(hasMark ? 3 : 0)).withoutReturn
  }

  /// Hands over the memory of the line that `next` or `finish` returned last. The bytes after the
  /// line move to a new buffer.
  public mutating func detach(_ line: UnsafeRawBufferPointer) -> LineBuffer {
    let detached = LineBuffer(line, in: buffer.baseAddress)
    let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    rewind()
    append(rest)
    return detached
  }

  /// Returns the bytes after the last `\n` as a line. Call it at the end of the input, after `next`
  /// has returned nil.
  public mutating func finish() -> Line? {
    let line = content(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    start = end
    scanned = end
    if isSkipping || line.isEmpty { return nil }
    return line.count > limit ? .tooLong : .line(line)
  }

  /// Drops the buffered bytes and skips the rest of the incomplete line. Call it after `next` has
  /// returned nil.
  public mutating func skipLine() {
    isSkipping = true
    _ = holdLess()
  }

  /// Reports an incomplete line that is already too long, and frees a large empty buffer.
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

  /// Grows the buffer to at least `count` bytes and at least twice its capacity.
  private mutating func grow(to count: Int) {
    let wanted = max(count + JSONParser.padding, 2 * buffer.count, Self.minimumCapacity)
    buffer = .mallocated(wanted, growing: buffer.baseAddress)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a `\r` at the end.
  fileprivate var withoutReturn: UnsafeRawBufferPointer {
    last == UInt8(ascii: "\r") ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }
}
