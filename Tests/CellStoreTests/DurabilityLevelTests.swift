import Testing

@testable import CellStore

@Suite struct DurabilityLevelTests {
  @Test func textsAreReadAgain() {
    for level in Durability.local + [.replicated(1), .replicated(1_000)] {
      #expect(Durability(level.description) == level)
    }
    for text in ["", "none", "replicated", "replicated:", "replicated:0", "replicated:1001", "replicated:x"] {
      #expect(Durability(text) == nil)
    }
  }

  /// V7 of docs/store.md: a change of the level reaches both.
  @Test func aLevelForTwoIncludesBoth() {
    #expect(Durability.synced.and(.written) == .synced)
    #expect(Durability.memory.and(.written) == .written)
    #expect(Durability.replicated(2).and(.replicated(1)) == .replicated(2))
    #expect(Durability.written.and(.replicated(1)) == .replicated(1))
    let both = Durability.synced.and(.replicated(1))
    #expect(both.storage == .synced && both.replicas == 1)
    #expect(both == Durability.replicated(1).and(.synced))
  }

  @Test func entriesAreConfirmedInTheirOrder() {
    func entry(_ ticket: UInt64, _ level: Durability) -> RedisEntry {
      let submission = StoreSubmission(.delete(session: 1), ticket: ticket, level: level, user: 1)
      return RedisEntry(submission: submission, time: 0)
    }
    var queue = RedisUnconfirmed()
    let isWritten = queue.add(entry(1, .written))
    #expect(!isWritten && queue.isEmpty, "without replicas, there is nothing to wait for")
    _ = queue.add(entry(2, .replicated(2)))
    let first = queue.last
    // The level has become lower. Its outcome must not come before that of the earlier entry.
    let isLater = queue.add(entry(3, .written))
    #expect(isLater && queue.replicas == 2)
    #expect(queue.late(before: .max).map(\.ticket) == [2, 3])
    #expect(queue.late(before: .max).isEmpty, "each is reported once")
    #expect(queue.take(through: first).map(\.ticket) == [2])
    #expect(queue.take(through: first).isEmpty)
    #expect(queue.take(through: queue.last).map(\.ticket) == [3])
    #expect(queue.isEmpty && queue.replicas == 0)
  }
}
