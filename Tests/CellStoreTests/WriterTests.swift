import Foundation
import Testing

@testable import CellStore

@Suite struct WriterTests {
  let folder = StoreFolder()

  @Test func outcomesHaveTheOrderOfTheirSession() throws {
    try folder.withStore { store throws in
      for id in 1...20 { store.create(Int64(id)) }
      var tickets: [Int64: [UInt64]] = [:]
      for revision in 1...200 {
        for id in Int64(1)...20 {
          let ticket = store.append(["\(revision)"], to: id, revision: UInt64(revision), user: UInt32(id % 3))
          tickets[id, default: []].append(ticket)
        }
      }
      for id in Int64(1)...20 { #expect(store.isStored(tickets[id]?.last ?? 0)) }
      let order = store.reports.settled
      for found in tickets.values {
        let own = Set(found)
        #expect(order.filter { own.contains($0) } == found)
      }
      #expect(store.store.statistics.waiting == 0 && store.store.statistics.records == 4000)
      #expect(store.store.statistics.commits < 4020)
      #expect(try store.texts(20) == (1...200).map { "\($0)" })
    }
  }

  @Test func aLargeChangeDoesNotDelayOthers() throws {
    try folder.withStore { store throws in
      store.create(1)
      store.create(2)
      let gate = Gate()
      // The writer waits while the others arrive.
      let first = store.submit(.change(StoredChange(session: 1, records: gate.records(["a"]))))
      gate.waitForWriter()
      let large = store.append(
        (0..<200).map { "\($0)" + String(repeating: "x", count: 50_000) }, to: 1, revision: 2)
      let after = store.append(["z"], to: 1, revision: 3)
      let small = store.append(["b"], to: 2, revision: 1, user: 2)
      gate.open()
      for ticket in [first, large, after, small] { #expect(store.isStored(ticket)) }
      let order = store.reports.settled.suffix(4)
      #expect(Array(order) == [first, small, large, after])
      #expect(try store.texts(1).count == 202)
    }
  }

  @Test func whatArrivesDuringACommitIsOneCommit() throws {
    try folder.withStore { store throws in
      for id in Int64(1)...50 { store.create(id) }
      let gate = Gate()
      store.submit(.change(StoredChange(session: 1, records: gate.records(["a"]))))
      gate.waitForWriter()
      let tickets = (Int64(1)...50).map { store.append(["b"], to: $0, revision: 2) }
      gate.open()
      #expect(tickets.allSatisfy { store.isStored($0) })
      #expect(store.reports.groups.contains { Set($0) == Set(tickets) })
    }
  }

  @Test func oneSyncIsForAll() throws {
    try folder.withStore { store throws in
      for id in Int64(1)...10 { store.create(id) }
      let gate = Gate()
      store.submit(.change(StoredChange(session: 1, records: gate.records(["a"]))))
      gate.waitForWriter()
      let tickets = (Int64(1)...10).map {
        store.append(["b"], to: $0, revision: 2, level: $0 == 5 ? .synced : .written)
      }
      gate.open()
      #expect(tickets.allSatisfy { store.isStored($0) })
      #expect(store.store.statistics.syncs == 1)
      let mark = try #require(
        Mark(line: Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "-mark")))))
      #expect(mark.synced == 11 && mark.last == 11)
    }
  }

  @Test func theEndRefusesWhatComesTooLate() throws {
    let gate = Gate()
    let store = try RunningStore(folder.path)
    store.create(1)
    let first = store.submit(.change(StoredChange(session: 1, records: gate.records(["a"]))))
    gate.waitForWriter()
    let large = store.append(
      (0..<100).map { "\($0)" + String(repeating: "x", count: 50_000) }, to: 1, revision: 2)
    store.store.close(within: 0)
    gate.open()
    store.store.waitForEnd()
    #expect(store.isStored(first) && !store.isStored(large))
    store.reports.wait(for: "closed")
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["a"])
      #expect(try store.session(1).revision == 1)
    }
  }

  @Test func closingStoresWhatIsQueued() throws {
    let store = try RunningStore(folder.path)
    store.create(1, level: .memory)
    var last: UInt64 = 0
    for revision in UInt64(1)...500 {
      last = store.append(["\(revision)"], to: 1, revision: revision, level: .memory)
    }
    let snapshot = store.snapshot((1...500).map { "\($0)" }, of: 1, revision: 500)
    store.close()
    #expect(store.isStored(last) && store.isStored(snapshot))
    store.reports.wait(for: "closed in order")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "-wal"))
    try folder.withStore(boot: nil) { store throws in
      #expect(try store.session(1).revision == 500)
      #expect(try store.texts(1).count == 500)
      #expect(store.opening.notes.isEmpty)
    }
  }

  /// Prints the records that 50 clients store in a second, if `CELLD_MEASURE` is set.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CELLD_MEASURE"] != nil))
  func rate() throws {
    for level in [Durability.written, .synced] {
      for depth in [1, 16] {
        let folder = StoreFolder()
        try folder.withStore { store throws in
          for id in Int64(1)...50 { store.create(id, level: level) }
          let text = String(repeating: "x", count: 600)
          let rounds = level == .synced ? 400 : 2000
          let begin = Date()
          for round in 0..<rounds {
            var last: UInt64 = 0
            for id in Int64(1)...50 {
              for deep in 0..<depth {
                last = store.append([text], to: id, revision: UInt64(round * depth + deep + 1), level: level)
              }
            }
            _ = store.isStored(last)
          }
          let seconds = Date().timeIntervalSince(begin)
          print("\(level), \(depth) in flight each: \(Int(Double(rounds * 50 * depth) / seconds)) records/s")
        }
      }
    }
  }
}

/// Records whose first one waits until the gate is open.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false
  private var isReached = false

  func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits until the writer waits for the gate.
  func waitForWriter() {
    condition.withLock {
      while !isReached { condition.wait() }
    }
  }

  fileprivate func wait() {
    condition.withLock {
      isReached = true
      condition.broadcast()
      while !isOpen { condition.wait() }
    }
  }

  func records(_ texts: [String]) -> some IteratorProtocol<StoredRecord> & Sendable {
    GatedRecords(gate: self, texts: texts[...])
  }
}

private struct GatedRecords: IteratorProtocol, Sendable {
  let gate: Gate
  var texts: ArraySlice<String>

  mutating func next() -> StoredRecord? {
    gate.wait()
    return texts.popFirst().map {
      StoredRecord(revision: 1, cells: 1, bytes: 1, json: Array("\"\($0)\"".utf8))
    }
  }
}
