import CellProtocol
import Glibc

/// A client: a socket with its input and output, and the request in progress.
///
/// Requests are taken strictly in order. No further request is taken while one is deferred, or
/// while the client does not read its replies. Then nothing more is read, and in the end the
/// client's own socket buffer holds it back.
final class Connection: TurnClient {
  /// The state of the request in progress.
  enum Phase {
    /// Takes lines as they come.
    case reading
    /// Goes on with the lines at hand in the next turn.
    case continuing
    /// A worker reads a long line, or a long request of a batch.
    case waitingForWorker
    /// A request waits for its reply.
    case deferred(DeferredRequest)
    case closed
  }

  let id: ConnectionID
  let caller: Caller
  let core: ServerCore
  var phase = Phase.reading
  /// The batch whose requests are taken one by one.
  var batch: Batch?
  var input: ConnectionInput
  let descriptor: Int32
  private(set) lazy var output = ConnectionOutput(descriptor, core, for: self)
  var requests: UInt64 = 0
  var errors: UInt64 = 0
  /// Bytes of the reply before. After a large one, the next replies may be large, too.
  var lastReplyBytes = 0
  private var watcher: DescriptorWatcher?
  /// Messages that are sent while replies are collected; nil if none are collected.
  private var interjections: [UInt8]?
  /// Whether the service waits for the client to read the queued bytes.
  private var isWritabilityAwaited = false
  /// Called when the connection has closed itself.
  private let onClose: (ConnectionID) -> Void

  /// Takes over a connected, non-blocking socket.
  init(
    _ core: ServerCore, id: ConnectionID, descriptor: Int32, onClose: @escaping (ConnectionID) -> Void
  ) throws(SystemError) {
    self.core = core
    self.id = id
    self.descriptor = descriptor
    self.onClose = onClose
    input = ConnectionInput(descriptor, core)
    do {
      let peer = try SocketCalls.peer(of: descriptor)
      caller = Caller(connection: id, userID: peer.user, groupID: peer.group, processID: peer.process)
      let watcher = try DescriptorWatcher(core.loop, descriptor: descriptor) { [unowned self] in ready($0) }
      self.watcher = watcher
      watcher.watch(.readable)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  var statistics: CallerStatistics {
    CallerStatistics(
      requests: requests, errors: errors, bytesRead: input.bytesRead, bytesWritten: output.bytesWritten)
  }

  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// Whether lines are read from the socket as they come.
  private var isReading: Bool { if case .reading = phase { true } else { false } }

  /// Whether no request is in progress.
  var isReady: Bool {
    switch phase {
    case .reading, .continuing: true
    case .waitingForWorker, .deferred, .closed: false
    }
  }

  /// Whether another line may be taken now, with `replies` bytes on their way to the queue.
  func mayTake(beside replies: Int = 0) -> Bool {
    // More large replies, made before the client reads those that wait, would only fill memory.
    let isFilling = output.isBlocked && lastReplyBytes >= OutputQueue.directPiece
    let bound = isFilling ? OutputQueue.largePiece : .max
    return isReady && output.count + replies <= min(bound, core.limits.output)
  }

  // MARK: Reading

  private func ready(_ events: DescriptorWatcher.Events) {
    if events.contains(.failed) { output.breakOff() }
    if events.contains(.writable), output.isBlocked {
      writeQueue()
      closeIfDone()
    }
    // In an error state, bytes that came before it can still be read.
    let isReadable = events.contains(.readable) || events.contains(.failed)
    if isReadable, mayRead { read() }
    watch()
  }

  private var mayRead: Bool { input.isOpen && isReading && mayTake() }

  private func read() {
    let transfer = input.receive()
    if case .wouldBlock = transfer { return }
    if case .failed = transfer { output.breakOff() }
    takeLines()
  }

  /// Reads the bytes that have come up to now, answers them, and reads no more. The daemon ends.
  func endInput() {
    guard !isClosed, input.isOpen else { return }
    input.end()
    if case .continuing = phase {} else { takeLines() }
    watch()
  }

  /// Goes on with the lines at hand in the next turn. So a request that was just finished never
  /// leads to another one in the middle of its handler.
  func continueLater() {
    guard isReading else { return }
    phase = .continuing
    core.turn.continueLater(self)
  }

  func continueTaking() {
    guard case .continuing = phase else { return }
    phase = .reading
    takeLines()
    watch()
  }

  private func takeLines() {
    var stop = Stop.allTaken
    collecting { stop = takeRequests(&$0) }
    // If the output is over its limit, writing it goes on with the lines.
    if stop == .limited, mayTake() { continueLater() }
    input.countHeld()
    // Only a line that is still coming may be dropped, never a whole one.
    if stop == .allTaken, input.mustDropLine {
      input.dropLine()
      collecting { refuse(.busy(retryAfter: 100), &$0) }
    }
    closeIfDone()
  }

  // MARK: Writing

  /// Queues the replies that the body appends. Messages that are sent in the meantime come after
  /// the replies before them.
  func collecting(_ body: (inout [UInt8]) -> Void) {
    var replies = core.scratch
    core.scratch = []
    interjections = []
    body(&replies)
    addInterjections(&replies)
    interjections = nil
    guard !replies.isEmpty else { return core.scratch = replies }
    if replies.count < OutputQueue.directPiece { output.append(replies) } else { output.send(replies) }
    replies.removeAll(keepingCapacity: replies.capacity <= OutputQueue.keptCapacity)
    core.scratch = replies
  }

  /// Appends messages that were sent while replies are collected. Call it between two replies.
  func addInterjections(_ replies: inout [UInt8]) {
    guard let messages = interjections, !messages.isEmpty else { return }
    replies.append(contentsOf: messages)
    interjections = []
  }

  /// Sends a message, or a part of one. It comes between replies.
  func send(_ bytes: [UInt8]) {
    guard interjections == nil else { return interjections?.append(contentsOf: bytes) ?? () }
    output.append(bytes)
  }

  /// Whether bytes that are sent now are read soon, and before no reply to a batch in progress. If
  /// not, the service is called when this is true again.
  func checkWritable() -> Bool {
    guard !isClosed else { return false }
    isWritabilityAwaited = output.isBlocked || batch != nil || output.count >= OutputQueue.largePiece
    return !isWritabilityAwaited
  }

  /// Calls the service if it waits for the connection to be writable, and it is.
  func reportWritable() {
    guard isWritabilityAwaited, checkWritable() else { return }
    core.service.connectionWritable(id)
  }

  func flush() {
    guard !isClosed else { return }
    if case .flushPlanned = output.state { writeQueue() }
    closeIfDone()
    watch()
  }

  /// Writes the queue, and takes further lines if the queue was in their way.
  private func writeQueue() {
    let couldTake = mayTake()
    output.writeQueue()
    if !couldTake, mayTake() { continueLater() }
    reportWritable()
  }

  // MARK: The end

  private func watch() {
    guard !isClosed else { return }
    var events: DescriptorWatcher.Events = []
    if mayRead { events.insert(.readable) }
    if output.isBlocked { events.insert(.writable) }
    watcher?.watch(events)
  }

  private func closeIfDone() {
    if !input.isOpen, isReading, mayTake(), output.isEmpty { close() }
  }

  /// Closes at once. Unsent bytes are lost.
  func close() {
    guard !isClosed else { return }
    phase = .closed
    watcher?.close()
    watcher = nil
    Glibc.close(descriptor)
    output.breakOff()
    input.close()
    onClose(id)
  }
}
