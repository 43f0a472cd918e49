import CellWire
import Testing

@testable import celld

/// The shares of users in a limit, and of connections in what their user may hold.
@Suite struct SharesTests {
  private func limits(_ change: (inout Limits) -> Void = { _ in }) -> Limits {
    var limits = Limits.standard
    change(&limits)
    return limits
  }

  /// Adds as much as the user may hold. Returns the sum.
  private func fill(_ limit: SharedLimit, _ account: UserAccount, of shares: Shares) -> Int {
    let growth = shares.bound(limit, of: account) - account.held[limit]
    if growth > 0 { shares.add(growth, to: limit, of: account) }
    return account.held[limit]
  }

  @Test func eachGreedyUserGetsHalfOfTheRest() throws {
    let shares = Shares(limits { $0.sessions = 1000 }, isPrivate: false)
    let users = (1...12).map { shares.account(of: $0) }
    let held = users.map { fill(.sessions, $0, of: shares) }
    #expect(held == [500, 250, 125, 63, 31, 16, 8, 4, 2, 1, 0, 0])
    // What a user frees is room for the others.
    shares.add(-500, to: .sessions, of: users[0])
    #expect(shares.bound(.sessions, of: users[1]) == 375)
    #expect(shares.bound(.sessions, of: users[0]) == 250)
  }

  @Test func smallLimitsCanBeUsed() throws {
    for (all, first) in [(1, 1), (2, 1), (3, 2)] {
      let shares = Shares(limits { $0.connections = all }, isPrivate: false)
      let user = shares.account(of: 7)
      #expect(fill(.connections, user, of: shares) == first)
      #expect(throws: RPCError.limitExceeded(.connections, scope: .user, max: first)) {
        try shares.admit(.connections, growth: 1, of: user)
      }
    }
  }

  @Test func rootAndPrivateDaemonsHaveTheWhole() throws {
    let shares = Shares(limits { $0.bytes = 1000 }, isPrivate: false)
    let user = shares.account(of: 7)
    #expect(fill(.bytes, user, of: shares) == 500)
    let root = shares.account(of: 0)
    #expect(fill(.bytes, root, of: shares) == 500)
    #expect(throws: RPCError.limitExceeded(.bytes, scope: .daemon, max: 1000)) {
      try shares.admit(.bytes, growth: 1, of: root)
    }
    let own = Shares(limits { $0.bytes = 1000 }, isPrivate: true)
    #expect(fill(.bytes, own.account(of: 7), of: own) == 1000)
  }

  @Test func aShareThatShrinksTakesNothingAway() throws {
    let shares = Shares(limits { $0.bytes = 1000 }, isPrivate: false)
    let first = shares.account(of: 1)
    #expect(fill(.bytes, first, of: shares) == 500)
    #expect(fill(.bytes, shares.account(of: 2), of: shares) == 250)
    #expect(shares.bound(.bytes, of: first) == 375 && first.held.bytes == 500)
    // To shrink is always possible.
    try shares.admit(.bytes, growth: -10, of: first)
    try shares.admit(.bytes, growth: 0, of: first)
    #expect(throws: RPCError.self) { try shares.admit(.bytes, growth: 1, of: first) }
  }

  @Test func anAccountThatHoldsNothingIsForgotten() {
    let shares = Shares(.standard, isPrivate: false)
    let account = shares.account(of: 7)
    shares.add(1, to: .connections, of: account)
    shares.forget(account)
    #expect(shares.account(of: 7) === account)
    shares.add(-1, to: .connections, of: account)
    shares.forget(account)
    #expect(shares.userCount == 0)
  }

  @Test(arguments: 0..<20)
  func sumsStayWithinTheLimit(seed: UInt64) {
    var random = SeededGenerator(seed)
    let all = Int.random(in: 1...5000, using: &random)
    let shares = Shares(limits { $0.sessions = all }, isPrivate: false)
    let users = (0..<6).map { shares.account(of: UInt32($0)) }
    for _ in 0..<2000 {
      let user = users[Int.random(in: 0..<users.count, using: &random)]
      if Bool.random(using: &random) {
        let growth = Int.random(in: 0...(all / 3 + 1), using: &random)
        let others = shares.total.sessions - user.held.sessions
        do {
          try shares.admit(.sessions, growth: growth, of: user)
          shares.add(growth, to: .sessions, of: user)
        } catch {
          // A refused user would hold more than half of what the others leave.
          let share = user.hasWhole ? all - others : (all - others + 1) / 2
          #expect(user.held.sessions + growth > share)
        }
      } else {
        shares.add(-Int.random(in: 0...user.held.sessions, using: &random), to: .sessions, of: user)
      }
      #expect(shares.total.sessions <= all)
      #expect(shares.total.sessions == users.reduce(0) { $0 + $1.held.sessions })
    }
  }

  // MARK: Connections

  @Test func theFirstConnectionMayHoldHalfAndItsAllowance() {
    let own = Shares(.standard, isPrivate: true)
    #expect(own.connectionBound(.input, held: 0, of: own.account(of: 7)) == 96 << 20 + 16 << 10)
    let shared = Shares(.standard, isPrivate: false)
    #expect(shared.connectionBound(.input, held: 0, of: shared.account(of: 7)) == 48 << 20 + 16 << 10)
    let small = Shares(limits { $0.pending = 300_000 }, isPrivate: true)
    #expect(small.allowance(.pending) == 256)
    #expect(small.connectionBound(.pending, held: 0, of: small.account(of: 7)) == 256 + 75_000)
  }

  @Test(arguments: [true, false], [SharedLimit.input, .pending])
  func anyNumberOfGreedyConnectionsLeavesTheAllowance(isPrivate: Bool, limit: SharedLimit) {
    let limits = Limits.standard
    let shares = Shares(limits, isPrivate: isPrivate)
    let user = shares.account(of: 7)
    var sum = 0
    for _ in 0..<limits.connections {
      let bound = shares.connectionBound(limit, held: 0, of: user)
      #expect(bound >= 16 << 10)
      shares.add(shares.contested(bound, limit), to: limit, of: user)
      sum += bound
      // The bound of the connection is the same when it holds that much.
      #expect(shares.connectionBound(limit, held: bound, of: user) == bound)
    }
    #expect(sum <= limits[limit.name])
  }

  @Test func errorsNameTheShareThatIsUsedUp() {
    let shares = Shares(.standard, isPrivate: false)
    let user = shares.account(of: 7)
    let bound = shares.connectionBound(.input, held: 0, of: user)
    shares.add(shares.contested(bound, .input), to: .input, of: user)
    #expect(shares.scope(.input, held: bound, wanted: bound + 1, of: user) == .connection)
    #expect(shares.scope(.input, held: bound, wanted: 96 << 20 + 17 << 10, of: user) == .user)
    let root = shares.account(of: 0)
    #expect(shares.scope(.input, held: 0, wanted: 250 << 20, of: root) == .daemon)
  }
}

/// A generator of random numbers that repeats them (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
