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
}
