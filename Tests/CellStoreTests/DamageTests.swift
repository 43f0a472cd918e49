import CFaults
import Foundation
import Testing

@testable import CellStore

/// Rules D1 to D5 of docs/store.md.
@Suite struct DamageTests {
  @Test(arguments: ["text", "damaged database", "database", "one byte"])
  func theFileOfAnotherProgramIsRefused(_ kind: String) throws {
    let folder = StoreFolder()
    switch kind {
    case "text": try "root:x:0:0\n".write(toFile: folder.path, atomically: true, encoding: .utf8)
    case "one byte": try "x".write(toFile: folder.path, atomically: true, encoding: .utf8)
    default:
      try "".write(toFile: folder.path, atomically: true, encoding: .utf8)
      try folder.sql("CREATE TABLE mine (a, b); INSERT INTO mine VALUES (1, 2)")
    }
    var content = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    if kind == "damaged database" {
      for index in 100..<content.count { content[index] = 0xFF }
      try content.write(to: URL(fileURLWithPath: folder.path))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
    for _ in 1...2 {
      let error = #expect(throws: StoreError.self) { try RunningStore(folder.path) }
      #expect(
        error?.description == "The file \(folder.path) is not a store of celld. Choose another --store.")
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == content)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
    #expect(Set(left).subtracting(files).isSubset(of: ["store.db-mark"]))
  }

  @Test func aFileInThePlaceOfAStoreIsRefused() throws {
    let folder = StoreFolder()
    try folder.withStore { $0.create(1, level: .synced) }
    try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-old")
    try "root:x:0:0\n".write(toFile: folder.path, atomically: true, encoding: .utf8)
    let error = #expect(throws: StoreError.self) { try RunningStore(folder.path) }
    #expect(error?.description == "The file \(folder.path) is not a store of celld. Choose another --store.")
    #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "root:x:0:0\n")
  }

  @Test func aNoteOfDamageBesideAnotherFileProvesNothing() throws {
    let folder = StoreFolder()
    try "notes\n".write(toFile: folder.path, atomically: true, encoding: .utf8)
    for note in ["", "inode 1\nmalformed\n"] {
      try note.write(toFile: folder.path + "-damaged", atomically: true, encoding: .utf8)
      #expect(throws: StoreError.self) { try RunningStore(folder.path) }
      #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "notes\n")
    }
  }

  @Test func aNoteOfDamageOnlyCountsForItsFile() throws {
    let folder = StoreFolder()
    try folder.withStore { store throws in
      store.create(1, level: .synced)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
    }
    DamageNote(inode: folder.inode + 1, message: "malformed").write(beside: folder.path)
    try folder.withStore { #expect($0.opening.notes.isEmpty) }
    #expect(DamageNote.read(beside: folder.path) == nil)
    DamageNote(inode: folder.inode, message: "malformed").write(beside: folder.path)
    try folder.withStore { store throws in
      #expect(
        store.opening.notes.first?.contains("SQLite reported damage while the store was served.") == true)
      #expect(try store.texts(1) == ["a"])
    }
    #expect(DamageNote.read(beside: folder.path) == nil)
  }

