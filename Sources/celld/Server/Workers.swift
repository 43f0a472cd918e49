import Dispatch

/// The threads on which heavy work is done. They run at a lower priority than the loop, so that on few cores the loop
/// still answers at once. This file is the only one that knows Dispatch.
///
/// Work gets values and gives back a value; what belongs to the loop stays there, in the `then` closures, which are
/// found again by number. `submit` and `cancel` belong to the loop, `parallel` to work in hand.
final class Workers {
  /// Names work that was submitted.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// How many pieces of work run at a time; others wait in the order of `submit`.
  let width: Int
  /// Work that was ever submitted.
  var submitted: UInt64 { lastTicket }
  /// Work that was submitted and whose `then` has not run.
  var unfinished: Int { completions.count + cancelled }

  private static let queue = DispatchQueue(label: "celld.workers", attributes: .concurrent)
  private let loop: EventLoop
  private var mailbox: Mailbox?
  private var completions: [UInt64: () -> Void] = [:]
  private var waiting: [@Sendable () -> Void] = []
  private var waitingStart = 0
  private var running = 0
  private var cancelled = 0
  private var lastTicket: UInt64 = 0

  init(_ loop: EventLoop, width: Int = max(4, Processors.count)) throws(SystemError) {
    self.loop = loop
    self.width = width
    mailbox = try Mailbox(loop) { [unowned self] ticket in finished(ticket) }
  }

  /// Does `work` on a worker and then calls `then` with its value on the loop. What `then` does not keep of a value that
  /// is large is given back on a worker.
  @discardableResult
  func submit<Value: Sendable>(
    isLarge: Bool = false, _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) -> Ticket {
    loop.checkThread()
    guard let slot = mailbox?.slot else { return Ticket(number: 0) }
    lastTicket += 1
    let number = lastTicket
    let result = WorkResult<Value>()
    completions[number] = {
      if let value = result.value { then(value) }
      if isLarge { Self.release(result) }
    }
    start {
      result.value = work()
      slot.post(number)
    }
    return Ticket(number: number)
  }

  /// Forgets what should happen after the work. The work itself is still done.
  func cancel(_ ticket: Ticket) {
    loop.checkThread()
    if completions.removeValue(forKey: ticket.number) != nil { cancelled += 1 }
  }

  /// Lets go of a value on a worker, for those whose memory takes long to give back. It must be the last reference.
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

  /// Calls `body` with 0 ..< `count`, on all cores, and returns when all calls have. Only for use inside of work: on
  /// the loop it would hold up every client. Indices are handed out in ascending order; make each worth ≥ 100 µs.
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

  /// Results that have not come yet are dropped.
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

  private func finished(_ ticket: UInt64) {
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
    if let completion = completions.removeValue(forKey: ticket) { completion() } else { cancelled -= 1 }
  }
}

/// Carries a value between the loop and a worker. Only one of them has it at a time: the mailbox's lock, or the start
/// of the work, stands between the one's writing and the other's reading.
private final class WorkResult<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}
