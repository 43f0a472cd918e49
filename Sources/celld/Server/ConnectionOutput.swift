import CellWire

/// The unwritten bytes for one client. They are written once per turn, or at once if they are many.
final class ConnectionOutput {
  /// The location of unwritten bytes.
  enum State {
    /// All bytes are written.
    case idle
    /// In the queue, which is written at the end of the turn.
    case flushPlanned
    /// In the queue. The socket is full, and the loop reports when it takes more.
    case blocked
    /// The client reads no more. Its earlier requests still take effect.
    case broken
  }

  private(set) var state = State.idle
  /// Bytes that were written since the start.
  private(set) var bytesWritten: UInt64 = 0
  private let descriptor: Int32
  private let core: ServerCore
  /// The connection, which is flushed at the end of the turn. It sets itself.
  unowned var client: (any TurnClient)?
  private let account: UserAccount
  private var queue = OutputQueue()
  /// The bytes of the replies to a batch in progress.
  var batchBytes = 0 {
    didSet { if batchBytes != oldValue { countPending() } }
  }
  /// The bytes of the replies that wait for changes before them.
  var heldReplyBytes = 0 {
    didSet { if heldReplyBytes != oldValue { countPending() } }
  }
  /// The bytes that the server's sum and the user's account include.
  private var countedPending = 0
  /// Messages that are sent while replies are collected; `nil` if none are collected now.
  private var interjections: [UInt8]?

  init(_ descriptor: Int32, _ core: ServerCore, _ account: UserAccount) {
    self.descriptor = descriptor
    self.core = core
    self.account = account
  }

  /// The number of bytes in the queue.
  var count: Int { queue.count }

  /// The bytes that are not written, and those of replies that cannot be sent yet.
  var heldBytes: Int { countedPending }

  /// Whether all bytes are written.
  var isEmpty: Bool { queue.isEmpty }

  var isBlocked: Bool { state == .blocked }

  // MARK: The share of unsent bytes

  /// The number of bytes that the connection may hold.
  var bound: Int { core.shares.connectionBound(.pending, held: countedPending, of: account) }

  /// Whether the connection may hold `size` further bytes.
  func fits(_ size: Int) -> Bool {
    countedPending + size <= core.pendingAllowance || countedPending + size <= bound
  }

  /// The number of further bytes that the connection may hold.
  var room: Int { max(0, bound - countedPending) }

  /// The error for a reply that does not fit.
  func excess(_ size: Int) -> RPCError {
    let scope = core.shares.scope(
      .pending, held: countedPending, wanted: countedPending + size, of: account)
    return .busy(retryAfter: 100, limit: .pending, scope: scope)
  }

  // MARK: Collecting replies

  /// Queues the replies that `body` appends. Messages that are sent in the meantime follow the
  /// replies that were appended before them.
  func collecting(_ body: (inout [UInt8]) -> Void) {
    var replies = core.scratch
    core.scratch = []
    interjections = []
    body(&replies)
    addInterjections(&replies)
    interjections = nil
    if replies.count < OutputQueue.largeReply { append(&replies) } else { send(&replies) }
    core.scratch = replies
  }

  /// Appends messages that were sent while replies are collected. Call it between two replies.
  func addInterjections(_ replies: inout [UInt8]) {
    guard let messages = interjections, !messages.isEmpty else { return }
    replies.append(contentsOf: messages)
    interjections = []
  }

  /// Sends a message, or a part of one. It comes between replies.
  func interject(_ bytes: [UInt8]) {
    guard interjections == nil else { return interjections?.append(contentsOf: bytes) ?? () }
    if !bytes.isEmpty { append([bytes]) }
  }

  // MARK: Writing

  /// Queues replies for the end of the turn. `replies` is empty afterwards.
  private func append(_ replies: inout [UInt8]) {
    guard !replies.isEmpty else { return }
    if state != .broken {
      queue.append(replies)
      planFlush()
    }
    replies.removeAll(keepingCapacity: replies.capacity <= OutputQueue.keptCapacity)
  }

  /// Queues bytes for the end of the turn.
  func append(_ pieces: [[UInt8]]) {
    guard state != .broken else { return }
    for piece in pieces { queue.append(piece) }
    planFlush()
  }

  /// Sends many bytes at once, while they are in the processor's cache. `replies` is empty
  /// afterwards.
  func send(_ replies: inout [UInt8]) {
    guard state != .broken, queue.isEmpty else { return append(&replies) }
    let count = replies.count
    state = .idle
    let progress = replies.withUnsafeBytes { queue.write($0, to: descriptor) }
    note(progress, written: count - queue.count)
    replies.removeAll(keepingCapacity: replies.capacity <= OutputQueue.keptCapacity)
  }

  /// Writes as much of the queue as the socket takes.
  func writeQueue() {
    guard state != .broken else { return }
    let before = queue.count
    state = .idle
    note(queue.write(to: descriptor), written: before - queue.count)
  }

  /// Drops all bytes, because the client reads no more.
  func breakOff() {
    state = .broken
    queue = OutputQueue()
    countPending()
  }

  private func planFlush() {
    countPending()
    guard state == .idle else { return }
    state = .flushPlanned
    if let client { core.turn.flushLater(client) }
  }

  private func note(_ progress: OutputQueue.Progress, written: Int) {
    bytesWritten += UInt64(written)
    core.statistics.bytesWritten += UInt64(written)
    switch progress {
    case .empty: break
    case .blocked: state = .blocked
    case .broken: return breakOff()
    }
    countPending()
  }

  private func countPending() {
    let held = queue.count + batchBytes + heldReplyBytes
    guard held != countedPending else { return }
    let shares = core.shares
    core.statistics.pending += held - countedPending
    // Small replies change nothing.
    if max(held, countedPending) > core.pendingAllowance {
      shares.add(
        shares.contested(held, .pending) - shares.contested(countedPending, .pending), to: .pending,
        of: account)
    }
    countedPending = held
  }
}
