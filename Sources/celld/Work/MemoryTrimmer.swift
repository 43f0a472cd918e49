/// Returns memory to the system after much of it was freed, when nobody waits for the daemon.
/// Belongs to the loop.
final class MemoryTrimmer {
  private var rule = TrimRule()
  private let loop: EventLoop
  private let workers: Workers
  private let requests: () -> UInt64
  private var timer: LoopTimer?

  /// - Parameter requests: returns the number of requests since the start.
  init(_ workers: Workers, _ loop: EventLoop, requests: @escaping () -> UInt64) throws(SystemError) {
    self.loop = loop
    self.workers = workers
    self.requests = requests
    timer = try LoopTimer(loop) { [unowned self] in step() }
  }

  /// Counts bytes that are free now, or soon.
  func note(freed bytes: Int) {
    // A worker may still be freeing them.
    if rule.note(freed: bytes) { timer?.start(after: TrimRule.pause) }
  }

  private func step() {
    switch rule.step(now: loop.now, requests: requests(), isWorking: workers.unfinished > 0) {
    case .rest: break
    case .wait(let time): timer?.start(after: time)
    case .trim:
      // Memory that is freed in the meantime is for the next trim.
      workers.submit(WorkClaim(owner: .daemon, lane: .ahead)) {
        MemoryPolicy.trim()
      } then: {
      }
    }
  }

  /// Closes the handle of the trimmer.
  func close() {
    timer?.close()
    timer = nil
  }
}
