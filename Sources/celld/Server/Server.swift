import CellWire
import Glibc
import Logging

/// All connections of the daemon, and the sockets that they come from. Belongs to the loop.
///
/// All bytes for a client are written once, at the end of the turn. Before that, the service can
/// add notifications.
final class Server {
  let log: Logger
  private let core: ServerCore
  /// Called when the last connection has closed. `shutDown` calls it at once if there is none.
  var onIdle: () -> Void = {}
  private(set) var isShuttingDown = false
  private var connections: [ConnectionID: Connection] = [:]
  private var listeners: [Listener] = []
  private var deadline: LoopTimer?
  private var lastConnection: UInt64 = 0
  private let peer: (Int32) throws(SystemError) -> SocketCalls.Peer

  /// - Parameters:
  ///   - isPrivate: whether only one user, and root, can connect.
  ///   - peer: finds out who is at the other end of a socket.
  init(
    loop: EventLoop, workers: Workers, limits: Limits, isPrivate: Bool = true, log: Logger,
    peer: @escaping (Int32) throws(SystemError) -> SocketCalls.Peer = SocketCalls.peer
  ) throws(SystemError) {
    self.log = log
    self.peer = peer
    core = try ServerCore(loop: loop, workers: workers, limits: limits, isPrivate: isPrivate)
    deadline = try LoopTimer(loop) { [unowned self] in cutOffAll() }
  }

  var loop: EventLoop { core.loop }
  var workers: Workers { core.workers }
  var limits: Limits { core.limits }
  var shares: Shares { core.shares }
  var statistics: ServerStatistics { core.statistics }
  var connectionCount: Int { connections.count }

  /// The methods. Set before the first client comes.
  var service: Service {
    get { core.service }
    set { core.service = newValue }
  }

  /// Takes over other limits. Returns the names of those that differ and can only change at a
  /// restart.
  func change(to limits: Limits) -> [Limits.Name] {
    let kept = core.limits.change(to: limits)
    shares.change(to: core.limits)
    service.limitsChanged()
    return kept
  }

  // MARK: Clients

  /// Accepts clients from a listening socket, which now belongs to the server.
  func listen(_ descriptor: Int32) throws(SystemError) {
    let callbacks = Listener.Callbacks(
      accepted: { [unowned self] in accept($0) },
      refusal: { [core] in
        core.statistics.refused += 1
        return ReplyLine.error(.busy(retryAfter: 1000))
      },
      shortage: { [unowned self] in log.warning("\($0); new clients are refused") })
    listeners.append(try Listener(loop, descriptor: descriptor, callbacks))
  }

  /// Serves a connected socket, which now belongs to the server. A client over the share of its
  /// user gets an error line.
  func accept(_ descriptor: Int32) {
    do {
      let peer = try peer(descriptor)
      let account = shares.account(of: peer.user)
      defer { shares.forget(account) }
      do throws(RPCError) {
        try shares.admit(.connections, growth: 1, of: account)
      } catch {
        core.statistics.refused += 1
        SocketCalls.sendOff(descriptor, with: ReplyLine.error(error))
        return
      }
      try connect(descriptor, peer, account)
    } catch {
      Glibc.close(descriptor)
      log.warning("lost a client: \(error)")
    }
  }

  private func connect(
    _ descriptor: Int32, _ peer: SocketCalls.Peer, _ account: UserAccount
  ) throws(SystemError) {
    let id = ConnectionID(number: lastConnection + 1)
    let caller = Caller(
      connection: id, userID: peer.user, groupID: peer.group, processID: peer.process)
    connections[id] = try Connection(core, caller, account, descriptor: descriptor) { [unowned self] in
      closed($0)
    }
    lastConnection += 1
    shares.add(1, to: .connections, of: account)
    core.statistics.accepted += 1
    core.statistics.connections = connections.count
  }

