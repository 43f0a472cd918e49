import CFaults
import Foundation
import Testing

@testable import CellStore

/// A file system layer that fails when the test wants.
final class FaultLayer {
  let name = "faults-\(UUID().uuidString)"

  init() { faults_register(name) }

  /// Fails the calls of a kind from this number on.
  func fail(_ kind: FaultKind, at call: Int = 1, count: Int = 1) {
    faults_set(name, kind, Int32(clamping: call), Int32(clamping: count))
  }

  /// Lets nothing reach the files any more, as if the process was killed.
  func kill() { fail(FAULT_IO, count: Int.max) }

  func mend() { fail(FAULT_NONE) }

  var hasFailed: Bool { faults_happened(name) != 0 }
}

/// How often arbitrary tests are repeated: `CELLD_REPETITIONS`.
let repetitions = ProcessInfo.processInfo.environment["CELLD_REPETITIONS"].flatMap(Int.init) ?? 20

/// Errors of the disk: docs/store.md, "Errors of the disk".
@Suite struct FaultTests {
  private var limits: StoreLimits {
    var limits = StoreLimits()
    limits.firstRetry = 1_000_000
    limits.longestRetry = 4_000_000
    return limits
  }

  static let kinds: [(name: String, kind: FaultKind)] = [
    ("full", FAULT_FULL), ("error", FAULT_IO), ("short", FAULT_SHORT), ("sync", FAULT_SYNC),
    ("read", FAULT_READ),
  ]

  /// Changes two sessions until each change is stored.
  ///
  /// - Returns: the texts of both sessions.
  private func work(_ store: RunningStore) -> [Int64: [String]] {
    var texts: [Int64: [String]] = [1: [], 2: []]
    for round in 1...6 {
      var tickets: [(id: Int64, text: String, ticket: UInt64)] = []
      for id in Int64(1)...2 {
        let level = Durability.local[1 + (round + Int(id)) % 2]
        for index in 0..<3 {
          let text = "\(round).\(index)" + String(repeating: "x", count: 900)
          tickets.append((id, text, store.append([text], to: id, revision: UInt64(round), level: level)))
        }
      }
      for (id, text, ticket) in tickets where store.isStored(ticket) { texts[id]?.append(text) }
      if round == 3 {
        while !store.isStored(store.snapshot(texts[1] ?? [], of: 1, revision: UInt64(round))) {}
      }
    }
    return texts
  }

