import CellProtocol
import Glibc

/// One client: a socket, what has come from it, and what waits to go to it.
///
/// Requests are taken strictly in order. While one is deferred, and while the client does not take its replies, no
/// further one is taken and in the end nothing more is read, so the client's own socket buffer holds it back.
final class Connection {
  let id: ConnectionID
  let caller: Caller
  /// Lives longer; `Server.removed` ends the mutual hold.
  let server: Server
  var statistics = CallerStatistics()

  /// What the connection waits for before it takes another line.
  enum Wait: Equatable {
    case nothing
    /// A long line or a long request of a batch, being read on a worker.
    case reading
    /// The reply to the request in `deferred`.
    case reply
  }

  var wait = Wait.nothing
  var deferred: DeferredRequest?
  var batch: BatchInHand?
  var decoder: LineDecoder

  let descriptor: Int32
  private var watcher: DescriptorWatcher?
  var output = OutputQueue()
  /// Bytes of `output` and of half-read lines that are in the server's sums.
  var countedPending = 0
  private var countedInput = 0
  /// The client has half-closed or gone: what stands behind its last line's end is a line too.
  private(set) var hasClientEnded = false
  /// The daemon ends, and reads no more.
  private var isEnding = false
  /// The server's outbox has replies for this client.
  var isInOutbox = false
  /// The socket did not take all; it tells when it takes more.
  var isBlocked = false
  /// The last reply was a large one: it may well be that those of the lines that wait are too.
  var hasLargeReplies = false
  /// Nobody reads the replies any more. What was sent before still takes effect.
  var isBroken = false
  private(set) var isCollecting = false
  var interjections: [UInt8] = []
  /// Somebody waits for the client to take what is queued.
  private(set) var isAwaited = false
  var isFlushPlanned = false
  private var isContinuationPlanned = false
  private(set) var isClosed = false

