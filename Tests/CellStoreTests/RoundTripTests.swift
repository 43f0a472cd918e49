import Foundation
import Testing

@testable import CellStore

@Suite struct RoundTripTests {
  let folder = StoreFolder()

  @Test func aNewStoreIsEmpty() throws {
    try folder.withStore { store throws in
      #expect(store.opening.sessions.isEmpty && store.opening.starts == 1 && store.opening.nextSession == 1)
      #expect(store.opening.notes.isEmpty)
    }
    try folder.withStore { #expect($0.opening.starts == 2 && $0.opening.notes.isEmpty) }
    #expect(try folder.integer("PRAGMA application_id") == 0x6365_6C64)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func changesAreThereAfterAnOrderlyEnd() throws {
    for level in Durability.local {
      let folder = StoreFolder()
      let life = try folder.withStore { store throws in
        store.create(5, "tasks", level: level)
        store.append(["a"], to: 5, revision: 1, level: level)
        let last = store.append(["b"], to: 5, revision: 2, level: level) {
          $0.settings = Array("{\"x\":1}".utf8)
          $0.views = Array("[2]".utf8)
        }
        #expect(store.isStored(last))
        #expect(try store.texts(5) == ["a", "b"])
        return try folder.text("SELECT life FROM session")
      }
      try folder.withStore { store throws in
        let session = try store.session(5)
        #expect(
          session.name == "tasks" && session.owner == 1 && session.life == life && session.level == level)
        #expect(session.revision == 2 && session.cells == 2 && session.bytes == 20)
        #expect(session.settings == Array("{\"x\":1}".utf8) && session.views == Array("[2]".utf8))
        #expect(try store.texts(5) == ["a", "b"])
        #expect(store.opening.nextSession == 6 && store.opening.notes.isEmpty)
      }
    }
  }

  @Test func theRowHasTheLevelAndTheLifeOfTheLastChange() throws {
    try folder.withStore { store throws in
      store.create(1)
      store.append(["a"], to: 1, revision: 1 << 33, level: .synced) {
        $0.level = .synced
        $0.life = "abc"
      }
    }
    try folder.withStore { store throws in
      let session = try store.session(1)
      #expect(session.level == .synced && session.life == "abc" && session.revision == 1 << 33)
    }
  }

