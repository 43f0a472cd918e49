/// Bytes that wait for a client to read them, in order. Large pieces are kept as arrays.
struct OutputQueue {
  /// The result of writing.
  enum Progress {
    /// All bytes are written.
    case empty
    /// The socket takes no more now.
    case blocked
    /// Nobody will read the rest.
    case broken
  }

  /// A piece of at least this size is kept as an array, not copied.
  static let largePiece = 64 << 10
  /// Replies of at least this size are written at once.
  static let largeReply = 8 << 10
  /// Larger buffers for replies are freed after use.
  static let keptCapacity = 512 << 10
  /// A client that waits keeps no more memory than this. Larger replies take memory each time.
  private static let keptTail = 1 << 10

  /// The arrays before `tail`. Those before `first` are written.
  private var pieces: [[UInt8]] = []
  private var first = 0
  private var tail: [UInt8] = []
  /// The number of written bytes of the first piece, or of `tail` without pieces.
  private var offset = 0
  /// The number of bytes that are not written.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ bytes: [UInt8]) {
    count += bytes.count
    if bytes.count < Self.largePiece {
      tail.append(contentsOf: bytes)
    } else {
      appendPiece(tail)
      tail = []
      appendPiece(bytes)
    }
  }

  /// Writes as many bytes as the socket takes.
  mutating func write(to descriptor: Int32) -> Progress {
    while count > 0 {
      let isPiece = first < pieces.count
      let transfer = (isPiece ? pieces[first] : tail).withUnsafeBytes { bytes in
        SocketCalls.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]), to: descriptor)
      }
      guard case .moved(let written) = transfer else {
        if case .wouldBlock = transfer { return .blocked }
        return .broken
      }
      offset += written
      count -= written
      guard offset == (isPiece ? pieces[first].count : tail.count) else { continue }
      offset = 0
      if isPiece {
        dropFirstPiece()
      } else {
        tail.removeAll(keepingCapacity: tail.capacity <= Self.keptTail)
      }
    }
    return .empty
  }

  /// Writes as many bytes as the socket takes, and queues the rest. Only for an empty queue.
  mutating func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Progress {
    let written: Int
    switch SocketCalls.send(bytes, to: descriptor) {
    case .moved(let count): written = count
    case .wouldBlock: written = 0
    case .ended, .failed: return .broken
    }
    guard written < bytes.count else { return .empty }
    append(Array(bytes[written...]))
    return .blocked
  }

  private mutating func appendPiece(_ bytes: [UInt8]) {
    if !bytes.isEmpty { pieces.append(bytes) }
  }

  private mutating func dropFirstPiece() {
    pieces[first] = []
    first += 1
    if first == pieces.count {
      pieces = []
      first = 0
    }
  }
}
