import Foundation
import Testing

@testable import CellStore

/// `celld --check-store` and `celld --copy-store`.
@Suite struct CopyTests {
  let folder = StoreFolder()

  /// Three sessions: one with a snapshot, one without, and one with a large change.
  private func fill() throws {
    try folder.withStore { store throws in
      for id in Int64(1)...4 { store.create(id) }
      store.append(["a"], to: 1, revision: 1)
      #expect(store.isStored(store.snapshot(["A"], of: 1, revision: 1)))
      store.append(["b"], to: 1, revision: 2) { $0.settings = Array("[1]".utf8) }
      store.append(["c"], to: 2, revision: 1)
      store.append(["d", "e", "f"], to: 2, revision: 2)
      store.append(["g"], to: 2, revision: 3)
      store.submit(.delete(session: 4))
    }
  }

  private func copied() throws -> (folder: StoreFolder, notes: [String]) {
    let other = StoreFolder()
    return (other, try StoreCopy.run(from: .file(folder.path), to: .file(other.path)))
  }

  @Test func aSoundStoreHasNoFindings() throws {
    try fill()
    let result = try StoreCheck.run(.file(folder.path))
    #expect(result.findings.isEmpty)
    #expect(result.summary.hasPrefix("3 of 3 sessions are whole"))
  }

  @Test func aStoreInUseIsRefused() throws {
    try folder.withStore { _ in
      #expect(throws: StoreError.self) { try StoreCheck.run(.file(folder.path)) }
      #expect(throws: StoreError.self) {
        try StoreCopy.run(from: .file(folder.path), to: .file(folder.path + "-2"))
      }
    }
    #expect(throws: StoreError.self) { try StoreCheck.run(.file(folder.path + "-3")) }
    #expect(throws: StoreError.self) { try StoreCopy.run(from: .file(folder.path), to: .file(folder.path)) }
  }

  @Test func aBackupCanBeReadWhileTheStoreIsInUse() throws {
    try fill()
    try folder.withStore { store throws in
      try folder.sql("VACUUM INTO '\(folder.folder)/backup.db'")
      #expect(try StoreCheck.run(.file(folder.folder + "/backup.db")).findings.isEmpty)
    }
  }

  @Test func aCopyHasTheSameSessionsWithNewLives() throws {
    try fill()
    let lives = try folder.withStore {
      Dictionary(uniqueKeysWithValues: $0.opening.sessions.map { ($0.id, $0.life) })
    }
    let (other, notes) = try copied()
    #expect(notes == ["3 of 3 sessions were copied."])
    #expect(try StoreCheck.run(.file(other.path)).findings.isEmpty)
    try other.withStore { store throws in
      #expect(store.opening.sessions.map(\.id) == [1, 2, 3])
      for session in store.opening.sessions {
        #expect(session.life != lives[session.id] && session.damage == nil)
      }
      #expect(try store.texts(1) == ["A", "b"])
      #expect(try store.texts(2) == ["c", "d", "e", "f", "g"])
      #expect(try store.texts(3).isEmpty)
      #expect(try store.session(1).settings == Array("[1]".utf8))
      #expect(try store.session(2).revision % (1 << 32) == 3)
      #expect(store.opening.starts > 2)
    }
  }

  @Test func aCopyIsNotWrittenBesideTheLogOfAnEarlierStore() throws {
    try fill()
    let killed = StoreFolder()
    let earlier = StoreFolder()
    try earlier.withStore { store throws in
      store.create(1, "earlier")
      #expect(store.isStored(store.append(["x"], to: 1, revision: 1)))
      try FileManager.default.copyItem(atPath: earlier.path + "-wal", toPath: killed.path + "-wal")
    }
    let error = try #require(throws: StoreError.self) {
      try StoreCopy.run(from: .file(folder.path), to: .file(killed.path))
    }
    #expect(error.description.contains("\(killed.path)-wal belongs to an earlier store"))
    #expect(!FileManager.default.fileExists(atPath: killed.path))
  }

  @Test func aBackupInThePlaceOfAStoreIsServedWithoutItsLog() throws {
    try fill()
    let killed = try folder.withStore { store in
      try folder.sql("VACUUM INTO '\(folder.folder)/backup.db'")
      store.create(5, "later")
      #expect(store.isStored(store.append(["x"], to: 5, revision: 1)))
      return try folder.copy()
    }
    #expect(rename(folder.folder + "/backup.db", killed.path) == 0)
    try killed.withStore { store throws in
      #expect(store.opening.sessions.map(\.id) == [1, 2, 3])
      #expect(try store.texts(1) == ["A", "b"])
      #expect(store.opening.notes.contains { $0.hasPrefix("The file \(killed.path) was replaced.") })
    }
    #expect(FileManager.default.fileExists(atPath: killed.path + ".replaced-1-wal"))
  }

  /// Its log is deleted, and another file can get the inode.
  @Test func aMarkNamesALogAsLongAsItIsThere() throws {
    try folder.withStore { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      #expect(Mark.read(beside: folder.path)?.logInode != nil)
    }
    let mark = try #require(Mark.read(beside: folder.path))
    #expect(mark.inode == folder.inode && mark.logInode == nil)
  }

  @Test func aDamagedSessionIsCopiedUpToItsDamage() throws {
    try fill()
    try folder.sql("UPDATE log SET record = '\"x\"' WHERE session = 2 AND number = 3")
    let findings = try StoreCheck.run(.file(folder.path)).findings
    #expect(findings.count == 1 && findings[0].contains("Record 3 is missing, or does not fit its check."))
    let (other, notes) = try copied()
    #expect(notes.count == 2 && notes[0].hasPrefix("The session \"s2\" is copied up to its damage."))
    try other.withStore { store throws in
      #expect(try store.texts(2) == ["c"])
      #expect(try store.session(2).revision % (1 << 32) == 1)
    }
    // The store itself refuses the session, remembers why, and lets it be deleted.
    try folder.withStore { store throws in
      #expect(throws: StoreError.self) { try store.texts(2) }
      #expect(try store.texts(1) == ["A", "b"])
      while store.store.statistics.damaged == 0 {}
      #expect(!store.isStored(store.append(["h"], to: 2, revision: 4)))
    }
    try folder.withStore { store throws in
      #expect(try store.session(2).damage?.contains("Record 3 is missing") == true)
      #expect(store.isStored(store.submit(.delete(session: 2))))
      store.create(7, "s2")
      // The records go to `kept` when they are the first ones of the log.
      #expect(store.isStored(store.snapshot(["A", "b"], of: 1, revision: 2)))
      while try folder.integer("SELECT count(*) FROM kept") < 5 {}
    }
    try folder.withStore { #expect($0.opening.sessions.map(\.id) == [1, 3, 7]) }
  }
}
