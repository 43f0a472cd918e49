import DequeModule

/// A connection, in the view of a turn of the loop.
protocol TurnClient: AnyObject {
  /// The client, whose user and connection are served in turn.
  var caller: Caller { get }

  /// Writes the queued replies, at the end of the turn.
  func flush()

  /// Takes further lines, for a time of ``TurnQueue/slice``.
  func continueTaking()
}

/// The work of each turn of the loop: unwritten replies, buffered lines, and delayed work.
///
/// All bytes for a client are written once, at the end of the turn.
///
/// A turn has two halves: clients that continue, and events. After ``share``, further clients wait
/// in a queue that serves users in turn, and the connections of each user in turn.
final class TurnQueue {
  /// Called before the bytes of a turn are written.
  var onEnd: () -> Void = {}
  private var unflushed: [TurnClient] = []
  private var flushing: [TurnClient] = []
  private var unfinished = FairQueue<TurnClient>()
  private var putOff: Deque<() -> Void> = []
  /// The time after which no further client is served in half a turn, in nanoseconds.
  private static let share: UInt64 = 1_000_000
  /// The maximum time in each turn for delayed work, in nanoseconds.
  private static let putOffShare: UInt64 = 500_000
  /// The time of one client if none, or very many, others wait, in nanoseconds.
  private static let (longestSlice, shortestSlice): (UInt64, UInt64) = (250_000, 20_000)
  /// The time at which the first client of this half was served; nil before.
  private var halfStart: UInt64?
  /// Whether the time of this half is used up, so that clients must wait.
  private(set) var isUsedUp = false
  private var hooks: [TurnHook] = []
  private var continueHook: TurnHook?

  init(_ loop: EventLoop) throws(SystemError) {
    hooks = [
      // Timers come before the wait, events after it.
      try TurnHook(loop, .beforeWaiting) { [unowned self] in endTurn() },
      try TurnHook(loop, .afterEvents) { [unowned self] in endTurn() },
    ]
    for hook in hooks { hook.start() }
    continueHook = try TurnHook(loop, .unfinishedWork) { [unowned self] in continueUnfinished() }
  }

  /// Flushes the client at the end of the turn.
  func flushLater(_ client: TurnClient) {
    unflushed.append(client)
  }

  /// Lets the client take further lines in a later turn, after the other users and the other
  /// clients of its user.
  func continueLater(_ client: TurnClient) {
    if unfinished.isEmpty { continueHook?.start() }
    unfinished.append(client, for: client.caller.owner)
  }

  /// Notes that a client is served from `now` on. Returns the time in which it may take lines.
  ///
  /// The start of one client is the end of the one before, so the clock is not read again.
  func beginSlice(at now: UInt64) -> UInt64 {
    if let halfStart { isUsedUp = now - halfStart > Self.share } else { halfStart = now }
    guard !unfinished.isEmpty else { return Self.longestSlice }
    let part = Self.share / UInt64(unfinished.count + 1)
    return min(max(part, Self.shortestSlice), Self.longestSlice)
  }

  /// Calls `body` in a later turn. All such calls are made in order, within a share of each turn.
  func later(_ body: @escaping () -> Void) {
    if putOff.isEmpty { continueHook?.start() }
    putOff.append(body)
  }

  private func continueUnfinished() {
    let start = EventLoop.clock
    while let body = putOff.popFirst() {
      body()
      if EventLoop.clock - start > Self.putOffShare { break }
    }
    // Clients that come back wait for the next turn.
    for _ in 0..<unfinished.count {
      unfinished.popFirst()?.continueTaking()
      if EventLoop.clock - start > Self.share { break }
    }
    if putOff.isEmpty, unfinished.isEmpty { continueHook?.stop() }
  }

  private func endTurn() {
    halfStart = nil
    isUsedUp = false
    onEnd()
    guard !unflushed.isEmpty else { return }
    // Two arrays that alternate, so that both keep their capacity.
    swap(&unflushed, &flushing)
    for client in flushing { client.flush() }
    flushing.removeAll(keepingCapacity: true)
  }

  /// Closes the handles, so that no turn follows. Drops the closures that wait for a turn, because
  /// they would keep the server alive.
  func close() {
    for hook in hooks { hook.close() }
    continueHook?.close()
    hooks = []
    unflushed = []
    unfinished = FairQueue()
    putOff = []
  }
}
