import CellEngine
import Dispatch
import Locks

/// The threads for heavy work, and for light work that may wait for a lock. Work that a request
/// waits for has the priority of other programs, and work ahead of need a low one. No other file
/// uses Dispatch.
///
/// Work takes values and returns a value. Objects of the loop are only in the `then` closures,
/// which are found by a number. `submit` is called on the loop, `parallel` inside of work.
///
/// Users are served in turn. Each user's short work comes before their long work. Connections with
/// work of the same length take turns. A user has at most half of the threads that others leave.
/// Light work has threads of its own, so it never waits for heavy work. Long work is done in steps.
final class Workers {
  /// The number of pieces of work that were submitted since the start.
  private(set) var submitted: UInt64 = 0
  /// The number of pieces of work that were dropped because nobody waited for them.
  private(set) var abandoned: UInt64 = 0
  /// The number of pieces of work whose `then` has not run.
  var unfinished: Int { jobs.count }

  private static let lightWidth = 4
  /// The thread that frees values, and one that helps if other programs leave it no time. Memory
  /// must not be taken faster than it is freed.
  private static let freeing = try? WorkerThreads(.ahead, limit: 1)
  private static let helping = try? WorkerThreads(.heavy, limit: 1)
  private static let longestWait: UInt64 = 100_000_000
  private let loop: EventLoop
  private var mailbox: Mailbox?
  private var jobs: [UInt64: Job] = [:]
  private var lanes: [Lane]
  /// The steps that run, and a timer that asks whether they are still wanted.
  private var running: Set<UInt64> = []
  private var watch: LoopTimer?
  private static let watchInterval: UInt64 = 25

  /// - Parameter width: the number of pieces of heavy work that run at a time.
  init(_ loop: EventLoop, width: Int = max(4, Processors.count)) throws(SystemError) {
    self.loop = loop
    lanes = [
      Lane(try WorkerThreads(.light), width: Self.lightWidth), Lane(try WorkerThreads(.heavy), width: width),
      Lane(try WorkerThreads(.ahead), width: Processors.count),
    ]
    mailbox = try Mailbox(loop) { [unowned self] number in finished(number) }
    watch = try LoopTimer(loop) { [unowned self] in askForRunning() }
  }

  /// Does `work` on a worker, then calls `then` with its value on the loop. A worker frees a large
  /// value that `then` does not keep. The work is done even if its client has left.
  func submit<Value: Sendable>(
    _ claim: WorkClaim, isLarge: Bool = false, _ work: @escaping @Sendable () -> Value,
    then: @escaping (Value) -> Void
  ) {
    let claim = WorkClaim(owner: claim.owner, lane: claim.lane, time: claim.time)
    submit(claim, from: (), isLarge: isLarge) { (_, _) in
      work()
    } then: {
      if let value = $0 { then(value) }
    }
  }

  /// Does work in steps: calls `step` until it returns a value. Then it calls `then` with the value
  /// on the loop. `then` gets `nil` if nobody waits for the value any more.
  ///
  /// - Parameter step: does the work, until the time of its clock is over.
  func submit<State: Sendable, Value: Sendable>(
    _ claim: WorkClaim, from state: State, isLarge: Bool = false,
    step: @escaping @Sendable (inout State, StepClock) -> Value?, then: @escaping (Value?) -> Void
  ) {
    loop.checkThread()
    guard let slot = mailbox?.slot else { return }
    submitted += 1
    let number = submitted
    let progress = WorkProgress<State, Value>(state)
    let isAbandoned = AbandonedMark()
    let interruption = Interruption { isAbandoned.value }
    var job = Job(
      claim: claim, isAbandoned: isAbandoned,
      step: {
        let start = Processors.threadTime
        progress.value = step(&progress.state, StepClock(unless: interruption))
        progress.time += Processors.threadTime - start
      },
      report: { slot.post(number) },
      isDone: { progress.value != nil },
      time: { max(claim.time, progress.time) },
      finish: {
        // Abandoned work has ended anywhere.
        then(isAbandoned.value ? nil : progress.value)
        if isLarge { Self.release(progress) }
      })
    job.level = job.currentLevel
    jobs[number] = job
    lanes[claim.lane.rawValue].append(job, number)
    start(claim.lane)
  }

  /// Frees a value on a worker, if its memory takes long to free. It must be the last reference.
  /// May be called from any thread.
  static func release<Value: Sendable>(_ value: consuming Value) {
    let progress = WorkProgress<Void, Value>(())
    progress.value = consume value
    release(progress)
  }

  private static func release<State, Value>(_ progress: WorkProgress<State, Value>) {
    // A thread with a low priority cannot start one with another.
    let isLate = !Processors.worksAhead && (freeing?.wait ?? 0) > longestWait
    (isLate ? helping : freeing)?.run { progress.value = nil }
  }

  /// The number of threads that ``parallel(count:_:)`` uses on the calling thread.
  static var width: Int { Processors.doesHeavyWork ? Processors.count : 1 }

  /// Calls `body` with 0 ..< `count`, and returns after all calls. Heavy work uses all cores, other
  /// work only its own thread. Only for work: on the loop it would block every client. Indices are
  /// taken in ascending order. Each call should take at least 100 µs.
  static func parallel(count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, width > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    DispatchQueue.concurrentPerform(iterations: count) { index in
      Processors.standBack(.heavy)
      body(index)
    }
  }