  @Test func aDamagedStoreKeepsItsLog() throws {
    let folder = StoreFolder()
    let killed = try folder.withStore { store throws in
      store.create(1, level: .synced)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      return try folder.copy()
    }
    let log = try Data(contentsOf: URL(fileURLWithPath: killed.path + "-wal"))
    try "old".write(toFile: killed.path + ".damaged-1-wal", atomically: true, encoding: .utf8)
    DamageNote(inode: killed.inode, message: "malformed").write(beside: killed.path)
    try killed.withStore { store throws in #expect(try store.texts(1) == ["a"]) }
    #expect(try String(contentsOfFile: killed.path + ".damaged-1-wal", encoding: .utf8) == "old")
    #expect(try Data(contentsOf: URL(fileURLWithPath: killed.path + ".damaged-2-wal")).count >= log.count)
  }

  @Test func whatIsNoFileIsRefused() throws {
    let error = #expect(throws: StoreError.self) { try RunningStore("/dev/null") }
    #expect(error?.description == "/dev/null is not a file. Choose another --store.")
    #expect(access("/dev/null-mark", F_OK) != 0)
  }

  /// A store with sessions of all kinds, as a kill leaves it, and their texts.
  private struct Sample {
    let folder = StoreFolder()
    var texts: [Int64: [String]] = [:]
    var lives: [Int64: String] = [:]

    init(checkpoint: Bool) throws {
      let layer = FaultLayer()
      faults_track(layer.name)
      let store = try RunningStore(folder.path, vfs: layer.name)
      for id in Int64(1)...6 { store.create(id, level: id == 6 ? .memory : .synced) }
      var last: UInt64 = 0
      for round in 1...20 {
        for id in Int64(1)...5 where round <= 4 * Int(id) {
          let text = "\(id).\(round)" + String(repeating: "x", count: (round * 331 * Int(id)) % 5000)
          texts[id, default: []].append(text)
          last = store.append([text], to: id, revision: UInt64(round))
        }
        if round == 10 {
          for id in [Int64(1), 3, 5] {
            #expect(
              store.isStored(
                store.snapshot(texts[id] ?? [], of: id, revision: UInt64(min(round, 4 * Int(id))))))
          }
          if checkpoint { try folder.sql("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
      }
      texts[6] = []
      #expect(store.isStored(last))
      layer.kill()
      store.close(isOrderly: false)
      layer.mend()
      for id in Int64(1)...6 {
        lives[id] = try folder.copy().text("SELECT life FROM session WHERE id = \(id)")
      }
    }

    /// Opens a damaged copy, and looks at all sessions.
    ///
    /// - Parameter missing: the sessions that an earlier start reported as lost.
    /// - Returns: the sessions that are lost now.
    @discardableResult
    func verify(
      _ copy: StoreFolder, _ layer: FaultLayer, _ comment: String, missing: Set<Int64> = []
    ) throws -> Set<Int64> {
      let store: RunningStore
      do { store = try RunningStore(copy.path, vfs: layer.name) } catch let error as StoreError {
        #expect(error.description.contains(copy.path), "\(comment)")
        return missing
      }
      defer { store.close() }
      let sessions = store.opening.sessions
      var missing = missing
      for id in Int64(1)...6 {
        guard let session = sessions.first(where: { $0.id == id }) else {
          #expect(
            missing.contains(id) || !store.opening.notes.isEmpty, "\(comment): session \(id) is missing")
          missing.insert(id)
          continue
        }
        guard session.damage == nil else { continue }
        #expect(
          session.name == "s\(id)" && session.owner == 1 && session.settings == Array("{}".utf8), "\(comment)"
        )
        guard let found = try? store.texts(id) else { continue }
        let expected = texts[id] ?? []
        if session.life == lives[id] {
          #expect(
            found == expected,
            "\(comment): session \(id) lost \(expected.count - found.count) of \(expected.count)")
          #expect(session.revision == UInt64(expected.count), "\(comment)")
        } else {
          #expect(found == Array(expected.prefix(found.count)), "\(comment): session \(id) has other texts")
          #expect(session.revision >= 1 << 32, "\(comment)")
        }
      }
      return missing
    }
  }

  private func damage(_ sample: Sample, _ suffix: String, _ comment: String, _ body: (inout Data) -> Void)
    throws
  {
    let copy = try sample.folder.copy()
    let url = URL(fileURLWithPath: copy.path + suffix)
    var data = try Data(contentsOf: url)
    body(&data)
    // In place, so that the inode stays.
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(data.count))
    try file.write(contentsOf: data)
    try file.close()
    let layer = FaultLayer()
    faults_track(layer.name)
    let missing = try sample.verify(copy, layer, comment)
    // The same is true at the next start.
    try sample.verify(copy, layer, comment + ", again", missing: missing)
  }

  @Test(arguments: [false, true])
  func flippedBits(hasCheckpoint: Bool) throws {
    let sample = try Sample(checkpoint: hasCheckpoint)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<(repetitions * 8) {
      let suffix =
        Int.random(in: 0..<20, using: &generator) == 0
        ? "-mark" : hasCheckpoint && Bool.random() ? "" : "-wal"
      let size = try Data(contentsOf: URL(fileURLWithPath: sample.folder.path + suffix)).count
      guard size > 0 else { continue }
      let offset = Int.random(in: 0..<size)
      let bit = UInt8.random(in: 0..<8)
      try damage(sample, suffix, "\(suffix) \(offset).\(bit)") { $0[offset] ^= 1 << bit }
    }
  }

  @Test(arguments: [false, true])
  func cutFiles(hasCheckpoint: Bool) throws {
    let sample = try Sample(checkpoint: hasCheckpoint)
    for (suffix, header, page) in [("", 0, Schema.pageSize), ("-wal", 32, Schema.pageSize + 24)] {
      let size = try Data(contentsOf: URL(fileURLWithPath: sample.folder.path + suffix)).count
      for length in stride(from: 0, to: size, by: page) {
        try damage(sample, suffix, "\(suffix) cut at \(length)") { $0 = $0.prefix(header + length) }
      }
    }
  }
}
