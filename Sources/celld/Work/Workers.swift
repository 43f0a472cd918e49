import Dispatch

/// The threads for heavy work. They have a lower priority than the loop, so that the loop answers
/// at once on few cores. No other file uses Dispatch.
///
/// Work takes values and returns a value. Objects of the loop are only in the `then` closures,
/// which are found by a number. `submit` is called on the loop, `parallel` inside of work.
final class Workers {
  /// The number of pieces of work that run at a time. Others wait in the order of `submit`.
  let width: Int
  /// The number of pieces of work that were submitted since the start.
  private(set) var submitted: UInt64 = 0
  /// The number of pieces of work whose `then` has not run.
  var unfinished: Int { completions.count }

  private static let queue = DispatchQueue(label: "celld.workers", attributes: .concurrent)
  private let loop: EventLoop
  private var mailbox: Mailbox?
  private var completions: [UInt64: () -> Void] = [:]
  private var waiting: [@Sendable () -> Void] = []
  private var waitingStart = 0
  private var running = 0

  init(_ loop: EventLoop, width: Int = max(4, Processors.count)) throws(SystemError) {
    self.loop = loop
    self.width = width
    mailbox = try Mailbox(loop) { [unowned self] number in finished(number) }
  }

  /// Does `work` on a worker, then calls `then` with its value on the loop. A worker frees a large
  /// value that `then` does not keep.
  func submit<Value: Sendable>(
    isLarge: Bool = false, _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    loop.checkThread()
    guard let slot = mailbox?.slot else { return }
    submitted += 1
    let number = submitted
    let result = WorkResult<Value>()
    completions[number] = {
      if let value = result.value { then(value) }
      if isLarge { Self.release(result) }
    }
    start {
      result.value = work()
      slot.post(number)
    }
  }

  /// Frees a value on a worker, if its memory takes long to free. It must be the last reference.
  /// May be called from any thread.
  static func release<Value: Sendable>(_ value: consuming Value) {
    let result = WorkResult<Value>()
    result.value = consume value
    release(result)
  }

  private static func release<Value: Sendable>(_ result: WorkResult<Value>) {
    queue.async {
      Processors.standBack()
      result.value = nil
    }
  }

  /// Calls `body` with 0 ..< `count` on all cores, and returns after all calls. Only for work: on
  /// the loop it would block every client. Indices are taken in ascending order. Each call should
  /// take at least 100 µs.
  static func parallel(count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1 else {
      if count == 1 { body(0) }
      return
    }
    DispatchQueue.concurrentPerform(iterations: count) { index in
      Processors.standBack()
      body(index)
    }
  }

  /// Drops results that are not delivered yet.
  func close() {
    mailbox?.close()
    mailbox = nil
    completions = [:]
    waiting = []
    waitingStart = 0
  }

  private func start(_ work: @escaping @Sendable () -> Void) {
    guard running < width else {
      waiting.append(work)
      return
    }
    running += 1
    Self.queue.async {
      Processors.standBack()
      work()
    }
  }

  private func finished(_ number: UInt64) {
    running -= 1
    if waitingStart < waiting.count {
      let next = waiting[waitingStart]
      waitingStart += 1
      if waitingStart == waiting.count {
        waiting = []
        waitingStart = 0
      }
      start(next)
    }
    completions.removeValue(forKey: number)?()
  }
}

/// Transfers a value between the loop and a worker. Only one of them has it at a time: the lock of
/// the mailbox, or the start of the work, separates writing and reading.
private final class WorkResult<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}