  /// Drops work that waits, and results that are not delivered yet.
  func close() {
    mailbox?.close()
    mailbox = nil
    watch?.close()
    watch = nil
    jobs = [:]
    for lane in lanes.indices { lanes[lane].close() }
  }

  /// Starts work that waits, as long as the lane has room.
  private func start(_ lane: WorkLane) {
    while let number = lanes[lane.rawValue].next(), let job = jobs[number] {
      guard job.claim.isWanted() else {
        // Nothing ends inside of its start, as its owner does not wait for it yet.
        job.isAbandoned.value = true
        abandoned += 1
        job.report()
        continue
      }
      if running.isEmpty { watch?.start(after: Self.watchInterval, repeat: Self.watchInterval) }
      running.insert(number)
      lanes[lane.rawValue].begin(job)
    }
  }

  /// Abandons long steps that nobody waits for any more.
  private func askForRunning() {
    if running.isEmpty { watch?.stop() }
    for number in running {
      guard let job = jobs[number], !job.isAbandoned.value, !job.claim.isWanted() else { continue }
      job.isAbandoned.value = true
      abandoned += 1
    }
  }

  /// Takes over a job after a step.
  private func finished(_ number: UInt64) {
    guard var job = jobs[number] else { return }
    let lane = job.claim.lane
    if running.remove(number) != nil { lanes[lane.rawValue].end(job) }
    let isDone = job.isAbandoned.value || job.isDone()
    if !isDone {
      // Work of equal length goes on until it is done, so that little of it is half done.
      let level = job.level
      job.level = job.currentLevel
      jobs[number] = job
      lanes[lane.rawValue].append(job, number, isNext: job.level == level)
    }
    start(lane)
    if isDone { end(number, job) }
  }

  private func end(_ number: UInt64, _ job: Job) {
    jobs[number] = nil
    job.finish()
  }
}

/// A piece of work, from `submit` to `then`.
private struct Job {
  let claim: WorkClaim
  /// Set when nobody waits for the work any more.
  let isAbandoned: AbandonedMark
  /// Does a step, on a worker.
  let step: @Sendable () -> Void
  /// Reports the end of a step to the loop, on a worker.
  let report: @Sendable () -> Void
  /// Whether no further step is needed. Called between steps.
  let isDone: () -> Bool
  /// The time of the work in nanoseconds, as far as it is known. Called between steps.
  let time: () -> UInt64
  /// Calls `then`.
  let finish: () -> Void
  /// Its level in the queue.
  var level = 0

  /// The level of its time: 0 up to about a millisecond, and one more each time it doubles.
  var currentLevel: Int {
    claim.lane == .light ? 0 : UInt64.bitWidth - (time() >> 20).leadingZeroBitCount
  }
}

/// The work of one lane: what waits, and what runs.
private struct Lane {
  private let threads: WorkerThreads
  private let width: Int
  private var waiting = FairQueue<UInt64>()
  private var running = 0
  /// The levels of the work that runs.
  private var levelsOfUser: [UInt32: [Int]] = [:]

  init(_ threads: WorkerThreads, width: Int) {
    self.threads = threads
    self.width = width
  }

  mutating func append(_ job: Job, _ number: UInt64, isNext: Bool = false) {
    waiting.append(number, for: job.claim.owner, level: job.level, isNext: isNext)
  }

  /// Takes the number of the next job that may run.
  mutating func next() -> UInt64? {
    guard running < width else { return nil }
    let (width, running, levelsOfUser) = (width, running, levelsOfUser)
    func hasRoom(_ user: UInt32, _ own: Int) -> Bool {
      // Half of what the others leave, rounded up.
      own < (width - (running - own) + 1) / 2
    }
    if let number = waiting.popFirst(where: { user, _ in hasRoom(user, levelsOfUser[user]?.count ?? 0) }) {
      return number
    }
    // Work that is shorter than all that its user has running does not wait for a step of that.
    return waiting.popFirst(isShortest: true) { user, level in
      guard let own = levelsOfUser[user], let shortest = own.min() else { return false }
      return level < shortest && hasRoom(user, own.count - 1)
    }
  }

  mutating func begin(_ job: Job) {
    running += 1
    levelsOfUser[job.claim.owner.user, default: []].append(job.level)
    threads.run(job.step, then: job.report)
  }

  mutating func end(_ job: Job) {
    running -= 1
    var left = levelsOfUser[job.claim.owner.user] ?? []
    if let place = left.firstIndex(of: job.level) { left.remove(at: place) }
    levelsOfUser[job.claim.owner.user] = left.isEmpty ? nil : left
  }

  mutating func close() {
    waiting = FairQueue()
    threads.end()
  }
}

/// A mark that the loop sets, and that the steps of a piece of work look at.
private final class AbandonedMark: Sendable {
  private let mark = Mutex(false)

  var value: Bool {
    get { mark.withLock { $0 } }
    set { mark.withLock { $0 = newValue } }
  }
}

/// Transfers values between the loop and a worker. Only one of them has it at a time: the lock of
/// the mailbox, or the start of a step, separates writing and reading.
private final class WorkProgress<State, Value>: @unchecked Sendable {
  var state: State
  var value: Value?
  /// Nanoseconds of its thread.
  var time: UInt64 = 0

  init(_ state: State) { self.state = state }
}