  private func closed(_ id: ConnectionID) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    shares.add(-1, to: .connections, of: connection.account)
    shares.forget(connection.account)
    core.statistics.connections = connections.count
    service.connectionClosed(id)
    if connections.isEmpty { onIdle() }
  }

  // MARK: For the service

  /// Sends the reply to a deferred request: the JSON of its result, or an error. The reply is
  /// dropped if its client has left.
  ///
  /// - Parameter head: the beginning of the result, if it is in two parts.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>, after head: [UInt8] = []) {
    loop.checkThread()
    connections[call.caller.connection]?.finish(call, result, after: head)
  }

  /// Whether a client cannot read a reply any more.
  func hasLeft(_ id: ConnectionID) -> Bool {
    connections[id].map { SocketCalls.hasLeft($0.descriptor) } ?? true
  }

  /// Whether the socket took all bytes for this client, so that the client will read a new message
  /// soon. If not, the service's `connectionWritable` is called when this becomes true.
  func isWritable(_ id: ConnectionID) -> Bool {
    connections[id]?.checkWritable() ?? false
  }

  /// The maximum size of a reply or message to a client at the moment, without the bytes around its
  /// list of rows or cells.
  func replyLimit(of id: ConnectionID) -> Int {
    connections[id]?.replyLimit ?? limits.reply
  }

  /// The error for a reply of `size` bytes that a client has no room for; nil if it has room.
  func excess(_ size: Int, of id: ConnectionID) -> RPCError? {
    guard let output = connections[id]?.output, !output.fits(size) else { return nil }
    return output.excess(size)
  }

  /// Sends a message that is not a reply, between replies. `body` writes one JSON value. Check
  /// `isWritable` first, because messages have no limit here.
  func notify(_ id: ConnectionID, _ body: (inout JSONWriter) -> Void) {
    guard connections[id] != nil else { return }
    var writer = JSONWriter()
    body(&writer)
    writer.bytes.append(UInt8(ascii: "\n"))
    notify(id, [writer.bytes])
  }

  /// Sends a message in pieces, and a newline. Large pieces can be shared by many clients.
  func notify(_ id: ConnectionID, _ pieces: [[UInt8]]) {
    guard let connection = connections[id] else { return }
    core.statistics.notifications += 1
    for piece in pieces { connection.output.interject(piece) }
  }

  /// The caller of an open connection.
  func caller(of id: ConnectionID) -> Caller? {
    connections[id]?.caller
  }

  /// The counts of one client.
  func statistics(of id: ConnectionID) -> CallerStatistics? {
    connections[id]?.statistics
  }

  /// The sums over the open connections of a user.
  func statistics(ofUser userID: UInt32) -> UserStatistics {
    var sums = UserStatistics()
    for (id, connection) in connections where connection.caller.userID == userID {
      let counts = connection.statistics
      sums.connections.append(id)
      sums.counts.requests += counts.requests
      sums.counts.errors += counts.errors
      sums.counts.bytesRead += counts.bytesRead
      sums.counts.bytesWritten += counts.bytesWritten
      sums.input += connection.input.heldBytes
      sums.pending += connection.output.heldBytes
    }
    return sums
  }

  /// Calls `body` in a later turn. All such calls are made in order, within a share of each turn.
  func later(_ body: @escaping () -> Void) {
    core.turn.later(body)
  }

  // MARK: The end

  /// Stops accepting clients, answers the received lines, waits until the replies are read, and
  /// closes. Then it calls `onIdle`. Lines that come later get the error shuttingDown. So does
  /// everything that is not done after `patience` milliseconds, and all clients are disconnected.
  func shutDown(patience: UInt64) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    for listener in listeners { listener.close() }
    listeners = []
    deadline?.start(after: patience)
    if connections.isEmpty { return onIdle() }
    for connection in Array(connections.values) { connection.endInput() }
  }

  /// Disconnects all clients now. Their last replies are lost.
  func endAtOnce() { closeAll() }

  private func cutOffAll() {
    for connection in Array(connections.values) { connection.cutOff() }
  }

  private func closeAll() {
    for connection in Array(connections.values) { connection.close() }
  }

  /// Closes all handles of the server. All connections must be gone.
  func close() {
    for listener in listeners { listener.close() }
    closeAll()
    core.turn.close()
    deadline?.close()
  }
}
