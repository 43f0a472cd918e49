import Glibc
import Testing

@testable import celld

/// The loop and its handles. Each test has its own loop.
@Suite struct EventLoopTests {
  @Test func timersCallInTheirOrder() throws {
    let loop = try EventLoop()
    var called: [Int] = []
    let later = try LoopTimer(loop) { called.append(2) }
    let sooner = try LoopTimer(loop) { called.append(1) }
    later.start(after: 20)
    sooner.start(after: 1)
    loop.run()
    #expect(called == [1, 2])
    later.close()
    sooner.close()
    #expect(loop.close() == 0)
  }

  @Test func aRepeatingTimerEndsWhenItIsStopped() throws {
    let loop = try EventLoop()
    var count = 0
    var timer: LoopTimer?
    timer = try LoopTimer(loop) {
      count += 1
      if count == 3 { timer?.stop() }
    }
    timer?.start(after: 1, repeat: 1)
    loop.run()
    #expect(count == 3)
    timer?.close()
    #expect(loop.close() == 0)
  }

  @Test func tellsHowManyHandlesAreStillOpen() throws {
    let loop = try EventLoop()
    let timer = try LoopTimer(loop) {}
    #expect(loop.close() == 1)
    timer.close()
    timer.close()
    #expect(loop.close() == 0)
  }

  @Test func aHandleMayCloseItselfInItsOwnCall() throws {
    let loop = try EventLoop()
    var timer: LoopTimer?
    timer = try LoopTimer(loop) { timer?.close() }
    weak let weakTimer = timer
    timer?.start(after: 0, repeat: 1)
    loop.run()
    timer = nil
    #expect(loop.close() == 0)
    #expect(weakTimer == nil, "nothing holds a closed handle")
  }

  @Test func hooksRunInEveryTurn() throws {
    let loop = try EventLoop()
    var steps: [String] = []
    let before = try TurnHook(loop, .beforeWaiting) { steps.append("before") }
    let after = try TurnHook(loop, .afterEvents) { steps.append("after") }
    before.start()
    after.start()
    let timer = try LoopTimer(loop) { steps.append("timer") }
    timer.start(after: 0)
    loop.run()
    #expect(steps.prefix(3) == ["timer", "before", "after"])
    for handle in [before, after, timer] { handle.close() }
    #expect(loop.close() == 0)
  }

  @Test func signalsAreHeardOnTheLoop() throws {
    let loop = try EventLoop()
    var heard = 0
    let keepAlive = try LoopTimer(loop) {}
    keepAlive.start(after: 10_000)
    let watcher = try SignalWatcher(loop, signal: SIGUSR2) {
      heard += 1
      loop.stop()
    }
    kill(getpid(), SIGUSR2)
    loop.run()
    #expect(heard == 1)
    watcher.close()
    keepAlive.close()
    #expect(loop.close() == 0)
  }

  @Test func aWatcherTellsReadingWritingAndTheEnd() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    var seen: [DescriptorWatcher.Events] = []
    var watcher: DescriptorWatcher?
    watcher = try DescriptorWatcher(loop, descriptor: ends[0]) { events in
      seen.append(events)
      watcher?.watch(seen.count == 1 ? .readable : [])
    }
    watcher?.watch(.writable)
    [1, 2, 3].withUnsafeBytes { _ = SocketCalls.send($0, to: ends[1]) }
    loop.run()
    #expect(seen == [.writable, .readable])
    watcher?.close()
    #expect(loop.close() == 0)
    close(ends[0])
    close(ends[1])
  }
}
