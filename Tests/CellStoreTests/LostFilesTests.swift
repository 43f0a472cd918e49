import Foundation
import Glibc
import Testing

@testable import CellStore

/// Rule F5 of docs/store.md: what is answered can be found.
@Suite struct LostFilesTests {
  private let folder = StoreFolder()

  private func fill(_ folder: StoreFolder) throws {
    try folder.withStore { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
    }
  }

  private static let fates: [(name: String, act: @Sendable (String) throws -> Void)] = [
    ("removed", { unlink($0) }),
    ("moved", { rename($0, $0 + "-old") }),
    (
      "replaced",
      { path in
        try FileManager.default.copyItem(atPath: path, toPath: path + "-copy")
        rename(path + "-copy", path)
      }
    ),
    ("truncated", { truncate($0, 100) }),
  ]

  private var limits: StoreLimits {
    var limits = StoreLimits()
    limits.lookNanoseconds = 1_000_000
    limits.firstRetry = 1_000_000
    return limits
  }

  /// - Parameter isBusy: whether a change comes first, or the regular look.
  @Test(arguments: ["", "-wal", "-mark"], fates.map(\.name))
  func nothingIsStoredAfterAFileIsGone(ending: String, fate: String) throws {
    let act = try #require(Self.fates.first { $0.name == fate }).act
    for isBusy in ending == "-mark" ? [false] : [true, false] {
      let folder = StoreFolder()
      var stored = ["a"]
      var limits = limits
      if isBusy { limits.lookNanoseconds = 1_000_000_000_000 }
      try folder.withStore(limits: limits, isOrderly: false) { store throws in
        store.create(1)
        #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
        try act(folder.path + ending)
        if !isBusy { store.reports.wait(for: "away") }
        for revision in UInt64(2)...4 where store.isStored(store.append(["b"], to: 1, revision: revision)) {
          stored.append("b")
        }
        store.reports.wait(for: "away")
        let error = try #require(store.store.statistics.lastError)
        #expect(error.retryAfter == nil && error.description.contains(folder.path + ending))
        #expect(error.description.contains("cellctl export"))
        #expect(store.store.statistics.isAway && !store.reports.names.contains("back"))
        #expect(store.reports.names.count { $0 == "away" } == 1)
      }
      #expect(stored == ["a"], "\(fate), \(isBusy)")
    }
  }

  @Test func aFolderThatIsMovedTakesNoChanges() throws {
    let moved = folder.folder + "-moved"
    defer { try? FileManager.default.removeItem(atPath: moved) }
    try folder.withStore { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      #expect(try store.texts(1) == ["a"])
      #expect(rename(folder.folder, moved) == 0)
      #expect(!store.isStored(store.append(["b"], to: 1, revision: 2)))
      // The file is still open.
      #expect(try store.texts(1) == ["a"])
    }
    let store = try RunningStore(moved + "/store.db")
    #expect(try store.texts(1).first == "a")
    store.close()
  }

  /// A file that is away for another reason is looked at before it is opened again.
  @Test func anotherFileIsNotTakenForOneThatWasAway() throws {
    let layer = FaultLayer()
    let other = StoreFolder()
    try fill(other)
    try folder.withStore(limits: limits, vfs: layer.name, isOrderly: false) { store throws in
      store.create(1)
      layer.kill()
      let first = store.append(["a"], to: 1, revision: 1)
      store.reports.wait(for: "away")
      #expect(rename(other.path, folder.path) == 0)
      layer.mend()
      #expect(!store.isStored(first) && !store.isStored(store.append(["b"], to: 1, revision: 1)))
      while store.store.statistics.lastError?.retryAfter != nil { usleep(1000) }
      #expect(store.store.statistics.lastError?.description.contains("was replaced") == true)
    }
    #expect(try other.integerAt(folder.path, "SELECT count(*) FROM log") == 1)
  }

  /// Other programs can read the file and shorten its log, as SQLite's rules permit.
  @Test func shorterFilesOfSQLiteAreNotLost() throws {
    try folder.withStore(limits: limits) { store throws in
      store.create(1)
      for revision in UInt64(1)...30 {
        let text = String(repeating: "x", count: 20_000)
        #expect(store.isStored(store.append([text], to: 1, revision: revision)))
        try folder.sql(
          revision % 2 == 0 ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA wal_checkpoint(RESTART)")
      }
      try folder.sql("DELETE FROM kept; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(store.isStored(store.append(["last"], to: 1, revision: 31)))
      usleep(10_000)
      #expect(store.isStored(store.append(["end"], to: 1, revision: 32)))
      #expect(try store.texts(1).count == 32 && store.reports.names.isEmpty)
    }
  }

  @Test func anotherWriterEndsTheChanges() throws {
    try folder.withStore(limits: limits, isOrderly: false) { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      try folder.sql(
        """
        INSERT INTO log SELECT seq + 1, session, number + 1, part, last, revision, cells, bytes, format, size,
        "check", record FROM log ORDER BY seq DESC LIMIT 1
        """)
      for revision in UInt64(2)...3 {
        #expect(!store.isStored(store.append(["b"], to: 1, revision: revision)))
      }
      store.reports.wait(for: "away")
      let error = try #require(store.store.statistics.lastError)
      #expect(error.retryAfter == nil && error.description.contains("another program writes the file"))
    }
  }
}

extension StoreFolder {
  fileprivate func integerAt(_ path: String, _ query: String) throws -> Int64 {
    try Schema.integer(query, of: Connection(path: path, access: .read))
  }
}
