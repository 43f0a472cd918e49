import Glibc
import Testing

@testable import celld

@Suite struct MailboxTests {
  @Test func bringsEveryLetterFromManyThreads() throws {
    let loop = try EventLoop()
    var received: [UInt64] = []
    var mailbox: Mailbox?
    let threads = 4
    let perThread: UInt64 = 5000
    mailbox = try Mailbox(loop) { letter in
      received.append(letter)
      if received.count == threads * Int(perThread) { mailbox?.close() }
    }
    let slot = try #require(mailbox?.slot)
    let running = try (0..<UInt64(threads)).map { thread in
      try Self.thread { for number in 0..<perThread { slot.post(thread * perThread + number) } }
    }
    loop.run()
    for thread in running { pthread_join(thread, nil) }
    #expect(Set(received) == Set(0..<UInt64(threads) * perThread))
    for thread in 0..<UInt64(threads) {
      let own = received.filter { $0 / perThread == thread }
      #expect(own == own.sorted(), "letters of one thread keep their order")
    }
    #expect(loop.close() == 0)
  }

  @Test func whatComesAfterTheEndIsDropped() throws {
    let loop = try EventLoop()
    var received = 0
    let mailbox = try Mailbox(loop) { _ in received += 1 }
    let slot = mailbox.slot
    slot.post(1)
    mailbox.close()
    slot.post(2)
    loop.run()
    #expect(received == 0)
    #expect(loop.close() == 0)
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
    final class Body {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    try #require(status == 0)
    return thread
  }
}
