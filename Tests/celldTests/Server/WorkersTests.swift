import Glibc
import Locks
import Testing

@testable import celld

@Suite struct WorkersTests {
  private func claim(
    _ user: UInt32 = 1, _ stream: UInt64 = 1, _ lane: WorkLane = .heavy,
    isWanted: @escaping () -> Bool = { true }
  ) -> WorkClaim {
    WorkClaim(owner: WorkOwner(user: user, stream: stream), lane: lane, isWanted: isWanted)
  }

  /// Names, in the order in which threads add them.
  private final class Record: Sendable {
    private let state = Mutex<[String]>([])
    func add(_ name: String) { state.withLock { $0.append(name) } }
    var names: [String] { state.withLock { $0 } }
  }

  /// Holds threads up until it is open.
  private final class Gate: Sendable {
    private let isOpen = Mutex(false)
    func open() { isOpen.withLock { $0 = true } }
    func pass() { while !isOpen.withLock({ $0 }) { usleep(100) } }
  }

  /// A loop and workers, which end after the last work.
  private func run(width: Int, _ body: (Workers, @escaping () -> Void) throws -> Void) throws {
    let loop = try EventLoop()
    let workers = try Workers(loop, width: width)
    try body(workers) { if workers.unfinished == 0 { workers.close() } }
    loop.run()
    #expect(loop.close() == 0)
  }

  @Test func usersAndTheirConnectionsTakeTurns() throws {
    let (record, gate) = (Record(), Gate())
    try run(width: 1) { workers, end in
      workers.submit(claim(9)) {
        gate.pass()
      } then: {
        end()
      }
      for (user, stream, name) in [
        (1, 1, "a1"), (1, 1, "a2"), (1, 1, "a3"), (1, 2, "b1"), (2, 3, "c1"), (2, 3, "c2"),
      ] as [(UInt32, UInt64, String)] {
        workers.submit(claim(user, stream)) {
          record.add(name)
        } then: {
          end()
        }
      }
      gate.open()
    }
    #expect(record.names == ["a1", "c1", "b1", "c2", "a2", "a3"])
  }

  @Test func lightWorkDoesNotWaitForHeavyWork() throws {
    let gate = Gate()
    var light = 0
    try run(width: 2) { workers, end in
      for user: UInt32 in 1...6 {
        workers.submit(claim(user)) {
          gate.pass()
        } then: {
          end()
        }
      }
      for _ in 0..<50 {
        workers.submit(claim(1, 1, .light)) {
        } then: {
          light += 1
          // The heavy work goes on only after all light work.
          if light == 50 { gate.open() }
          end()
        }
      }
    }
    #expect(light == 50)
  }

  @Test func aUserLeavesHalfOfTheThreadsToOthers() throws {
    let gate = Gate()
    let running = Mutex([UInt32: Int]())
    var others = 0
    try run(width: 4) { workers, end in
      for _ in 0..<8 {
        workers.submit(claim(1)) {
          running.withLock { $0[1, default: 0] += 1 }
          gate.pass()
        } then: {
          end()
        }
      }
      for user: UInt32 in [2, 3] {
        workers.submit(claim(user)) {
        } then: {
          others += 1
          if others == 2 {
            #expect(running.withLock { ($0[1] ?? 0) <= 2 })
            gate.open()
          }
          end()
        }
      }
    }
    #expect(others == 2)
  }

  @Test func workInStepsGivesWayToOthers() throws {
    let (record, gate) = (Record(), Gate())
    try run(width: 1) { workers, end in
      workers.submit(claim(9)) {
        gate.pass()
      } then: {
        end()
      }
      for (user, name) in [(1, "a"), (2, "b")] as [(UInt32, String)] {
        workers.submit(claim(user), from: 0) { (count, _) -> Int? in
          count += 1
          record.add("\(name)\(count)")
          return count == 3 ? count : nil
        } then: { count in
          #expect(count == 3)
          end()
        }
      }
      workers.submit(claim(3)) {
        record.add("c")
      } then: {
        end()
      }
      gate.open()
    }
    #expect(record.names == ["a1", "b1", "c", "a2", "b2", "a3", "b3"])
  }

  @Test func workThatNobodyWaitsForIsAbandoned() throws {
    let (record, gate) = (Record(), Gate())
    let isWanted = Mutex(true)
    var results: [Int?] = []
    try run(width: 1) { workers, end in
      workers.submit(claim(9)) {
        gate.pass()
      } then: {
        end()
      }
      workers.submit(claim(1, 1, isWanted: { isWanted.withLock { $0 } }), from: 0) { (_, _) -> Int? in
        record.add("first")
        isWanted.withLock { $0 = false }
        return nil
      } then: {
        results.append($0)
        end()
      }
      for _ in 0..<5 {
        workers.submit(claim(1, 1, isWanted: { isWanted.withLock { $0 } }), from: 0) { (_, _) -> Int? in
          record.add("never")
          return 1
        } then: {
          results.append($0)
          end()
        }
      }
      // A change takes effect even if its client has left.
      workers.submit(claim(1, 1, isWanted: { false })) {
        record.add("change")
      } then: {
        #expect(workers.abandoned == 6)
        end()
      }
      gate.open()
    }
    #expect(record.names == ["first", "change"])
    #expect(results == [Int?](repeating: nil, count: 6))
  }

