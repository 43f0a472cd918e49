import Glibc

/// Two streams, joined with a socket. Each direction holds at most one piece, and reads the next
/// one when that is written.
struct RelayJoint {
  /// A direction.
  private struct Flow {
    let source: Int32
    let target: Int32
    /// The bytes that are not written yet.
    var bytes: ArraySlice<UInt8> = []
    /// Whether more can come from the source.
    var isOpen = true
    /// Whether the target knows that nothing more comes.
    var hasEnded = false

    var reads: pollfd { pollfd(fd: isOpen && bytes.isEmpty ? source : -1, events: Int16(POLLIN), revents: 0) }
    var writes: pollfd { pollfd(fd: bytes.isEmpty ? -1 : target, events: Int16(POLLOUT), revents: 0) }

    mutating func end() {
      guard !isOpen, bytes.isEmpty, !hasEnded else { return }
      hasEnded = true
      if shutdown(target, Int32(SHUT_WR)) != 0 { close(target) }
    }

    mutating func read() {
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      let count = Glibc.read(source, &piece, piece.count)
      if count > 0 { bytes = piece[..<count] }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { isOpen = false }
    }

    /// - Returns: whether the target still takes bytes.
    mutating func write() -> Bool {
      let count = bytes.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) }
      return count >= 0 || errno == EAGAIN || errno == EINTR
    }
  }

  private let socket: Int32
  private var up: Flow
  private var down: Flow
  /// The number of events.
  static let events = 5

  init(input: Int32, output: Int32, socket: Int32, sending bytes: ArraySlice<UInt8> = []) {
    self.socket = socket
    up = Flow(source: input, target: socket, bytes: bytes)
    down = Flow(source: socket, target: output)
  }

  /// The events that it waits for.
  var waiting: [pollfd] {
    // Without events, the end of both directions of the socket is still reported.
    let end = pollfd(fd: down.hasEnded ? socket : -1, events: 0, revents: 0)
    return [up.reads, up.writes, down.reads, down.writes, end]
  }

  /// Moves bytes after events of ``waiting``.
  /// - Returns: false if the socket is closed, or nobody reads what comes from it.
  mutating func take(_ events: ArraySlice<pollfd>) -> Bool {
    let isReady = events.map { $0.revents != 0 }
    if isReady[4] || up.hasEnded && down.hasEnded { return false }
    if isReady[0] { up.read() }
    if isReady[1], !up.write() { (up.bytes, up.isOpen) = ([], false) }
    if isReady[2] { down.read() }
    if isReady[3], !down.write() { return false }
    up.end()
    down.end()
    return true
  }
}
