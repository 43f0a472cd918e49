import CellProtocol
import DequeModule
import Logging

/// All connections of the daemon, and what they share: the turn of the loop, the limits on their sums, the counters.
///
/// Bytes that a turn produces for a client are written once, at its end, after the service had its chance to add
/// notifications. Everything here belongs to the loop's thread.
final class Server {
  let loop: EventLoop
  let workers: Workers
  let limits: Limits
  let log: Logger
  /// Who answers the requests. Set before the first client comes.
  var service = Service()
  var statistics: ServerStatistics
  let latency = LatencyHistogram()
  /// Called when the last connection has gone; also when nothing was left to wait for in `shutDown`.
  var onIdle: () -> Void = {}
  private(set) var isShuttingDown = false
  /// Requests that the service was asked to answer.
  private(set) var calls: UInt64 = 0

  /// Where all connections read into; what is read is taken out before the next one reads.
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
  /// Room for the replies of the connection in turn, kept between turns.
  var scratch: [UInt8] = []
  let parser = JSONParser()

  /// Replies of several clients in one piece of memory, and where those of each end.
  private var outbox: [UInt8] = []
  private var addressees: [(connection: Connection, end: Int)] = []
  private static let outboxSize = 128 << 10
  private var connections: [ConnectionID: Connection] = [:]
  private var listeners: [Listener] = []
  private var unflushed: [Connection] = []
  private var flushing: [Connection] = []
  private var unfinished: [Connection] = []
  private var putOff: Deque<() -> Void> = []
  /// How long a turn may go on with what was put off, in nanoseconds.
  private static let share: UInt64 = 500_000
  private var hooks: [TurnHook] = []
  private var continueHook: TurnHook?
  private var deadline: LoopTimer?
  private var lastConnection: UInt64 = 0

  init(loop: EventLoop, workers: Workers, limits: Limits, log: Logger) throws(SystemError) {
    self.loop = loop
    self.workers = workers
    self.limits = limits
    self.log = log
    statistics = ServerStatistics(latency: latency)
    hooks = [
      // Timers come before the wait, events after it.
      try TurnHook(loop, .beforeWaiting) { [unowned self] in endTurn() },
      try TurnHook(loop, .afterEvents) { [unowned self] in endTurn() },
    ]
    for hook in hooks { hook.start() }
    continueHook = try TurnHook(loop, .unfinishedWork) { [unowned self] in continueUnfinished() }
    deadline = try LoopTimer(loop) { [unowned self] in closeAll() }
  }

  deinit { readBuffer.deallocate() }

  var connectionCount: Int { connections.count }

  /// Whether the unsent replies of all clients are over the limit `pending`.
  var isOverPending: Bool { statistics.pending > limits.pending }

  // MARK: Clients

  /// Takes clients from a listening socket, which now belongs to the server.
  func listen(_ descriptor: Int32) throws(SystemError) {
    let callbacks = Listener.Callbacks(
      accepted: { [unowned self] in accept($0) },
      refusal: { [unowned self] in
        statistics.refused += 1
        return ReplyLine.error(.busy(retryAfter: 1000))
      },
      shortage: { [unowned self] in log.warning("\($0); new clients are turned away") })
    listeners.append(try Listener(loop, descriptor: descriptor, callbacks))
  }

  /// Serves a connected socket, which now belongs to the server.
  func accept(_ descriptor: Int32) {
    guard connections.count < limits.connections else {
      statistics.refused += 1
      SocketCalls.sendOff(
        descriptor,
        with: ReplyLine.error(.limitExceeded(.connections, scope: .daemon, max: limits.connections)))
      return
    }
    lastConnection += 1
    let id = ConnectionID(number: lastConnection)
    do {
      connections[id] = try Connection(self, id: id, descriptor: descriptor)
      statistics.accepted += 1
      statistics.connections = connections.count
    } catch {
      log.warning("a client is lost: \(error)")
    }
  }

  /// Called by a connection that has closed itself.
  func removed(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    statistics.connections = connections.count
    service.connectionClosed(connection.id)
    if connections.isEmpty { onIdle() }
  }

  // MARK: For the service

