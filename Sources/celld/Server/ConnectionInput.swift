import CellWire

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
  private let account: UserAccount
  private var decoder: LineDecoder
  /// The bytes of the line that a worker reads, or whose requests are being answered.
  private var workBytes = 0
  /// The bytes that the server's sum and the user's account include.
  private var countedInput = 0

  init(_ descriptor: Int32, _ core: ServerCore, _ account: UserAccount) {
    self.descriptor = descriptor
    self.core = core
    self.account = account
    decoder = LineDecoder(limit: core.limits.line)
  }

  var isOpen: Bool { state == .open }

  /// Whether bytes were read that are not taken yet.
  var hasBytes: Bool { decoder.heldBytes > 0 }

  /// The bytes of lines that are held.
  var heldBytes: Int { countedInput }

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

  /// Takes the memory of a line out of the decoder. It counts until its requests are
  /// answered.
  func detach(_ line: UnsafeRawBufferPointer) -> LineBuffer {
    workBytes = line.count
    return decoder.detach(line)
  }

  /// Counts the bytes of lines in the server's sum and in the user's account. Returns whether they
  /// have grown.
  ///
  /// - Parameter endingWork: whether the detached line is answered, so that it counts no longer.
  @discardableResult
  func countHeld(endingWork: Bool) -> Bool {
    if endingWork { workBytes = 0 }
    return count(decoder.heldBytes + workBytes)
  }

  /// The error for a half-read line that exceeds the connection's share of the limit `input`.
  var excess: RPCError? {
    guard countedInput > core.shares.allowance(.input),
      countedInput > core.shares.connectionBound(.input, held: countedInput, of: account)
    else { return nil }
    let scope = core.shares.scope(.input, held: countedInput, wanted: countedInput, of: account)
    return .busy(retryAfter: 100, limit: .input, scope: scope)
  }

  /// Drops the half-read line, and the rest of it when it arrives.
  func dropLine() {
    decoder.skipLine()
    close()
  }

  /// Subtracts the buffered bytes from the sums.
  func close() { count(0) }

  @discardableResult
  private func count(_ held: Int) -> Bool {
    let growth = held - countedInput
    guard growth != 0 else { return false }
    let shares = core.shares
    core.statistics.input += growth
    shares.add(
      shares.contested(held, .input) - shares.contested(countedInput, .input), to: .input, of: account)
    countedInput = held
    return growth > 0
  }
}
