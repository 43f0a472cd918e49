import CellWire
import Glibc
import Logging

/// The daemon from its start to its end: one loop, one server, and the endpoint of its clients.
final class Daemon {
  /// The source of clients.
  enum Endpoint {
    /// Sockets that systemd opened.
    case inherited([Int32])
    /// A socket that this process made.
    case bound(BoundSocket)
    /// A single client on standard input and output.
    case standardStreams
    /// A socket in a private directory, for the program that holds our standard input.
    case plugin(BoundSocket, directory: String)

    /// Whether only one user, and root, can connect.
    var isPrivate: Bool {
      switch self {
      case .inherited(let descriptors): descriptors.allSatisfy(InheritedSockets.isPrivate)
      case .bound(let socket): socket.isPrivate
      case .standardStreams, .plugin: true
      }
    }

    /// Removes the socket and the directory that were made.
    func remove() {
      switch self {
      case .bound(let socket): socket.remove()
      case .plugin(let socket, let directory):
        socket.remove()
        rmdir(directory)
      case .inherited, .standardStreams: break
      }
    }
  }

  /// The maximum time in which clients can read their last replies, in milliseconds.
  private static let patience: UInt64 = 2500
  /// The maximum time from the reason to end until the store is closed, and the time that the store
  /// has in any case.
  private static let (endTime, storeTime): (UInt64, UInt64) = (3_000, 500)

  private let endpoint: Endpoint
  private let log: Logger
  private let notifier: SystemdNotifier
  private let idleExit: UInt64?
  private let readLimits: () throws -> Limits
  private let loop: EventLoop
  private let workers: Workers
  private let server: Server
  private var handles: [LoopHandle] = []
  private var idleTimer: LoopTimer?
  private var endOfInput: Mailbox?
  private var streams: StandardStreams?
  private var endBegan: UInt64 = 0
  private var isEnding = false

  /// - Parameters:
  ///   - idleExit: milliseconds without clients and sessions after which the daemon ends; nil for
  ///     never.
  ///   - readLimits: reads the limits again, at SIGHUP.
  ///   - makeService: makes the methods for the server.
  init(
    endpoint: Endpoint, limits: Limits, idleExit: UInt64?, notifier: SystemdNotifier, log: Logger,
    readLimits: @escaping () throws -> Limits, makeService: (Server, EventLoop) throws -> Service
  ) throws {
    self.endpoint = endpoint
    self.log = log
    self.notifier = notifier
    self.idleExit = idleExit
    self.readLimits = readLimits
    loop = try EventLoop()
    workers = try Workers(loop)
    server = try Server(
      loop: loop, workers: workers, limits: limits, isPrivate: endpoint.isPrivate, log: log)
    server.service = try makeService(server, loop)
    server.onIdle = { [unowned self] in becameIdle() }
    try watchSignals()
    try watchTime()
    try open()
  }

  /// Serves until the daemon must end, then frees everything. Call it once.
  func run() {
    notifier.send(.ready, .status("serving \(address)"))
    log.info("serving \(address)")
    restartIdleTimer()
    Processors.runSoon()
    loop.run()
    let open = loop.close()
    assert(open == 0, "\(open) handles of the loop were never closed")
    streams?.finish()
    log.info("ended")
  }

  private var address: String {
    switch endpoint {
    case .inherited: "an inherited socket"
    case .bound(let socket), .plugin(let socket, _): socket.path
    case .standardStreams: "standard input"
    }
  }

  private func open() throws {
    switch endpoint {
    case .inherited(let descriptors):
      for descriptor in descriptors { try server.listen(descriptor) }
    case .bound(let socket):
      try server.listen(socket.descriptor)
    case .standardStreams:
      let streams = try StandardStreams()
      self.streams = streams
      server.accept(streams.descriptor)
    case .plugin(let socket, _):
      try server.listen(socket.descriptor)
      let mailbox = try Mailbox(loop) { [unowned self] _ in shutDown("standard input has ended") }
      endOfInput = mailbox
      let slot = mailbox.slot
      try StandardStreams.atEndOfInput { slot.post(0) }
    }
  }

  private func watchSignals() throws {
    // Those without a meaning for celld would end it, and the sessions with it.
    for number in [SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
    // The signal mask is inherited from the parent; clear it.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    for (number, name) in [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")] {
      handles.append(try SignalWatcher(loop, signal: number) { [unowned self] in stop(name) })
    }
    handles.append(try SignalWatcher(loop, signal: SIGHUP) { [unowned self] in reload() })
  }

  /// Reads the limits and the fonts again. An error leaves the limits as they are.
  private func reload() {
    var read = "limits and fonts"
    do {
      for name in server.change(to: try readLimits()) {
        log.warning(
          "the limit \(name.rawValue) changes only when celld restarts; it stays \(server.limits[name])")
      }
    } catch {
      log.error("the limits stay as they are: \(error)")
      read = "fonts"
    }
    server.service.reload()
    log.notice("read \(read) again")
  }

  private func watchTime() throws {
    idleTimer = try LoopTimer(loop) { [unowned self] in
      if server.connectionCount == 0, !server.service.holdsSessions() {
        shutDown("no clients and no sessions")
      }
    }
    if let interval = notifier.watchdogInterval {
      let timer = try LoopTimer(loop) { [unowned self] in
        notifier.send(.watchdog, .status("serving \(address), \(server.connectionCount) clients"))
      }
      timer.start(after: interval, repeat: interval)
      handles.append(timer)
    }
  }

  private func becameIdle() {
    if server.isShuttingDown { return end() }
    if case .standardStreams = endpoint { return shutDown("standard input has ended") }
    restartIdleTimer()
  }

  private func restartIdleTimer() {
    if let idleExit { idleTimer?.start(after: idleExit) }
  }

  /// Ends the daemon for a signal; at once for a second one.
  private func stop(_ signal: String) {
    guard server.isShuttingDown else { return shutDown(signal) }
    log.info("ending at once: \(signal)")
    server.endAtOnce()
  }

  private func shutDown(_ reason: String) {
    guard !server.isShuttingDown else { return }
    log.info("ending: \(reason)")
    endBegan = loop.now
    notifier.send(.stopping, .status("answering the last requests"))
    // This is done before the last clients are served, so that a new daemon can use the path at
    // once.
    endpoint.remove()
    server.shutDown(patience: Self.patience)
  }

  /// Stores what waits, and closes every handle. The loop ends by itself.
  private func end() {
    guard !isEnding else { return }
    isEnding = true
    let spent = loop.now - endBegan
    let rest = spent < Self.endTime ? Self.endTime - spent : 0
    server.service.finish(max(rest, Self.storeTime)) { [self] in close() }
  }

  private func close() {
    server.close()
    server.service.close()
    workers.close()
    endOfInput?.close()
    idleTimer?.close()
    for handle in handles { handle.close() }
  }
}
