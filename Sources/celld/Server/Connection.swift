import CellProtocol
import Glibc

/// A client: a socket with its input and output, and the request in progress.
///
/// Requests are taken strictly in order. No further request is taken while one is deferred, or
/// while the client does not read its replies. Then nothing more is read, so the client's own
/// socket buffer fills up and stops it. While edits wait until they are stored, further edits are
/// taken, and nothing else (docs/store.md, V6).
final class Connection: TurnClient {
  /// The state of the request in progress.
  enum Phase {
    /// The connection takes lines when they arrive.
    case reading
    /// The connection takes the buffered lines in the next turn.
    case continuing
    /// A worker reads a long line, or a long request of a batch.
    case waitingForWorker
    /// A request waits for its reply.
    case deferred(DeferredRequest)
    /// A line waits for the replies to the changes before it.
    case waitingForChanges
    case closed
  }

  let id: ConnectionID
  let caller: Caller
  /// The account of the caller's user.
  let account: UserAccount
  let core: ServerCore
  var phase = Phase.reading
  /// The replies to changes that wait until they are stored, and those after them.
  var held = HeldReplies() { didSet { output.heldReplyBytes = held.bytes } }
  /// The line that is taken when no reply is held any more.
  var waitingLine: WaitingLine?
  /// The batch whose requests are taken one by one.
  var batch: Batch? {
    didSet { output.batchBytes = batch?.count ?? 0 }
  }
  var input: ConnectionInput
  let descriptor: Int32
  let output: ConnectionOutput
  var requests: UInt64 = 0
  var errors: UInt64 = 0
  /// The size of the last reply, in bytes. After a large one, the next replies may be large, too.
  var lastReplyBytes = 0
  private var watcher: DescriptorWatcher?
  /// Whether the service waits until the client has read the queued bytes.
  private var isWritabilityAwaited = false
  /// Whether received lines wait until output is written.
  private var areLinesHeldBack = false
  /// Whether bytes have arrived that are read when the connection continues.
  private var isReadDue = false
  /// Whether lines are answered with the error shuttingDown, because they came too late.
  private(set) var isRefusing = false
  /// Called when the connection has closed itself.
  private let onClose: (ConnectionID) -> Void

  /// Takes over a connected, non-blocking socket, unless it throws.
  init(
    _ core: ServerCore, _ caller: Caller, _ account: UserAccount, descriptor: Int32,
    onClose: @escaping (ConnectionID) -> Void
  ) throws(SystemError) {
    self.core = core
    id = caller.connection
    self.caller = caller
    self.account = account
    self.descriptor = descriptor
    self.onClose = onClose
    input = ConnectionInput(descriptor, core, account)
    output = ConnectionOutput(descriptor, core, account)
    watcher = try DescriptorWatcher(core.loop, descriptor: descriptor) { [unowned self] in ready($0) }
    output.client = self
    watcher?.watch(.readable)
  }

  var statistics: CallerStatistics {
    CallerStatistics(
      requests: requests, errors: errors, bytesRead: input.bytesRead, bytesWritten: output.bytesWritten)
  }

  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// Whether lines are read from the socket when they arrive.
  private var isReading: Bool { if case .reading = phase { true } else { false } }

  /// Whether no request is in progress.
  var isReady: Bool {
    switch phase {
    case .reading, .continuing: true
    case .waitingForWorker, .deferred, .waitingForChanges, .closed: false
    }
  }

  /// Whether another line can be taken now. `replies` are the bytes that are not queued yet.
  func mayTake(beside replies: Int = 0) -> Bool {
    // Further large replies, made before the client reads the queued ones, would only take memory.
    let isFilling = lastReplyBytes >= OutputQueue.largeReply && output.isBlocked
    let bound = isFilling ? OutputQueue.largePiece : .max
    let size = output.count + held.bytes + replies
    return isReady && !held.isFull && size <= min(bound, core.limits.output)
      // The replies to a batch in progress are not queued. They never stop the batch.
      && (size <= core.pendingAllowance || output.fits(replies - output.batchBytes))
  }

  // MARK: Reading