  /// Gives the reply to a request that was deferred: the JSON of its result, or an error. A call whose client has gone
  /// is dropped.
  ///
  /// - Parameter head: the beginning of the result, where that is in two parts.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>, after head: [UInt8] = []) {
    loop.checkThread()
    connections[call.caller.connection]?.finish(call, result, after: head)
  }

  /// True while everything for this client has gone to the socket, so that a message written now is read soon. When
  /// it turns true again, the service's `connectionWritable` is called for those who heard false.
  func isWritable(_ id: ConnectionID) -> Bool {
    connections[id]?.checkWritable() ?? false
  }

  /// Sends a message that is not a reply: `body` writes one JSON value, the line's end is added. It stands between
  /// replies. Whoever has state to tell asks `isWritable` first; nothing here holds a sender back.
  func notify(_ id: ConnectionID, _ body: (inout JSONWriter) -> Void) {
    guard let connection = connections[id] else { return }
    var writer = JSONWriter()
    body(&writer)
    writer.bytes.append(UInt8(ascii: "\n"))
    statistics.notifications += 1
    connection.send(writer.bytes)
  }

  /// The same with finished bytes in pieces, line's end included. Many clients may share the large ones.
  func notify(_ id: ConnectionID, _ pieces: [[UInt8]]) {
    guard let connection = connections[id] else { return }
    statistics.notifications += 1
    for piece in pieces { connection.send(piece) }
  }

  /// Who a client is, while it is there.
  func caller(of id: ConnectionID) -> Caller? {
    connections[id]?.caller
  }

  /// What is counted for one client.
  func statistics(of id: ConnectionID) -> CallerStatistics? {
    connections[id]?.statistics
  }

  // MARK: The turn

  /// Numbers a request.
  func nextCall(
    _ caller: Caller, _ document: Parcel<JSONDocument>?, _ params: Parcel<Result<Params, RPCError>>?
  ) -> Call {
    calls += 1
    return Call(caller: caller, number: calls, document: document, params: params)
  }

  /// Has the connection write what it queued at the end of the turn.
  func flushLater(_ connection: Connection) {
    unflushed.append(connection)
  }

  /// Keeps large replies of a connection for a moment, so that several clients are woken together, and no longer than
  /// they stay in the processor's cache.
  func putIntoOutbox(_ connection: Connection, _ bytes: [UInt8]) {
    outbox.append(contentsOf: bytes)
    addressees.append((connection, outbox.count))
    if outbox.count >= Self.outboxSize { writeOutbox() }
  }

  /// Writes what is in the outbox.
  func writeOutbox() {
    guard !addressees.isEmpty else { return }
    var start = 0
    outbox.withUnsafeBytes { bytes in
      for (connection, end) in addressees {
        connection.writeFromOutbox(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
    outbox.removeAll(keepingCapacity: true)
    addressees.removeAll(keepingCapacity: true)
  }

  /// Has the connection go on with its lines in the next turn, after the others had theirs.
  func continueLater(_ connection: Connection) {
    if unfinished.isEmpty { continueHook?.start() }
    unfinished.append(connection)
  }

  /// Does something in a later turn. What has been put off is done in order, within a share of each turn.
  func later(_ body: @escaping () -> Void) {
    if putOff.isEmpty { continueHook?.start() }
    putOff.append(body)
  }

  private func continueUnfinished() {
    let connections = unfinished
    unfinished = []
    let start = EventLoop.clock
    while let body = putOff.popFirst() {
      body()
      if EventLoop.clock - start > Self.share { break }
    }
    if putOff.isEmpty, unfinished.isEmpty { continueHook?.stop() }
    for connection in connections { connection.continueTaking() }
  }

  private func endTurn() {
    writeOutbox()
    service.turnEnds()
    guard !unflushed.isEmpty else { return }
    // Two arrays that take turns, so that neither gives its room away.
    swap(&unflushed, &flushing)
    for connection in flushing { connection.flush() }
    flushing.removeAll(keepingCapacity: true)
  }

  // MARK: The end

  /// Stops accepting, answers what clients have sent, lets them take it, and closes; then calls `onIdle`. Clients that
  /// do not read are cut off after `patience` milliseconds.
  func shutDown(patience: UInt64) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    for listener in listeners { listener.close() }
    listeners = []
    deadline?.start(after: patience)
    if connections.isEmpty { return onIdle() }
    for connection in Array(connections.values) { connection.endInput() }
  }

  private func closeAll() {
    for connection in Array(connections.values) { connection.close() }
  }

  /// Closes what the server itself holds of the loop. All connections must be gone.
  func close() {
    for listener in listeners { listener.close() }
    closeAll()
    for hook in hooks { hook.close() }
    continueHook?.close()
    deadline?.close()
    hooks = []
    // No turn comes any more, and who waits for one holds the server.
    unflushed = []
    unfinished = []
    putOff = []
  }
}
