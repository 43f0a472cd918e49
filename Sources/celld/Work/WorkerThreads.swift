import DequeModule
import Glibc
import Locks

#if CHECKS_LEAKS
  import Synchronization
#endif

/// Threads of one priority. They take work in the order in which it comes.
///
/// Dispatch has no threads of a priority of their own: a thread that lowers its priority cannot
/// raise it again.
final class WorkerThreads: Sendable {
  /// A piece of work, and the report of its end.
  private struct Work: Sendable {
    let body: @Sendable () -> Void
    let report: @Sendable () -> Void
    let start = EventLoop.clock
    #if CHECKS_LEAKS
      let mark = WorkMark()
    #endif
  }

  private struct State: Sendable {
    var work: Deque<Work> = []
    /// Threads that exist.
    var count = 0
    /// Pieces of work that threads do.
    var busy = 0
    var isEnded = false
  }

  private let lane: WorkLane
  private let limit: Int
  private let state = Mutex(State())
  private let signal: ThreadSignal

  /// - Parameter limit: the maximum number of threads.
  init(_ lane: WorkLane, limit: Int = .max) throws(SystemError) {
    self.lane = lane
    self.limit = limit
    signal = try ThreadSignal()
  }

  /// Does `body` on a thread, then calls `report` there. Starts a thread if all are busy.
  func run(_ body: @escaping @Sendable () -> Void, then report: @escaping @Sendable () -> Void = {}) {
    let isShort = state.withLock { state in
      state.work.append(Work(body: body, report: report))
      guard state.count < min(limit, state.busy + state.work.count) else { return false }
      state.count += 1
      return true
    }
    if isShort { startThread() }
    signal.post()
  }

  /// The nanoseconds for which the first piece of work waits.
  var wait: UInt64 {
    state.withLock { state in state.work.first.map { EventLoop.clock - $0.start } ?? 0 }
  }

  /// Ends the threads. Work that waits is dropped.
  func end() {
    let count = state.withLock { state in
      state.isEnded = true
      state.work = []
      return state.count
    }
    if count > 0 { signal.post(count) }
  }

  private func startThread() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<WorkerThreads>.fromOpaque(context).takeRetainedValue().serve() }
        return nil
      }, context.toOpaque())
    guard status != 0 else { return }
    // Other threads take the work, or none exists and it waits for the next call.
    context.release()
    state.withLock { $0.count -= 1 }
  }

  /// Does work until the end.
  private func serve() {
    Processors.standBack(lane)
    while signal.wait() {
      let (work, isEnded) = state.withLock { state in
        guard let work = state.work.popFirst() else { return (nil as Work?, state.isEnded) }
        state.busy += 1
        return (work, false)
      }
      if isEnded { return }
      guard let work else { continue }
      work.body()
      // The thread is free before the loop knows, so that the loop starts no other one.
      state.withLock { $0.busy -= 1 }
      work.report()
    }
  }
}

#if CHECKS_LEAKS
  /// Lives as long as a piece of work.
  final class WorkMark: Sendable {
    private static let count = Atomic<Int>(0)

    init() { Self.count.add(1, ordering: .sequentiallyConsistent) }
    deinit { Self.count.subtract(1, ordering: .sequentiallyConsistent) }

    /// Waits until all work is over. An enum can keep its case in a pointer, so that what only it
    /// refers to looks lost.
    static func waitForAll() {
      while count.load(ordering: .sequentiallyConsistent) > 0 { usleep(1000) }
    }
  }
#endif
