import Foundation
import Locks
import Testing

@testable import CellStore

/// Rules S1 to S4 of docs/store.md.
@Suite struct SnapshotTests {
  let folder = StoreFolder()

  @Test func aSnapshotReplacesTheRecordsBefore() throws {
    try folder.withStore { store throws in
      store.create(1)
      store.append(["a"], to: 1, revision: 1)
      let snapshot = store.snapshot(["A", "B", "C"], of: 1, revision: 1)
      store.append(["d"], to: 1, revision: 2)
      store.append(["e"], to: 1, revision: 3)
      #expect(store.isStored(snapshot))
      #expect(try store.texts(1) == ["A", "B", "C", "d", "e"])
      while try folder.integer("SELECT min(seq) FROM log") != 2 {}
      #expect(try store.texts(1) == ["A", "B", "C", "d", "e"])
      #expect(store.store.statistics.snapshots == 1)
    }
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["A", "B", "C", "d", "e"])
      #expect(try store.session(1).revision == 3)
      #expect(store.isStored(store.snapshot(["F"], of: 1, revision: 3)))
      #expect(try store.texts(1) == ["F"])
      while try folder.integer("SELECT count(*) FROM part") != 1 {}
      while try folder.integer("SELECT count(*) FROM log") != 0 {}
    }
    try folder.withStore(isOrderly: false) { store throws in
      #expect(try store.texts(1) == ["F"])
      #expect(try store.session(1).revision == 3)
      store.append(["g"], to: 1, revision: 4)
      #expect(store.isStored(store.snapshot([], of: 1, revision: 4)))
      #expect(try store.texts(1).isEmpty)
    }
    try folder.withStore { store throws in
      #expect(try store.texts(1).isEmpty)
      #expect(store.opening.notes.isEmpty)
    }
  }

  @Test func anIncompleteSnapshotDoesNotCount() throws {
    let gate = Gate()
    let store = try RunningStore(folder.path)
    store.create(1)
    store.append(["a"], to: 1, revision: 1)
    let first = store.submit(.change(StoredChange(session: 1, records: gate.records(["b"]))))
    gate.waitForWriter()
    let snapshot = store.snapshot((0..<1000).map { "\($0)" }, of: 1, revision: 1)
    store.store.close(within: 0)
    gate.open()
    store.store.waitForEnd()
    #expect(store.isStored(first) && !store.isStored(snapshot))
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["a", "b"])
      while try folder.integer("SELECT count(*) FROM part") > 0 {}
      #expect(store.isStored(store.snapshot(["N"], of: 1, revision: 1)))
      #expect(try store.texts(1) == ["N"])
    }
  }

  /// A session that is loaded ahead can change meanwhile, after a request has loaded it.
  @Test func aSessionIsReadWholeWhileItChanges() throws {
    let count = 200
    try folder.withStore { store throws in
      store.create(1)
      let reads = ReadsMeanwhile(of: 1, in: store.store, until: count)
      for revision in 1...count {
        let change = store.append(["\(revision)"], to: 1, revision: UInt64(revision))
        try #require(store.isStored(change))
        guard revision.isMultiple(of: 10) else { continue }
        let texts = (1...revision).map { "\($0)" }
        try #require(store.isStored(store.snapshot(texts, of: 1, revision: UInt64(revision))))
      }
      #expect(reads.errors() == [])
    }
  }

  @Test func changesGoOnWhileASnapshotIsWritten() throws {
    try folder.withStore { store throws in
      store.create(1)
      store.create(2)
      let snapshot = store.snapshot((0..<500).map { "\($0)" }, of: 1, revision: 0)
      let other = store.append(["x"], to: 2, revision: 1)
      let own = store.append(["y"], to: 1, revision: 1)
      #expect(store.isStored(snapshot) && store.isStored(other) && store.isStored(own))
      #expect(store.reports.settled.last == snapshot)
      #expect(try store.texts(1) == (0..<500).map { "\($0)" } + ["y"])
    }
  }

  @Test func theSpaceIsBounded() throws {
    var limits = StoreLimits()
    limits.busyBytes = 200_000
    limits.idleNanoseconds = UInt64.max >> 2
    try folder.withStore(limits: limits) { store throws in
      store.create(1)
      store.create(2)
      store.append(["rest"], to: 2, revision: 1)
      var texts: [String] = []
      var highest = 0
      for revision in UInt64(1)...3000 {
        let text = "\(revision)" + String(repeating: "x", count: 5000)
        texts = Array((texts + [text]).suffix(3))
        let last = store.append([text], to: 1, revision: revision)
        guard revision % 100 == 0 else { continue }
        #expect(store.isStored(last))
        // The first record of the log is in the way, so its session is asked for as well.
        for id in [Int64(1), 2] {
          store.reports.waitForWish(of: id)
          let own = id == 1 ? texts : ["rest"]
          #expect(store.isStored(store.snapshot(own, of: id, revision: id == 1 ? revision : 1)))
          if id == 2 { store.append(["rest"], to: 2, revision: 2) }
        }
        highest = max(highest, store.store.statistics.fileBytes)
      }
      #expect(highest < 4_000_000 + Schema.checkpointFrames * Schema.pageSize)
    }
    #expect(try folder.integer("SELECT sum(size) FROM log") < 1_000_000)
    #expect(try folder.integer("PRAGMA page_count") * Int64(Schema.pageSize) < 2_500_000)
  }

  @Test func anIdleStoreAsksForSnapshots() throws {
    var limits = StoreLimits()
    limits.idleBytes = 100
    limits.idleNanoseconds = 1
    try folder.withStore(limits: limits) { store throws in
      store.create(1)
      store.append([String(repeating: "x", count: 200)], to: 1, revision: 1)
      store.reports.waitForWish(of: 1)
      let snapshot = store.snapshot([String(repeating: "x", count: 200)], of: 1, revision: 1)
      #expect(store.isStored(snapshot))
    }
  }

  @Test func aSnapshotOfADeletedSessionIsRefused() throws {
    try folder.withStore { store throws in
      store.create(1)
      let gate = Gate()
      store.submit(.change(StoredChange(session: 1, records: gate.records(["b"]))))
      gate.waitForWriter()
      let snapshot = store.snapshot((0..<100).map { "\($0)" }, of: 1, revision: 1)
      let deletion = store.submit(.delete(session: 1))
      gate.open()
      #expect(store.isStored(deletion) && !store.isStored(snapshot))
      while try folder.integer("SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM part)") > 0 {}
    }
  }
}

/// Reads a session of texts "1", "2" … again and again, on a thread of its own.
private final class ReadsMeanwhile: Sendable {
  private let found = Mutex<[String]>([])
  private let end = DispatchSemaphore(value: 0)

  /// - Parameter count: the texts with which it ends.
  init(of session: Int64, in store: SQLiteStore, until count: Int) {
    Thread { [self] in
      var last = 0
      while last < count, found.withLock({ $0.isEmpty }) {
        last = 0
        func add(_ json: [UInt8]) {
          last += 1
          if json != Array("\"\(last)\"".utf8) {
            found.withLock { $0.append("text \(last) is \(String(decoding: json, as: UTF8.self))") }
          }
        }
        do {
          try store.read(session, part: { add($0) }, record: { add($0.json) })
        } catch {
          found.withLock { $0.append("\(error)") }
        }
      }
      end.signal()
    }.start()
  }

  /// Waits for the last read.
  func errors() -> [String] {
    end.wait()
    return found.withLock { $0 }
  }
}