  @Test(arguments: kinds.map(\.name))
  func noStoredChangeIsLost(name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name }).kind
    var call = 1
    var hasFailed = true
    while hasFailed {
      let folder = StoreFolder()
      let layer = FaultLayer()
      faults_track(layer.name)
      var texts: [Int64: [String]] = [:]
      try folder.withStore(limits: limits, vfs: layer.name) { store throws in
        for id in Int64(1)...2 { store.create(id) }
        layer.fail(kind, at: call, count: 1 + call % 3)
        texts = work(store)
        hasFailed = layer.hasFailed
        layer.mend()
        while !store.isStored(store.append(["end"], to: 1, revision: 7)) {}
        texts[1]?.append("end")
        for id in Int64(1)...2 { #expect(try store.texts(id) == texts[id], "\(name) \(call)") }
        #expect(store.reports.hasOneEndForEach, "\(name) \(call)")
        #expect(store.store.statistics.waiting == 0)
      }
      try folder.withStore(boot: "boot-2", vfs: layer.name) { store throws in
        #expect(store.opening.notes.isEmpty, "\(name) \(call)")
        for id in Int64(1)...2 { #expect(try store.texts(id) == texts[id], "\(name) \(call)") }
      }
      call += 1
    }
    #expect(call > (name == "read" ? 1 : 5))
  }

  @Test(arguments: kinds.map(\.name))
  func aStartThatFailsLosesNothing(name: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name }).kind
    let folder = StoreFolder()
    let first = FaultLayer()
    let store = try RunningStore(folder.path, limits: limits, vfs: first.name)
    for id in Int64(1)...2 { store.create(id, level: id == 1 ? .memory : .synced) }
    let texts = work(store)
    first.kill()
    store.close(isOrderly: false)
    var call = 1
    var hasFailed = true
    while hasFailed {
      let copy = try folder.copy()
      let layer = FaultLayer()
      faults_track(layer.name)
      layer.fail(kind, at: call)
      do {
        let store = try RunningStore(copy.path, limits: limits, vfs: layer.name)
        for id in Int64(1)...2 { #expect(try store.session(id).damage == nil) }
        hasFailed = layer.hasFailed
        layer.mend()
        store.close(isOrderly: false)
      } catch is StoreError {
        hasFailed = layer.hasFailed
        layer.mend()
      }
      try copy.withStore(vfs: layer.name) { store throws in
        for id in Int64(1)...2 { #expect(try store.texts(id) == texts[id], "\(name) \(call)") }
      }
      call += 1
    }
    #expect(call > 2)
  }

  /// Submits changes until something fails.
  private func pipeline(_ store: RunningStore, seed: Int, stop: () -> Void) -> [(
    id: Int64, text: String, ticket: UInt64
  )] {
    var tickets: [(id: Int64, text: String, ticket: UInt64)] = []
    for round in 0..<(20 + seed % 60) {
      for id in Int64(1)...2 {
        let text = "\(round)" + String(repeating: "x", count: (seed * 37 + round * 101) % 3000)
        let ticket = store.append(
          [text], to: id, revision: UInt64(round + 1), level: id == 1 ? .written : .synced)
        tickets.append((id, text, ticket))
      }
      if round % 7 == seed % 7, let last = tickets.last { _ = store.isStored(last.ticket) }
    }
    stop()
    return tickets
  }

  @Test func killsAndPowerCuts() throws {
    for seed in 0..<repetitions {
      for isCut in [false, true] {
        let folder = StoreFolder()
        let layer = FaultLayer()
        faults_track(layer.name)
        let store = try RunningStore(folder.path, vfs: layer.name)
        for id in Int64(1)...2 { store.create(id, level: id == 1 ? .written : .synced) }
        let lives = try (Int64(1)...2).map { try folder.text("SELECT life FROM session WHERE id = \($0)") }
        let tickets = pipeline(store, seed: seed) { layer.kill() }
        store.close(isOrderly: false)
        if isCut { #expect(faults_cut(layer.name) >= 0) }
        layer.mend()
        try folder.withStore(boot: isCut ? "boot-2" : "boot-1", vfs: layer.name) { store throws in
          for id in Int64(1)...2 {
            let own = tickets.filter { $0.id == id }
            let found = try store.texts(id)
            #expect(found == own.prefix(found.count).map(\.text))
            let session = try store.session(id)
            #expect(session.damage == nil)
            let isNew = session.life != lives[Int(id) - 1]
            #expect(isNew == (isCut && id == 1))
            #expect(session.revision % (1 << 32) == UInt64(found.count))
          }
        }
        for id in Int64(1)...2 where !isCut || id == 2 {
          let count = tickets.count { entry in
            entry.id == id
              && store.reports.all(entry.ticket).contains { if case .stored = $0 { true } else { false } }
          }
          try folder.withStore(boot: "boot-2", vfs: layer.name) { store throws in
            #expect(try store.texts(id).count >= count, "seed \(seed)")
          }
        }
      }
    }
  }

  @Test func theStoreIsAwayUntilTheErrorIsGone() throws {
    let folder = StoreFolder()
    let layer = FaultLayer()
    try folder.withStore(limits: limits, vfs: layer.name) { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      layer.fail(FAULT_FULL, count: Int.max)
      guard case .refused(let error) = store.reports.outcome(store.append(["b"], to: 1, revision: 2)) else {
        Issue.record("A full disk took a change.")
        return
      }
      #expect(error.description.contains("is full. Free some space.") && error.retryAfter != nil)
      store.reports.wait(for: "away")
      #expect(store.store.statistics.isAway && store.store.statistics.lastError != nil)
      #expect(!store.isStored(store.append(["c"], to: 1, revision: 2)))
      #expect(try store.texts(1) == ["a"])
      layer.mend()
      store.reports.wait(for: "back")
      #expect(store.isStored(store.append(["d"], to: 1, revision: 2)))
      #expect(try store.texts(1) == ["a", "d"])
      #expect(!store.store.statistics.isAway && store.store.statistics.waiting == 0)
    }
    try folder.withStore { store throws in #expect(try store.texts(1) == ["a", "d"]) }
  }

  /// A change can come after the store is back, but be based on one that was refused before.
  @Test func whatDoesNotKnowOfAnOutageIsRefused() throws {
    let folder = StoreFolder()
    let layer = FaultLayer()
    try folder.withStore(limits: limits, vfs: layer.name) { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      layer.fail(FAULT_FULL, count: Int.max)
      #expect(!store.isStored(store.append(["b"], to: 1, revision: 2)))
      layer.mend()
      store.reports.wait(for: "back")
      #expect(!store.isStored(store.append(["c"], to: 1, revision: 3, outages: 0)))
      #expect(!store.isStored(store.snapshot(["a", "b"], of: 1, revision: 2, outages: 0)))
      #expect(store.isStored(store.append(["d"], to: 1, revision: 2)))
      #expect(try store.texts(1) == ["a", "d"])
    }
    try folder.withStore { store throws in #expect(try store.texts(1) == ["a", "d"]) }
  }

  @Test func theLevelMemoryIsDroppedAndCured() throws {
    let folder = StoreFolder()
    let layer = FaultLayer()
    try folder.withStore(limits: limits, vfs: layer.name) { store throws in
      store.create(1, level: .memory)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1, level: .memory)))
      layer.fail(FAULT_FULL, count: Int.max)
      let dropped = store.append(["b"], to: 1, revision: 2, level: .memory) {
        $0.settings = Array("[7]".utf8)
      }
      guard case .dropped = store.reports.outcome(dropped) else {
        Issue.record("A change at the level memory was not dropped.")
        return
      }
      layer.mend()
      store.reports.wait(for: "back")
      guard case .dropped = store.reports.outcome(store.append(["c"], to: 1, revision: 3, level: .memory))
      else {
        Issue.record("A change after a dropped one was taken.")
        return
      }
      #expect(!store.isStored(store.append(["x"], to: 1, revision: 4, level: .written)))
      let cure = store.snapshot(["a", "b", "c"], of: 1, revision: 3)
      let after = store.append(["d"], to: 1, revision: 4, level: .memory)
      #expect(store.isStored(cure) && store.isStored(after))
      #expect(store.reports.settled.suffix(2) == [cure, after])
      #expect(try store.texts(1) == ["a", "b", "c", "d"])
    }
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["a", "b", "c", "d"])
      #expect(try store.session(1).settings == Array("[7]".utf8))
      #expect(store.opening.notes.isEmpty)
    }
  }

  @Test func anEndWithDroppedChangesIsUnclean() throws {
    let folder = StoreFolder()
    let layer = FaultLayer()
    let store = try RunningStore(folder.path, limits: limits, vfs: layer.name)
    store.create(1, level: .memory)
    layer.fail(FAULT_FULL, count: Int.max)
    _ = store.reports.outcome(store.append(["b"], to: 1, revision: 1, level: .memory))
    layer.mend()
    store.reports.wait(for: "back")
    store.close()
    store.reports.wait(for: "closed")
    try folder.withStore { store throws in #expect(try store.session(1).revision == 1 << 32) }
  }

  @Test func afterAnUnknownCommitTheStoreIsRead() throws {
    for call in 1...12 {
      let folder = StoreFolder()
      let layer = FaultLayer()
      try folder.withStore(limits: limits, vfs: layer.name) { store throws in
        store.create(1, level: .synced)
        layer.fail(FAULT_SYNC, at: call)
        var stored: [String] = []
        for index in 0..<12 {
          let ticket = store.append(["\(index)"], to: 1, revision: UInt64(index + 1), level: .synced)
          if store.isStored(ticket) { stored.append("\(index)") }
          if store.reports.all(ticket).count > 1 { #expect(store.reports.names.contains("away")) }
        }
        #expect(layer.hasFailed)
        #expect(try store.texts(1) == stored)
      }
    }
  }
}
