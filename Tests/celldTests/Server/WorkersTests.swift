import Glibc
import Locks
import Testing

@testable import celld

@Suite struct WorkersTests {
  @Test func valuesComeBackOnTheLoop() throws {
    let loop = try EventLoop()
    let workers = try Workers(loop)
    var sum = 0
    for number in 1...100 {
      workers.submit {
        number * number
      } then: { square in
        loop.checkThread()
        sum += square
        if workers.unfinished == 0 { workers.close() }
      }
    }
    loop.run()
    #expect(sum == 338_350)
    #expect(loop.close() == 0)
  }

  @Test func noMoreThanTheWidthRunAtATime() throws {
    let loop = try EventLoop()
    let workers = try Workers(loop, width: 2)
    let running = Mutex((now: 0, most: 0))
    for _ in 0..<20 {
      workers.submit {
        running.withLock { $0 = (now: $0.now + 1, most: max($0.most, $0.now + 1)) }
        usleep(1000)
        running.withLock { $0.now -= 1 }
      } then: { _ in
        if workers.unfinished == 0 { workers.close() }
      }
    }
    loop.run()
    #expect(running.withLock { $0.most } <= 2)
    #expect(loop.close() == 0)
  }

  @Test func parallelCallsEachIndexOnce() throws {
    let loop = try EventLoop()
    let workers = try Workers(loop)
    var seen: [Int] = []
    workers.submit {
      let calls = Mutex([Int](repeating: 0, count: 1000))
      Workers.parallel(count: 1000) { index in calls.withLock { $0[index] += 1 } }
      return calls.withLock { $0 }
    } then: {
      seen = $0
      workers.close()
    }
    loop.run()
    #expect(seen == [Int](repeating: 1, count: 1000))
    #expect(loop.close() == 0)
  }

  /// Reports the thread on which it is released.
  private final class Heavy: Sendable {
    let died: @Sendable (pthread_t) -> Void
    init(_ died: @escaping @Sendable (pthread_t) -> Void) { self.died = died }
    deinit { died(pthread_self()) }
  }

  @Test func releasedValuesDieOnAWorker() throws {
    let loop = try EventLoop()
    let workers = try Workers(loop)
    let place = Mutex<pthread_t?>(nil)
    var mailbox: Mailbox?
    mailbox = try Mailbox(loop) { _ in
      mailbox?.close()
      mailbox = nil
      workers.close()
    }
    let slot = try #require(mailbox?.slot)
    Workers.release(
      Heavy { thread in
        place.withLock { $0 = thread }
        slot.post(1)
      })
    loop.run()
    #expect(loop.close() == 0)
    let thread = try #require(place.withLock { $0 })
    #expect(pthread_equal(thread, pthread_self()) == 0)
  }
}
