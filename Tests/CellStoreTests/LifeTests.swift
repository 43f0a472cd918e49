import Foundation
import Testing

@testable import CellStore

/// Rule L3 of docs/store.md: a possible loss starts a new life.
@Suite struct LifeTests {
  /// A store with one session of each level, as a kill leaves it.
  private func killed() throws -> (folder: StoreFolder, lives: [Durability: String]) {
    let folder = StoreFolder()
    var lives: [Durability: String] = [:]
    try folder.withStore(isOrderly: false) { store throws in
      for (id, level) in zip(Int64(1)..., Durability.local) {
        store.create(id, level: level)
        #expect(store.isStored(store.append(["a\(id)"], to: id, revision: 1, level: level)))
        lives[level] = try folder.text("SELECT life FROM session WHERE id = \(id)")
      }
    }
    return (folder, lives)
  }

  /// Opens a store, and expects new lives for the sessions of these levels.
  private func expect(
    newLivesOf levels: [Durability], in folder: StoreFolder, _ lives: [Durability: String],
    boot: String? = "boot-1",
    note: String? = nil
  ) throws {
    try folder.withStore(boot: boot) { store throws in
      for (id, level) in zip(Int64(1)..., Durability.local) {
        let session = try store.session(id)
        let isNew = levels.contains(level)
        #expect((session.life != lives[level]) == isNew, "\(level)")
        #expect(session.revision == (isNew ? 1 << 32 + 1 : 1), "\(level)")
        #expect(session.damage == nil && session.cells == 1 && session.bytes == 10)
        #expect(try store.texts(id) == ["a\(id)"])
      }
      let notes = store.opening.notes.joined()
      if let note { #expect(notes.contains(note)) } else { #expect(notes.isEmpty) }
    }
    // The new lives are stored, and nothing was lost since.
    try folder.withStore(boot: "boot-9") { store throws in
      for (id, level) in zip(Int64(1)..., Durability.local) {
        #expect(try store.session(id).revision == (levels.contains(level) ? 1 << 32 + 1 : 1))
        #expect(try store.texts(id) == ["a\(id)"])
      }
    }
  }

  @Test func anUncleanEndLosesTheLevelMemory() throws {
    let (folder, lives) = try killed()
    try expect(newLivesOf: [.memory], in: folder, lives)
  }

  @Test func anotherBootLosesTheLevelWritten() throws {
    let (folder, lives) = try killed()
    try expect(newLivesOf: [.memory, .written], in: folder, lives, boot: "boot-2")
  }

  @Test func anUnknownBootIsAnotherOne() throws {
    let (folder, lives) = try killed()
    try expect(newLivesOf: [.memory, .written], in: folder, lives, boot: nil)
  }

  @Test func anOrderlyEndLosesNothing() throws {
    let (folder, _) = try killed()
    var lives: [Durability: String] = [:]
    try folder.withStore { store throws in
      for session in store.opening.sessions { lives[session.level] = session.life }
    }
    try folder.withStore(boot: "boot-2") { store throws in
      for session in store.opening.sessions { #expect(lives[session.level] == session.life) }
    }
  }

  @Test func aCopyHasNewLives() throws {
    let (folder, lives) = try killed()
    let note = "The store is a copy, or its mark is missing."
    try expect(newLivesOf: Durability.local, in: folder.copy(keepingMark: false), lives, note: note)
    let unmarked = try folder.copy()
    try FileManager.default.removeItem(atPath: unmarked.path + "-mark")
    try expect(newLivesOf: Durability.local, in: unmarked, lives, note: note)
    let other = try folder.copy()
    try other.changeMark { $0.store = "0" }
    try expect(newLivesOf: Durability.local, in: other, lives, note: note)
    let changed = try folder.copy()
    try changed.changeMark { $0.check = "0" }
    try expect(newLivesOf: Durability.local, in: changed, lives, note: note)
    let torn = try folder.copy()
    try Data("{\"store\":".utf8).write(to: URL(fileURLWithPath: torn.path + "-mark"))
    try expect(newLivesOf: Durability.local, in: torn, lives, note: note)
  }

  @Test func theMarkRevealsALostEnd() throws {
    let (folder, lives) = try killed()
    let note = "The end of the store is lost."
    let sameBoot = try folder.copy()
    try sameBoot.changeMark { $0.last += 1 }
    try expect(newLivesOf: Durability.local, in: sameBoot, lives, note: note)
    let powerCut = try folder.copy()
    try powerCut.changeMark { $0.last += 1 }
    try expect(newLivesOf: [.memory, .written], in: powerCut, lives, boot: "boot-2")
    let unsynced = try folder.copy()
    try unsynced.changeMark {
      $0.last += 1
      $0.synced = $0.last
    }
    try expect(newLivesOf: Durability.local, in: unsynced, lives, boot: "boot-2", note: note)
  }

  @Test func aMarkThatIsBehindIsNoLoss() throws {
    let (folder, lives) = try killed()
    let check = try folder.text("SELECT \"check\" FROM log WHERE seq = 2")
    try folder.changeMark {
      $0.last = 2
      $0.check = check
      $0.synced = 1
    }
    try expect(newLivesOf: [.memory], in: folder, lives)
  }

  @Test func aCutLogIsNoticed() throws {
    let (folder, _) = try killed()
    let all = try folder.copy()
    let size = try FileManager.default.attributesOfItem(atPath: all.path)[.size] as? Int ?? 0
    #expect(size > 0)
    // The level of a session, and the mark, decide about a record that is gone.
    try all.sql("DELETE FROM log WHERE seq = 3")
    try all.withStore { store throws in
      #expect(store.opening.notes.joined().contains("The end of the store is lost."))
      #expect(try store.session(3).revision == 1 << 32)
      #expect(try store.texts(3).isEmpty)
    }
  }

  @Test func theMarkIsOneLineOfJSON() throws {
    let mark = Mark(
      store: "9f20c1aa63d7be54", inode: 1_311_785, logInode: 1_311_790, last: 5021, check: "4be19d2c07f3a865",
      synced: 5003)
    #expect(Mark(line: mark.line) == mark && mark.line.count == 256)
    let text = String(decoding: mark.line, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"store":"9f20c1aa63d7be54","inode":1311785,"log":1311790,"last":5021,"check":"4be19d2c07f3a865","synced":5003,"#
      ))
    #expect(try JSONSerialization.jsonObject(with: Data(mark.line)) is [String: Any])
    for index in mark.line.indices {
      var line = mark.line
      line[index] ^= 1
      #expect(Mark(line: line) == nil)
      #expect(Mark(line: Array(mark.line[..<index])) == nil)
    }
  }
}
