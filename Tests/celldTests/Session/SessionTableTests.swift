import CellWire
import Testing

@testable import celld

/// The names of sessions, of which each user has their own.
@Suite struct SessionTableTests {
  private let table = SessionTable(SharedResources(limits: .standard, hasFonts: false))

  @discardableResult
  private func create(_ name: String, _ owner: UInt32, shared: Bool = false) throws -> Session {
    var settings = SessionSettings()
    settings.isShared = shared
    return try table.create(name, owner: owner, settings: settings)
  }

  private func owner(of name: String, for userID: UInt32) -> UInt32? {
    table.session(named: name, for: userID)?.owner
  }

  @Test func aNameMeansTheOwnSessionElseTheOldestSharedOne() throws {
    try create("s", 1)
    let older = try create("s", 2, shared: true)
    try create("s", 3, shared: true)
    #expect([1, 2, 3, 4].map { owner(of: "s", for: $0) } == [1, 2, 3, 2])
    table.delete(older)
    #expect([1, 2, 3, 4].map { owner(of: "s", for: $0) } == [1, 3, 3, 3])
    #expect(owner(of: "t", for: 1) == nil)
  }

  @Test func anOwnerSelectsAmongTheSessionsThatTheUserMayUse() throws {
    try create("s", 1)
    try create("s", 2, shared: true)
    try create("s", 3, shared: true)
    #expect(table.session(named: "s", for: 1, owner: 3)?.owner == 3)
    #expect(table.session(named: "s", for: 4, owner: 2)?.owner == 2)
    #expect(table.session(named: "s", for: 4, owner: 4) == nil)
    // The cure differs, as nobody creates sessions for others.
    #expect(throws: RPCError.sessionNotFound("s", isOwn: false)) { try table.existing("s", for: 2, owner: 1) }
    #expect(throws: RPCError.sessionNotFound("x")) { try table.existing("x", for: 2, owner: 2) }
    #expect(RPCError.sessionNotFound("s", isOwn: false) != .sessionNotFound("s"))
    #expect(table.owners == [1, 2, 3])
  }

  @Test func rootSeesAllSessionsInLists() throws {
    try create("a", 1)
    try create("b", 2, shared: true)
    for (user, names) in [(0, ["a", "b"]), (1, ["a", "b"]), (2, ["b"])] as [(UInt32, [String])] {
      #expect(table.sessions(for: user, prefix: "", after: nil, atMost: 9).sessions.map(\.name) == names)
    }
  }

  @Test func usersShareSessionsAndBytes() throws {
    var limits = Limits.standard
    limits.sessions = 8
    limits.bytes = 1_000_000
    let shares = Shares(limits, isPrivate: false)
    let table = SessionTable(SharedResources(limits: limits, shares: shares, hasFonts: false))
    func sessions(of owner: UInt32) -> Int {
      for number in 0... {
        do { _ = try table.create("s\(number)", owner: owner, settings: SessionSettings()) } catch {
          #expect(error.details.contains(JSON.Member("scope", owner == 0 ? "daemon" : "user")))
          return number
        }
      }
      return 0
    }
    let shared = table.shared
    try shared.admit(growth: 500_000, of: 1)
    do {
      let charge = Charge(shared, of: 1, bytes: 400_000)
      charge.bytes += 100_000
      #expect(throws: RPCError.limitExceeded(.bytes, scope: .user, max: 500_000)) {
        try shared.admit(growth: 1, of: 1)
      }
      #expect(throws: RPCError.limitExceeded(.bytes, scope: .user, max: 250_000)) {
        try shared.admit(growth: 250_001, of: 2)
      }
      try shared.admit(growth: 500_000, of: 0)
      #expect(shared.bytes == 500_000)
    }
    #expect(shared.bytes == 0)
    #expect([1, 2, 3].map(sessions(of:)) == [4, 2, 1])
    #expect(sessions(of: 0) == 1)
    #expect(shared.bytes >= 8 * 4_096)
    for (owner, count) in [(1, 4), (2, 2), (3, 1), (0, 1)] as [(UInt32, Int)] {
      for number in 0..<count {
        table.session(named: "s\(number)", for: owner, owner: owner).map(table.delete)
      }
    }
    #expect(table.count == 0 && shares.userCount == 0 && shared.bytes == 0)
  }

  @Test func aPrivateSessionOfAnotherUserDoesNotExist() throws {
    try create("s", 1)
    #expect(throws: RPCError.sessionNotFound("s", known: [])) { try table.existing("s", for: 2) }
    try create("s", 2)
    #expect(try table.existing("s", for: 2).owner == 2)
    #expect(try table.existing("s", for: 1).owner == 1)
    #expect(table.count == 2)
  }

  /// Pages of every size list each session once, also if many have one name.
  @Test(arguments: 1...9) func pagesListEachSessionOnce(_ count: Int) throws {
    var expected: [String] = []
    for name in ["a", "b", "ba", "bb", "c"] {
      for owner: UInt32 in name == "b" ? [1, 2, 3, 4, 5] : [1, 2] {
        try create(name, owner, shared: owner != 2)
        if owner != 2 { expected.append("\(name)\(owner)") }
      }
    }
    var found: [String] = []
    var last: String?
    repeat {
      let page = table.sessions(for: 9, prefix: "", after: last, atMost: count)
      found += page.sessions.map { "\($0.name)\($0.owner)" }
      last = page.last
    } while last != nil
    #expect(found == expected)
    let part = table.sessions(for: 9, prefix: "b", after: nil, atMost: 100)
    #expect(part.sessions.map(\.name) == ["b", "b", "b", "b", "ba", "bb"])
    #expect(part.last == nil)
  }

  /// Sessions are removed one by one, whichever is first.
  @Test func deletingKeepsTheOthers() throws {
    let sessions = try (1...5).map { try create("s", UInt32($0)) }
    for index in [2, 0, 4, 3, 1] {
      table.delete(sessions[index])
      #expect(owner(of: "s", for: UInt32(index + 1)) == nil)
    }
    #expect(table.count == 0)
  }
}