  private func ready(_ events: DescriptorWatcher.Events) {
    if events.contains(.failed) { output.breakOff() }
    if events.contains(.writable), output.isBlocked {
      writeQueue()
      closeIfDone()
    }
    // In an error state, bytes that arrived before it can still be read.
    let isReadable = events.contains(.readable) || events.contains(.failed)
    guard isReadable, mayRead else { return watch(stopping: true) }
    // Too many others were served in this turn.
    if core.turn.isUsedUp, events == .readable {
      isReadDue = true
      return continueLater()
    }
    read()
    watch()
  }

  private var mayRead: Bool { input.isOpen && isReading && mayTake() }

  private func read() {
    let transfer = input.receive()
    if case .wouldBlock = transfer { return }
    if case .failed = transfer { output.breakOff() }
    takeLines()
  }

  /// Reads the bytes that have arrived, answers them, and reads no more. Used when the daemon ends.
  func endInput() {
    guard !isClosed, input.isOpen else { return }
    input.end()
    if case .continuing = phase {} else { takeLines() }
    watch()
  }

  /// Takes the buffered lines in the next turn. So a finished request never starts another one
  /// inside of its handler.
  func continueLater() {
    guard isReading else { return }
    phase = .continuing
    core.turn.continueLater(self)
  }

  func continueTaking() {
    guard case .continuing = phase else { return }
    phase = .reading
    if isReadDue, mayRead { read() } else { takeLines() }
    isReadDue = false
    watch()
  }

  private func takeLines() {
    var stop = Stop.allTaken
    output.collecting { stop = takeRequests(&$0) }
    // If the output is over its limit, the lines are taken after it is written.
    areLinesHeldBack = stop == .limited && !mayTake()
    if stop == .limited, !areLinesHeldBack { continueLater() }
    let grew = input.countHeld(endingWork: isReady && batch == nil)
    // Only a line that is not complete may be dropped.
    if grew, stop == .allTaken, let error = input.excess {
      input.dropLine()
      output.collecting { refuse(error, &$0) }
    }
    closeIfDone()
  }

  // MARK: Writing

  /// Whether the client will read new bytes soon, and not before a reply to a batch in progress. If
  /// not, the service is called when this becomes true.
  func checkWritable() -> Bool {
    guard !isClosed else { return false }
    isWritabilityAwaited = output.isBlocked || batch != nil || output.count >= OutputQueue.largePiece
    return !isWritabilityAwaited
  }

  /// Calls the service if it waits for the connection and the connection is writable.
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

  /// Writes the queue. Takes further lines if they waited for that.
  private func writeQueue() {
    output.writeQueue()
    continueIfHeldBack()
    reportWritable()
  }

  /// Takes further lines if they waited and there is room now.
  func continueIfHeldBack() {
    guard areLinesHeldBack, mayTake() else { return }
    areLinesHeldBack = false
    continueLater()
  }

  // MARK: The end

  /// Waits for what it needs, and for bytes until some arrive that it does not read yet.
  func watch(stopping: Bool = false) {
    guard !isClosed, let watcher else { return }
    let isKept = !stopping && input.isOpen && watcher.watched.contains(.readable)
    var events: DescriptorWatcher.Events = isKept || mayRead ? .readable : []
    if output.isBlocked { events.insert(.writable) }
    watcher.watch(events)
  }

  private func closeIfDone() {
    guard !input.isOpen, isReading, mayTake(), held.isEmpty, output.isEmpty else { return }
    if case .endedByDaemon = input.state, refuseArrived() { return }
    close()
  }

  /// Refuses lines that arrived after the daemon began to end. Returns whether bytes have arrived.
  private func refuseArrived() -> Bool {
    isRefusing = true
    guard case .moved = input.receive() else { return false }
    takeLines()
    return true
  }

  /// Answers the request in progress and lines that have arrived with an error, and closes.
  func cutOff() {
    guard !isClosed else { return }
    isRefusing = true
    for request in held.unanswered { finish(request.call, .failure(.cutOff), after: []) }
    switch phase {
    case .deferred(let request): finish(request.call, .failure(.cutOff), after: [])
    // The id is in the line that a worker reads.
    case .waitingForWorker: output.collecting { refuse(.shuttingDown, &$0) }
    case .reading, .continuing, .waitingForChanges, .closed: break
    }
    phase = .reading
    output.collecting { _ = takeRequests(&$0) }
    if isReady, case .moved = input.receive() { output.collecting { _ = takeRequests(&$0) } }
    output.writeQueue()
    close()
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
    batch = nil
    held = HeldReplies()
    waitingLine = nil
    onClose(id)
  }
}