  /// Takes over a connected, non-blocking socket.
  init(_ server: Server, id: ConnectionID, descriptor: Int32) throws(SystemError) {
    self.server = server
    self.id = id
    self.descriptor = descriptor
    decoder = LineDecoder(limit: server.limits.line)
    do {
      let peer = try SocketCalls.peer(of: descriptor)
      caller = Caller(connection: id, userID: peer.user, groupID: peer.group, processID: peer.process)
      let watcher = try DescriptorWatcher(server.loop, descriptor: descriptor) { [unowned self] in ready($0) }
      self.watcher = watcher
      watcher.watch(.readable)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  private var hasInputEnded: Bool { hasClientEnded || isEnding }

  /// Whether what is sent now is read soon, and in front of no reply to a batch in hand. Whoever hears `false`
  /// is called when it is true again.
  func checkWritable() -> Bool {
    guard !isClosed else { return false }
    isAwaited = isBlocked || batch != nil || output.count >= OutputQueue.largePiece
    return !isAwaited
  }

  /// Whether another line may be taken now, `replies` bytes being on their way to the queue.
  func mayTake(beside replies: Int = 0) -> Bool {
    // More large replies, made before the client takes those that wait, would only fill memory.
    let bound = isBlocked && hasLargeReplies ? OutputQueue.largePiece : .max
    return wait == .nothing && output.count + replies <= min(bound, server.limits.output) && !isClosed
  }

  // MARK: Reading

  private func ready(_ events: DescriptorWatcher.Events) {
    if events.contains(.failed) { breakOff() }
    if events.contains(.writable) { flushBlocked() }
    // An error state still lets us read what came before it.
    let isReadable = events.contains(.readable) || events.contains(.failed)
    if isReadable, !hasInputEnded, mayTake(), !isContinuationPlanned { read() }
    watch()
  }

  private func read() {
    switch receive() {
    case .wouldBlock: return
    case .moved: break
    case .ended: hasClientEnded = true
    case .failed:
      breakOff()
      hasClientEnded = true
    }
    takeLines()
  }

  /// One read, into the decoder: at once where a long line is coming.
  private func receive() -> SocketCalls.Transfer {
    let isLong = decoder.heldBytes >= LoopShare.bytes
    let buffer = isLong ? decoder.reserve(server.readBuffer.count) : server.readBuffer
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(server.readBuffer.count))
    let transfer = SocketCalls.receive(into: part, from: descriptor)
    if case .moved(let count) = transfer {
      statistics.bytesRead += UInt64(count)
      server.statistics.bytesRead += UInt64(count)
      if isLong {
        decoder.commit(count)
      } else {
        decoder.append(UnsafeRawBufferPointer(rebasing: part[..<count]))
      }
    }
    return transfer
  }

  /// The daemon ends: reads what has come up to now, and takes no more after it.
  func endInput() {
    guard !isClosed, !hasInputEnded else { return }
    let enough = statistics.bytesRead + UInt64(server.limits.output)
    while statistics.bytesRead < enough, case .moved = receive() {}
    isEnding = true
    if !isContinuationPlanned { takeLines() }
    watch()
  }

  /// Goes on with the lines at hand, in the next turn. That way nobody who finishes a request is called back, by the
  /// request that comes after it, in the middle of what he does.
  func continueLater() {
    guard !isContinuationPlanned, !isClosed else { return }
    isContinuationPlanned = true
    server.continueLater(self)
  }

  /// What `continueLater` has planned.
  func continueTaking() {
    isContinuationPlanned = false
    guard !isClosed else { return }
    takeLines()
    watch()
  }

  private func takeLines() {
    var stop = Stop.allTaken
    collecting { stop = takeRequests(&$0) }
    // Where the limit of the output stands in the way, writing goes on with them.
    if stop == .limited, mayTake() { continueLater() }
    countInput(mayRefuse: stop == .allTaken)
    closeIfDone()
  }

  /// Queues the replies that the body appends. What else is sent meanwhile stands between them, never in front of those
  /// that were there before it.
  func collecting(_ body: (inout [UInt8]) -> Void) {
    var replies = server.scratch
    server.scratch = []
    isCollecting = true
    body(&replies)
    addInterjections(&replies)
    isCollecting = false
    guard !replies.isEmpty else { return server.scratch = replies }
    if replies.count < OutputQueue.directPiece { send(replies) } else { sendSoon(replies) }
    replies.removeAll(keepingCapacity: replies.capacity <= OutputQueue.keptCapacity)
    server.scratch = replies
  }

  /// Appends what was sent while replies are collected. To be called between two of them.
  func addInterjections(_ replies: inout [UInt8]) {
    guard !interjections.isEmpty else { return }
    replies.append(contentsOf: interjections)
    interjections = []
  }

  /// Counts what is held of lines. Only a line that is still coming may be refused, never one that is whole.
  private func countInput(mayRefuse: Bool) {
    let bytes = decoder.heldBytes
    server.statistics.input += bytes - countedInput
    countedInput = bytes
    guard mayRefuse, bytes > 0, server.statistics.input > server.limits.input else { return }
    decoder.skipLine()
    server.statistics.input -= bytes
    countedInput = 0
    collecting { refuse(.busy(retryAfter: 100), &$0) }
  }

  // MARK: The end

  func watch() {
    guard !isClosed else { return }
    var events: DescriptorWatcher.Events = []
    if !hasInputEnded, mayTake(), !isContinuationPlanned { events.insert(.readable) }
    if isBlocked { events.insert(.writable) }
    watcher?.watch(events)
  }

  func closeIfDone() {
    if hasInputEnded, mayTake(), !isContinuationPlanned, output.isEmpty, !isInOutbox { close() }
  }

  /// Closes at once; what was not sent is lost.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    watcher?.close()
    watcher = nil
    Glibc.close(descriptor)
    output = OutputQueue()
    countPending()
    server.statistics.input -= countedInput
    server.removed(self)
  }
}
