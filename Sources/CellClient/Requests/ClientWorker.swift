import CellWire
import Glibc
import Synchronization

/// A thread that owns a client. It runs jobs in their order, and reads what the daemon sends
/// between them.
final class ClientWorker: Sendable {
  /// The client and its watches, which the thread owns.
  final class Owned {
    let client: Client
    /// The watches, by number.
    var watches: [Int: Watch] = [:]
    /// The number of watches so far, since a number is not used again.
    var count = 0

    init(_ client: Client) { self.client = client }
  }

  /// A job gets what the thread owns; nil if the client is closed.
  typealias Job = @Sendable (Owned?) -> Void

  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Becomes readable when there are jobs, or the worker is closed.
  private let wake: Pipe

  init() throws {
    wake = try Pipe()
    for end in [wake.reading, wake.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit { for end in [wake.reading, wake.writing] { Glibc.close(end) } }

  /// Starts the thread, and makes the client on it.
  func open(_ connect: @escaping @Sendable () throws -> Client) async throws {
    try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
      let box = Unmanaged.passRetained(
        ThreadBody {
          do {
            let client = try connect()
            opened.resume()
            self.serve(client)
          } catch {
            self.close()
            self.takeJobs().forEach { $0(nil) }
            opened.resume(throwing: error)
          }
        })
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { body in
          body.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run() }
          return nil
        }, box.toOpaque())
      guard code == 0 else {
        box.release()
        return opened.resume(throwing: CelldError.system("cannot start a thread: \(systemMessage(code))"))
      }
      pthread_detach(thread)
    }
  }

  /// Runs a job with the client, after those before it.
  /// - Throws: what `body` throws, or `CelldError.clientClosed`.
  func run<Result: Sendable>(_ body: @escaping @Sendable (Owned) throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Result, any Error>) in
      enqueue { owned in
        done.resume(
          with: Swift.Result {
            guard let owned else { throw CelldError.clientClosed }
            return try body(owned)
          })
      }
    }
  }

  /// Adds a job.
  func enqueue(_ job: @escaping Job) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.jobs.append(job) }
      return state.isClosed
    }
    if isClosed { job(nil) } else { signal() }
  }

  /// Ends the thread after the present job.
  func close() {
    state.withLock { $0.isClosed = true }
    signal()
  }

  /// Wakes the thread. A full pipe wakes it already.
  private func signal() {
    var byte: UInt8 = 0
    _ = write(wake.writing, &byte, 1)
  }

  private func takeJobs() -> [Job] {
    state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  private func serve(_ client: Client) {
    let owned = Owned(client)
    var reconnection: Reconnection?
    while !state.withLock({ $0.isClosed }) {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wake.reading, &bytes, bytes.count) > 0 {}
      takeJobs().forEach { $0(owned) }
      client.giveReceived()
      if !client.isClosed {
        reconnection = nil
      } else if client.reconnects, !owned.watches.isEmpty {
        var attempt = reconnection ?? Reconnection(client)
        if attempt.deadline.isOver {
          do {
            if try attempt.connect() {
              client.resumeSubscribers()
              continue
            }
          } catch {
            attempt.postpone()
          }
        }
        reconnection = attempt
      } else {
        for watch in owned.watches.values { watch.end(Client.closed) }
        owned.watches.removeAll()
      }
      var waiting = [
        pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: client.isClosed ? -1 : client.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      poll(&waiting, 2, reconnection?.deadline.milliseconds ?? -1)
    }
    owned.watches.removeAll()
    takeJobs().forEach { $0(nil) }
  }
}

/// The code of a thread.
private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}

extension Client {
  /// Reads what has come without waiting, and passes it to the watches.
  fileprivate func giveReceived() {
    guard !isClosed else { return }
    _ = try? receive()
    while let message = try? bufferedNotification() { pass(message) }
  }
}