  @Test func aStoreHasOneUser() throws {
    try folder.withStore { _ in
      #expect(throws: StoreError.self) { try RunningStore(folder.path) }
    }
    try folder.withStore { #expect($0.opening.starts == 2) }
  }

  @Test func anotherFormatIsRefused() throws {
    try folder.withStore { _ in }
    try folder.sql("PRAGMA user_version = 2")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    #expect {
      try RunningStore(folder.path)
    } throws: {
      "\($0)".contains(
        "has format 2; this celld reads format 1. Install a newer celld, or use another --store.")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path)) == before)
    try folder.sql("PRAGMA user_version = 1; PRAGMA application_id = 7")
    #expect(throws: StoreError.self) { try RunningStore(folder.path) }
  }

  @Test func aFolderThatIsMissingIsAnError() {
    #expect(throws: StoreError.self) { try RunningStore(folder.folder + "/missing/store.db") }
  }

  @Test func namesAreFreeAfterADeletion() throws {
    try folder.withStore { store throws in
      #expect(store.isStored(store.submit(.delete(session: 9))) == false)
      store.create(1, "tasks")
      store.append(["a"], to: 1, revision: 1)
      #expect(store.isStored(store.snapshot(["a"], of: 1, revision: 1)))
      store.append(["b"], to: 1, revision: 2)
      if case .stored = store.create(2, "tasks") { Issue.record("Two sessions have one name.") }
      #expect(store.isStored(store.submit(.delete(session: 1))))
      #expect(store.isStored(store.append(["c"], to: 1, revision: 3)) == false)
      #expect(throws: StoreError.self) { try store.texts(1) }
      store.create(3, "tasks")
      store.append(["d"], to: 3, revision: 1)
      store.create(4, "tasks", owner: 2)
      store.append(["e"], to: 4, revision: 1)
    }
    try folder.withStore { store throws in
      #expect(store.opening.sessions.map(\.id) == [3, 4] && store.opening.nextSession == 5)
      #expect(try store.texts(3) == ["d"])
      #expect(try store.texts(4) == ["e"])
    }
  }

  @Test func theRowsOfADeletedSessionGo() throws {
    try folder.withStore { store throws in
      store.create(1, "a")
      store.append(["a"], to: 1, revision: 1)
      #expect(store.isStored(store.snapshot(["a"], of: 1, revision: 1)))
      store.append(["b"], to: 1, revision: 2)
      #expect(store.isStored(store.submit(.delete(session: 1))))
      while try folder.integer("SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM log)") > 0 {}
    }
    #expect(try folder.integer("SELECT count(*) FROM part") == 0)
    try folder.withStore { #expect($0.opening.nextSession == 2 && $0.opening.notes.isEmpty) }
  }

  @Test func largeChangesCountWithTheirLastRecord() throws {
    let texts = (0..<40).map { "\($0)" + String(repeating: "x", count: 100_000) }
    try folder.withStore { store throws in
      store.create(1)
      let large = store.append(texts, to: 1, revision: 1)
      #expect(store.isStored(large))
      #expect(store.store.statistics.commits > 3)
      #expect(try store.texts(1) == texts)
    }
    // An incomplete change at the end of the log, as the end of the daemon leaves it.
    try folder.sql("DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)")
    try folder.changeMark { $0.last -= 1 }
    let mark = try folder.text("SELECT \"check\" FROM log ORDER BY seq DESC")
    try folder.changeMark { $0.check = mark }
    try folder.withStore { store throws in
      let session = try store.session(1)
      #expect(session.revision == 0 && session.damage == nil)
      #expect(try store.texts(1).isEmpty)
      store.append(["after"], to: 1, revision: 1)
    }
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["after"])
      #expect(try store.session(1).revision == 1)
    }
  }

  @Test func checksFollowFromTheDocumentedText() throws {
    try folder.withStore { store throws in
      store.create(7)
      store.append(["a", "b"], to: 7, revision: 1)
      store.append(["c"], to: 7, revision: 2)
    }
    // The text of docs/store.md, as SQL, and an XXH64 of the reader's own.
    let connection = try Connection(path: folder.path, access: .read)
    let statement = try connection.prepare(
      #"""
      SELECT printf('%s|%d|%d|%d|%d|%d|%d|%d|%s', ifnull((SELECT l."check" FROM log l WHERE l.seq = log.seq - 1),
      (SELECT life FROM session)), number, revision, part, last, cells, bytes, format, record), "check" FROM log
      """#)
    var count = 0
    while try statement.step() {
      let text = statement.bytes(0)
      #expect(String(PlainXXH64.hash(text), radix: 16, padding: 16) == statement.text(1))
      count += 1
    }
    #expect(count == 3)
  }
}

extension String {
  fileprivate init(_ value: UInt64, radix: Int, padding: Int) {
    let digits = String(value, radix: radix)
    self = String(repeating: "0", count: padding - digits.count) + digits
  }
}

/// XXH64 as its specification describes it.
private enum PlainXXH64 {
  private static let primes: [UInt64] = [
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
  ]

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private static func round(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(sum &+ lane &* primes[1], 31) &* primes[0]
  }

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var rest = bytes[...]
    func word(_ count: Int) -> UInt64 {
      rest.prefix(count).enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) }
    }
    var hash = primes[4]
    if bytes.count >= 32 {
      var sums = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
      while rest.count >= 32 {
        for lane in 0..<4 {
          sums[lane] = round(sums[lane], word(8))
          rest = rest.dropFirst(8)
        }
      }
      hash = rotate(sums[0], 1) &+ rotate(sums[1], 7) &+ rotate(sums[2], 12) &+ rotate(sums[3], 18)
      for sum in sums { hash = (hash ^ round(0, sum)) &* primes[0] &+ primes[3] }
    }
    hash = hash &+ UInt64(bytes.count)
    while rest.count >= 8 {
      hash = rotate(hash ^ round(0, word(8)), 27) &* primes[0] &+ primes[3]
      rest = rest.dropFirst(8)
    }
    if rest.count >= 4 {
      hash = rotate(hash ^ word(4) &* primes[0], 23) &* primes[1] &+ primes[2]
      rest = rest.dropFirst(4)
    }
    for byte in rest { hash = rotate(hash ^ UInt64(byte) &* primes[4], 11) &* primes[0] }
    hash = (hash ^ hash >> 33) &* primes[1]
    hash = (hash ^ hash >> 29) &* primes[2]
    return hash ^ hash >> 32
  }
}

extension StoreFolder {
  func text(_ query: String) throws -> String {
    let statement = try Connection(path: path, access: .read).prepare(query)
    return try #require(try statement.step() ? statement.text(0) : nil)
  }
}
