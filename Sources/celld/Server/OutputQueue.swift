/// Bytes that wait for a client to take them, in order. Large pieces stay the arrays that they came as.
struct OutputQueue {
  /// What came of writing.
  enum Progress {
    /// Nothing is left.
    case empty
    /// The socket takes no more at present.
    case blocked
    /// Nobody will ever read what is left.
    case broken
  }

  /// From this size on a piece is kept as it is, rather than copied behind the others.
  static let largePiece = 64 << 10
  /// From this size on replies are written before anything else is done.
  static let directPiece = 8 << 10
  /// Room for replies above this is given back.
  static let keptCapacity = 512 << 10
  private static let keptTail = 64 << 10

  /// Whole arrays before `tail`, those before `first` already gone.
  private var pieces: [[UInt8]] = []
  private var first = 0
  private var tail: [UInt8] = []
  /// How much of the first piece, or of `tail` when there is none, has been written.
  private var offset = 0
  /// Bytes not yet written.
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

  /// Writes as much as the socket takes.
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

  /// Writes bytes as far as the socket takes them, and queues the rest. Only for an empty queue.
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
