import CFaults
import CellWire
import Foundation
import Glibc
import Locks
import Logging

@testable import CellStore
@testable import celld

/// A daemon in this process: the real server, methods and store, on a loop in a thread of its own.
/// Its store has a file system layer that fails when the test wants.
final class FuzzedDaemon: @unchecked Sendable {
  fileprivate enum Command {
    case accept(Int32, user: UInt32)
    case shutDown, abandon
  }

  /// The bounds of a store that makes snapshots and commits all the time.
  private static var limits: StoreLimits {
    var limits = StoreLimits()
    limits.commitBytes = 4_000
    limits.idleNanoseconds = 2_000_000
    limits.idleBytes = 2_000
    limits.busyBytes = 20_000
    limits.firstRetry = 1_000_000
    limits.longestRetry = 4_000_000
    return limits
  }

  private let commands = Mutex<[Command]>([])
  private let condition = NSCondition()
  private var slot: Mailbox.Slot?
  private var startError: (any Error)?
  private var isEnded = false
  /// Sentences of the store on what it found at the start.
  private(set) var notes: [String] = []
  private var store: SQLiteStore?

  /// Starts to serve.
  ///
  /// - Throws: StoreError.
  init(path: String, boot: String, layer: String) throws {
    Thread.detachNewThread { [self] in serve(path, boot, layer) }
    condition.lock()
    defer { condition.unlock() }
    while slot == nil, startError == nil { condition.wait() }
    if let startError { throw startError }
  }

  /// Connects a client of a user. Returns its end of the connection.
  func connect(user: UInt32) -> Int32 {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    send(.accept(ends[0], user: user))
    return ends[1]
  }

  /// Ends in order, as at SIGTERM.
  func stop() {
    end(.shutDown)
    releaseStore()
  }

  /// Ends as at a kill, after the store's present call. Nothing may reach the files any more.
  func abandon() {
    store?.abandon()
    end(.abandon)
    releaseStore()
  }

  /// Waits until nobody uses the files. A worker can still read a session.
  private func releaseStore() {
    store?.waitForEnd()
    weak let last = store
    store = nil
    for _ in 0..<60_000 where last != nil { usleep(1_000) }
    precondition(last == nil, "the store outlives its daemon")
  }

  private func end(_ command: Command) {
    send(command)
    condition.lock()
    while !isEnded { condition.wait() }
    condition.unlock()
  }

  private func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    slot?.post(0)
  }

  // MARK: The thread of the loop

  private func serve(_ path: String, _ boot: String, _ layer: String) {
    do {
      let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      let loop = try EventLoop()
      var users: [Int32: UInt32] = [:]
      let workers = try Workers(loop)
      let server = try Server(
        loop: loop, workers: workers, limits: .standard, isPrivate: false, log: log,
        peer: { SocketCalls.Peer(process: 0, user: users[$0] ?? 0, group: 0) })
      let opened: (journal: Journal, opening: StoreOpening)
      do {
        opened = try open(loop, path, boot, layer, log)
      } catch {
        server.close()
        workers.close()
        _ = loop.close()
        throw error
      }
      let methods = try MethodTable(
        server, journal: opened.journal, firstLayout: opened.opening.starts << 32)
      methods.context.loader.add(opened.opening.sessions)
      server.service = methods.service
      var close: () -> Void = {}
      server.onIdle = { [unowned server] in
        guard server.isShuttingDown else { return }
        server.service.finish(10_000) { close() }
      }
      let mailbox = try Mailbox(loop) { [self, unowned methods] _ in
        for command in commands.withLock({ $0.take() }) {
          switch command {
          case .accept(let descriptor, let user):
            users[descriptor] = user
            server.accept(descriptor)
          case .shutDown: server.shutDown(patience: 60_000)
          case .abandon:
            close()
            // Changes that wait hold their session, which holds them.
            for session in methods.context.sessions.all { (session.held, session.waiting) = ([], []) }
          }
        }
      }
      close = { [unowned server, unowned workers, unowned mailbox] in
        server.onIdle = {}
        server.close()
        server.service.close()
        workers.close()
        mailbox.close()
      }
      condition.withLock {
        notes = opened.opening.notes
        slot = mailbox.slot
        condition.broadcast()
      }
      loop.run()
      precondition(loop.close() == 0, "handles of the loop were never closed")
      server.service = Service()
      close = {}
      withExtendedLifetime((methods, mailbox)) {}
    } catch {
      condition.withLock {
        startError = error
        condition.broadcast()
      }
    }
    condition.withLock {
      isEnded = true
      condition.broadcast()
    }
  }

  private func open(
    _ loop: EventLoop, _ path: String, _ boot: String, _ layer: String, _ log: Logger
  ) throws -> (Journal, StoreOpening) {
    var opening: StoreOpening?
    let journal = try Journal(loop, level: .written, isPrivate: false, log: log) { report in
      let opened = try SQLiteStore.open(
        path: path, bootID: boot, limits: Self.limits, vfs: layer, report: report)
      opening = opened.opening
      store = opened.store
      return (opened.store, opened.opening.nextSession)
    }
    guard let opening else { throw StoreError("The store \(path) has no opening.") }
    return (journal, opening)
  }
}

extension [FuzzedDaemon.Command] {
  fileprivate mutating func take() -> Self {
    defer { self = [] }
    return self
  }
}

/// A client of a ``FuzzedDaemon``.
final class FuzzedClient {
  let user: UInt32
  private let descriptor: Int32
  private var received: [UInt8] = []
  private(set) var isClosed = false
  /// Messages that are not replies, in the order of arrival.
  var notifications: [JSON] = []

  init(_ daemon: FuzzedDaemon, user: UInt32) {
    self.user = user
    descriptor = daemon.connect(user: user)
  }

  deinit { close(descriptor) }

  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      start += count
    }
  }

  /// The next reply. `nil` if the connection ended before it.
  func reply() -> JSON? {
    while true {
      while let end = received.firstIndex(of: 10) {
        let line = Array(received[..<end])
        received.removeSubrange(...end)
        guard let message = try? JSON(parsing: line) else { continue }
        guard message["method"] != nil else { return message }
        notifications.append(message)
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 120_000) > 0 else { return nil }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else {
        isClosed = true
        return nil
      }
      received += buffer[..<count]
    }
  }
}
