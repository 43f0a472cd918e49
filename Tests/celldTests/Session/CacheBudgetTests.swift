import Testing

@testable import celld

@Suite struct CacheBudgetTests {
  private final class Owner: CacheOwner {
    var evicted: [UInt32] = []
    func evict(lineage: UInt32) -> (any Sendable)? {
      evicted.append(lineage)
      return nil
    }
  }

  @Test func theEntryThatWasUsedLongestAgoGoesFirst() {
    let budget = CacheBudget(limit: 100)
    let owner = Owner()
    let number = budget.admit(owner)
    budget.use(owner: number, (UInt32(0)..<4).map { ($0, 25) })
    budget.use(owner: number, [(0, 25)])
    #expect(owner.evicted.isEmpty && budget.bytes == 100)
    budget.use(owner: number, [(4, 30)])
    #expect(owner.evicted == [1, 2] && budget.bytes == 80)
    budget.use(owner: number, [(3, 60)])
    #expect(owner.evicted == [1, 2, 0] && budget.bytes == 90)
    budget.remove(owner: number)
    #expect(budget.bytes == 0)
  }

  @Test func anOwnerIsNotKeptAlive() {
    let budget = CacheBudget(limit: 100)
    var owner: Owner? = Owner()
    weak let released = owner
    _ = budget.admit(owner!)
    owner = nil
    #expect(released == nil)
  }

  @Test func theNewestEntryStaysHoweverLarge() {
    let budget = CacheBudget(limit: 100)
    let owner = Owner()
    let number = budget.admit(owner)
    budget.use(owner: number, [(1, 10), (2, 500)])
    #expect(owner.evicted == [1] && budget.bytes == 500)
  }

  @Test func anOwnerIsRemovedWithoutVisitingEntries() {
    let budget = CacheBudget(limit: .max)
    let owners = (0..<100).map { _ in Owner() }
    let numbers = owners.map { budget.admit($0) }
    for number in numbers { budget.use(owner: number, (UInt32(0)..<1_000).map { ($0, 10) }) }
    for number in numbers[..<50] { budget.remove(owner: number) }
    #expect(budget.bytes == 500_000 && budget.entryCount == 100_000 && budget.forgotten == 0)
    // Each use forgets a few entries, until none of the removed owners is left.
    for uses in 1...(50_000 / CacheBudget.swept) {
      budget.use(owner: numbers[99], [(0, 10)])
      #expect(budget.forgotten == UInt64(uses * CacheBudget.swept))
    }
    #expect(budget.entryCount == 50_000 && budget.bytes == 500_000)
    budget.use(owner: numbers[99], [(0, 10)])
    #expect(budget.forgotten == 50_000)
    // Nothing was evicted, and a removed owner has no entries.
    budget.use(owner: numbers[0], [(7, 10)])
    #expect(budget.evictions == 0 && budget.entryCount == 50_000)
  }

  /// A list of all entries, the newest last.
  private struct Model {
    var entries: [(owner: Int, lineage: UInt32, bytes: Int)] = []
    var evicted: [[UInt32]]
    let limit: Int

    var bytes: Int { entries.reduce(0) { $0 + $1.bytes } }

    mutating func use(_ owner: Int, _ lineage: UInt32, _ bytes: Int) {
      let known = entries.firstIndex { $0.owner == owner && $0.lineage == lineage }
      if let known { entries.remove(at: known) }
      if known != nil || bytes > 0 { entries.append((owner, lineage, bytes)) }
      while self.bytes > limit, entries.count > 1 {
        let first = entries.removeFirst()
        evicted[first.owner].append(first.lineage)
      }
    }
  }

  @Test func entriesAreEvictedInTheOrderOfTheirUse() {
    let budget = CacheBudget(limit: 1_000)
    let owners = (0..<6).map { _ in Owner() }
    var numbers = owners.map { budget.admit($0) }
    var model = Model(evicted: Array(repeating: [], count: 6), limit: 1_000)
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<20_000 {
      let owner = random(6)
      if random(40) == 0 {
        budget.remove(owner: numbers[owner])
        model.entries.removeAll { $0.owner == owner }
        numbers[owner] = budget.admit(owners[owner])
      } else {
        let (lineage, bytes) = (UInt32(random(20)), random(8) * 12)
        budget.use(owner: numbers[owner], [(lineage, bytes)])
        model.use(owner, lineage, bytes)
      }
      #expect(budget.bytes == model.bytes)
    }
    #expect(owners.map(\.evicted) == model.evicted)
    #expect(budget.evictions == UInt64(model.evicted.reduce(0) { $0 + $1.count }))
  }
}
