import Testing

@testable import celld

@Suite struct FairQueueTests {
  private func owner(_ user: UInt32, _ stream: UInt64) -> WorkOwner { WorkOwner(user: user, stream: stream) }

  private func drain(_ queue: inout FairQueue<String>) -> [String] {
    var items: [String] = []
    while let item = queue.popFirst() { items.append(item) }
    return items
  }

  @Test func usersAndTheirStreamsAreServedInTurn() {
    var queue = FairQueue<String>()
    for (item, user, stream) in [
      ("a1", 1, 1), ("a2", 1, 1), ("a3", 1, 1), ("b1", 1, 2), ("c1", 2, 3), ("c2", 2, 3),
    ] as [(String, UInt32, UInt64)] {
      queue.append(item, for: owner(user, stream))
    }
    #expect(queue.count == 6)
    #expect(drain(&queue) == ["a1", "c1", "b1", "c2", "a2", "a3"])
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }

  @Test func aUserWithOneItemWaitsForOneItemOfEachOther() {
    var queue = FairQueue<String>()
    for stream in 0..<50 {
      for number in 0..<100 { queue.append("\(stream).\(number)", for: owner(1, UInt64(stream))) }
    }
    queue.append("other", for: owner(2, 99))
    #expect(queue.popFirst() == "0.0" && queue.popFirst() == "other")
    // The streams of the first user in turn, each in order.
    let rest = drain(&queue)
    #expect(rest.count == 4_999)
    #expect(Array(rest[..<49]) == (1..<50).map { "\($0).0" })
    #expect(Array(rest[49..<99]) == (0..<50).map { "\($0).1" })
  }

  @Test func whoComesBackIsServedAfterAllOthers() {
    var queue = FairQueue<String>()
    queue.append("a", for: owner(1, 1))
    queue.append("b", for: owner(2, 2))
    #expect(queue.popFirst() == "a")
    queue.append("a again", for: owner(1, 1))
    queue.append("c", for: owner(3, 3))
    #expect(drain(&queue) == ["b", "a again", "c"])
  }

  @Test func shortWorkOfAUserComesBeforeLongWork() {
    var queue = FairQueue<String>()
    for stream in 0..<40 { queue.append("long", for: owner(1, UInt64(stream)), level: 7) }
    queue.append("short", for: owner(1, 99), level: 2)
    queue.append("other", for: owner(2, 100), level: 9)
    #expect((0..<3).map { _ in queue.popFirst() } == ["short", "other", "long"])
  }

  @Test func longWorkGoesOnBesideAnyAmountOfShortWork() {
    var queue = FairQueue<String>()
    queue.append("longest", for: owner(1, 1), level: 9)
    queue.append("long", for: owner(1, 2), level: 5)
    for number in 0..<100 { queue.append("short", for: owner(1, UInt64(10 + number))) }
    let items = drain(&queue)
    #expect(items.firstIndex(of: "long") == 3 && items.firstIndex(of: "longest") == 7)
  }

  @Test func onlyShortestWorkIsTakenOfAnAdmittedUser() {
    var queue = FairQueue<String>()
    for (item, user, level) in [("a5", 1, 5), ("b2", 2, 2), ("a1", 1, 1), ("a1 too", 1, 1)]
      as [(String, UInt32, Int)]
    {
      queue.append(item, for: owner(user, UInt64(queue.count)), level: level)
    }
    var items: [String] = []
    while let item = queue.popFirst(isShortest: true, where: { $1 < 2 }) { items.append(item) }
    #expect(items == ["a1", "a1 too"] && queue.count == 2)
    #expect(drain(&queue) == ["b2", "a5"])
  }

  @Test func workThatGoesOnComesFirstOnItsLevelAndLosesNoItem() {
    var queue = FairQueue<String>()
    for (item, stream) in [("a1", 1), ("a2", 1), ("b1", 2)] as [(String, UInt64)] {
      queue.append(item, for: owner(1, stream), level: 3)
    }
    queue.append("b0", for: owner(1, 2), level: 3, isNext: true)
    queue.append("c", for: owner(1, 3), level: 3, isNext: true)
    #expect(queue.count == 5)
    #expect(drain(&queue) == ["c", "b0", "a1", "b1", "a2"])
  }
}