  @Test func nothingCompletesInsideOfItsStart() throws {
    var results: [Int?] = []
    try run(width: 1) { workers, end in
      workers.submit(claim(isWanted: { false }), from: 0) { (_, _) -> Int? in
        1
      } then: {
        results.append($0)
        end()
      }
      #expect(results.isEmpty && workers.unfinished == 1)
    }
    #expect(results == [nil])
  }

  @Test func aStepIsInterruptedWhenNobodyWaitsForIt() throws {
    let isWanted = Mutex(true)
    var results: [Int?] = []
    try run(width: 1) { workers, end in
      workers.submit(claim(isWanted: { isWanted.withLock { $0 } }), from: 0) { (_, clock) -> Int? in
        isWanted.withLock { $0 = false }
        while !clock.interruption.isDue { usleep(100) }
        return clock.isOver ? 1 : nil
      } then: {
        results.append($0)
        #expect(workers.abandoned == 1)
        end()
      }
    }
    // What the step returned is of no use.
    #expect(results == [nil])
  }

  @Test func valuesComeBackOnTheLoop() throws {
    let loop = try EventLoop()
    let workers = try Workers(loop)
    var sum = 0
    for number in 1...100 {
      workers.submit(claim()) {
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
      workers.submit(claim()) {
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
    workers.submit(claim()) {
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

  @Test func shortWorkDoesNotWaitForLongWorkOfItsUser() throws {
    let (record, gate) = (Record(), Gate())
    try run(width: 1) { workers, end in
      workers.submit(claim(9)) {
        gate.pass()
      } then: {
        end()
      }
      for stream: UInt64 in 1...20 {
        workers.submit(claim(1, stream), from: 0) { (count, _) -> Int? in
          record.add("long")
          count += 1
          return count == 3 ? count : nil
        } then: { _ in
          end()
        }
      }
      workers.submit(claim(1, 99).forJSON(bytes: 300_000)) {
        record.add("short")
      } then: {
        end()
      }
      gate.open()
    }
    #expect(record.names == ["short"] + [String](repeating: "long", count: 60))
  }

  /// Nice values belong to threads, and no thread can take its own back.
  /// The steps that run are as many as the user may have, and they end only after the short work.
  @Test func shortWorkDoesNotWaitForARunningStepOfItsUser() throws {
    let gate = Gate()
    var short = 0
    try run(width: 4) { workers, end in
      for stream: UInt64 in 1...6 {
        workers.submit(claim(1, stream)) {
          gate.pass()
        } then: {
          end()
        }
      }
      for stream: UInt64 in 7...9 {
        var claim = claim(1, stream)
        claim.time = 2_000_000
        workers.submit(claim) {
        } then: {
          short += 1
          if short == 3 { gate.open() }
          end()
        }
      }
    }
    #expect(short == 3)
  }

  @Test func onlyWorkAheadOfNeedHasALowPriority() throws {
    let nice = Mutex<[WorkLane: [Int32]]>([:])
    @Sendable func note(_ lane: WorkLane) {
      let value = getpriority(0, 0)
      nice.withLock { $0[lane, default: []].append(value) }
    }
    // Another test can have lowered the thread of this one, but not the first one of the process.
    func ofProcess() -> Int32 { getpriority(0, id_t(getpid())) }
    let before = ofProcess()
    let freed = Gate()
    let freeing = Mutex<Int32?>(nil)
    try run(width: 2) { workers, end in
      for lane in [WorkLane.ahead, .light, .heavy, .ahead, .light, .heavy] {
        workers.submit(claim(1, 1, lane)) {
          note(lane)
          Workers.parallel(count: 16) { _ in note(lane) }
          Workers.release(
            Heavy { _ in
              let value = getpriority(0, 0)
              freeing.withLock { $0 = value }
              freed.open()
            })
        } then: {
          end()
        }
      }
    }
    freed.pass()
    let values = nice.withLock { $0 }
    #expect(values[.light]?.allSatisfy { $0 == before } == true)
    #expect(values[.heavy]?.allSatisfy { $0 == before || $0 == before + 1 } == true)
    let ahead = values[.ahead] ?? []
    #expect(ahead.count == 34 && ahead.allSatisfy { $0 == min(19, before + 10) })
    // A thread of any lane with a lower priority can free a value.
    #expect([min(19, before + 1), min(19, before + 10)].contains(freeing.withLock { $0 }))
    #expect(ofProcess() == before)
  }
}
