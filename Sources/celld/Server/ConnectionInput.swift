import CellProtocol

/// The lines of one client: received bytes, split into lines.
///
/// A class, since Swift 6.3 does not compile it as a noncopyable structure with ThreadSanitizer.
final class ConnectionInput {
  /// Whether more bytes can arrive.
  enum State {
    case open
    /// The client closed its sending side. Bytes after its last newline are a line, too.
    case endedByClient
    /// The daemon ends, and reads no more bytes.
    case endedByDaemon
  }

  private(set) var state = State.open
  /// Bytes that were read since the start.
  private(set) var bytesRead: UInt64 = 0
  private let descriptor: Int32
  private let core: ServerCore
  private var decoder: LineDecoder
  /// The bytes of half-read lines that the server's sum includes.
  private var countedInput = 0

  init(_ descriptor: Int32, _ core: ServerCore) {
    self.descriptor = descriptor
    self.core = core
    decoder = LineDecoder(limit: core.limits.line)
  }

  var isOpen: Bool { state == .open }

  /// Reads once from the socket.
  func receive() -> SocketCalls.Transfer {
    // Long lines are read into their own buffer.
    let isLong = decoder.heldBytes >= LoopShare.bytes
    let buffer = isLong ? decoder.reserve(core.readBuffer.count) : core.readBuffer
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(core.readBuffer.count))
    let transfer = SocketCalls.receive(into: part, from: descriptor)
    switch transfer {
    case .moved(let count):
      bytesRead += UInt64(count)
      core.statistics.bytesRead += UInt64(count)
      if isLong {
        decoder.commit(count)
      } else {
        decoder.append(UnsafeRawBufferPointer(rebasing: part[..<count]))
      }
    case .ended, .failed: state = .endedByClient
    case .wouldBlock: break
    }
    return transfer
  }

  /// Reads the bytes that have arrived, and no more after them. Used when the daemon ends.
  func end() {
    let enough = bytesRead + UInt64(core.limits.output)
    while bytesRead < enough, case .moved = receive() {}
    state = .endedByDaemon
  }

  /// The next line, valid until the next call.
  func nextLine() -> LineDecoder.Line? {
    if let line = decoder.next() { return line }
    return state == .endedByClient ? decoder.finish() : nil
  }

  /// Takes the memory of a line out of the decoder.
  func detach(_ line: UnsafeRawBufferPointer) -> LineBuffer {
    decoder.detach(line)
  }

  /// Counts the bytes of half-read lines in the server's sum.
  func countHeld() {
    core.statistics.input += decoder.heldBytes - countedInput
    countedInput = decoder.heldBytes
  }

  /// Whether a line is half read, and the half-read lines of all clients together exceed the limit
  /// `input`.
  var mustDropLine: Bool {
    decoder.heldBytes > 0 && core.statistics.input > core.limits.input
  }

  /// Drops the half-read line, and the rest of it when it arrives.
  func dropLine() {
    decoder.skipLine()
    close()
  }

  /// Subtracts the buffered bytes from the server's sum.
  func close() {
    core.statistics.input -= countedInput
    countedInput = 0
  }
}
