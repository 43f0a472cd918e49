import CellWire

/// The sum of what one user holds of the shared limits. Belongs to the loop.
///
/// Keep a reference only as long as the user holds something: ``Shares/forget(_:)`` drops an
/// account that holds nothing.
final class UserAccount {
  let userID: UInt32
  /// Whether the user may hold all that others leave, and not only half of it.
  let hasWhole: Bool
  fileprivate(set) var held = Holdings()

  fileprivate init(_ userID: UInt32, hasWhole: Bool) {
    self.userID = userID
    self.hasWhole = hasWhole
  }
}

/// The shares of users in the limits of the daemon. Belongs to the loop.
///
/// A user may hold at most half of what all other users leave. With a limit of 1,000, a user who
/// is alone may hold 500, the next one 250, and the k-th one 1,000 / 2^k. Root and the user of a
/// private daemon may hold all that others leave. A share that shrinks takes nothing away, but
/// stops growth.
///
/// The connections of a user share `input` and `pending` in the same way. Each connection also has
/// an allowance that is not shared: a small line or reply always has room.
final class Shares {
  private static let minimumAllowance = 256
  private static let maximumAllowance = 16 << 10

  /// Whether only one user, and root, can connect.
  let isPrivate: Bool
  /// The sums of all users.
  private(set) var total = Holdings()
  private var accounts: [UInt32: UserAccount] = [:]
  /// The limits without the allowances of connections.
  private var shared: Holdings
  private let allowances: Holdings

  init(_ limits: Limits, isPrivate: Bool) {
    self.isPrivate = isPrivate
    var (shared, allowances) = (Holdings(), Holdings())
    for limit in SharedLimit.allCases {
      let all = limits[limit.name]
      shared[limit] = all
      guard limit.isSharedByConnections else { continue }
      let connections = max(1, limits.connections)
      let allowance = max(Self.minimumAllowance, min(all / connections / 2, Self.maximumAllowance))
      allowances[limit] = allowance
      // With a very small limit, the minimum allowances take more than half of it.
      let (ofAll, overflow) = allowance.multipliedReportingOverflow(by: connections)
      shared[limit] = overflow ? all / 2 : max(all / 2, all - ofAll)
    }
    self.shared = shared
    self.allowances = allowances
  }

  /// Takes over other limits for sessions and bytes. Those with allowances stay.
  func change(to limits: Limits) {
    shared.sessions = limits.sessions
    shared.bytes = limits.bytes
  }

  /// The number of users that hold something.
  var userCount: Int { accounts.count }

  /// The account of a user. An account is made if the user has none.
  func account(of userID: UInt32) -> UserAccount {
    if let account = accounts[userID] { return account }
    let account = UserAccount(userID, hasWhole: isPrivate || userID == 0)
    accounts[userID] = account
    return account
  }

  /// Drops an account that holds nothing.
  func forget(_ account: UserAccount) {
    guard account.held == Holdings(), accounts[account.userID] === account else { return }
    accounts[account.userID] = nil
  }

  // MARK: Users

  /// The maximum that a user may hold at the moment.
  func bound(_ limit: SharedLimit, of account: UserAccount) -> Int {
    let rest = rest(limit, for: account)
    // Rounded up, so that a limit of one or two can be used.
    return account.hasWhole ? rest : (rest + 1) / 2
  }

  /// Checks whether a user may hold `growth` more.
  ///
  /// - Throws: limitExceeded.
  func admit(_ limit: SharedLimit, growth: Int, of account: UserAccount) throws(RPCError) {
    let bound = bound(limit, of: account)
    guard growth > 0, account.held[limit] > bound - growth else { return }
    if account.hasWhole { throw .limitExceeded(limit.name, scope: .daemon, max: shared[limit]) }
    throw .limitExceeded(limit.name, scope: .user, max: max(0, bound))
  }

  /// Counts a change of what a user holds.
  func add(_ difference: Int, to limit: SharedLimit, of account: UserAccount) {
    account.held[limit] += difference
    total[limit] += difference
  }

  /// The part of a limit that all others leave.
  private func rest(_ limit: SharedLimit, for account: UserAccount) -> Int {
    shared[limit] - (total[limit] - account.held[limit])
  }

  // MARK: Connections

  /// The number of bytes that any connection may hold.
  func allowance(_ limit: SharedLimit) -> Int { allowances[limit] }

  /// The part of the bytes of a connection that counts for its user.
  func contested(_ held: Int, _ limit: SharedLimit) -> Int { max(0, held - allowances[limit]) }

  /// The maximum number of bytes that a connection may hold at the moment. It is the allowance, and
  /// half of what the other connections of the user leave.
  ///
  /// - Parameter held: the bytes of the connection that are counted.
  func connectionBound(_ limit: SharedLimit, held: Int, of account: UserAccount) -> Int {
    allowances[limit] + max(0, rest(limit, besides: held, of: account) + 1) / 2
  }

  /// The scope of an error for a connection that would hold `wanted` bytes: the connection, if the
  /// user may still hold that much.
  func scope(_ limit: SharedLimit, held: Int, wanted: Int, of account: UserAccount) -> Limits.Scope {
    if contested(wanted, limit) <= rest(limit, besides: held, of: account) { return .connection }
    return account.hasWhole ? .daemon : .user
  }

  /// The part of a user's share that its other connections leave.
  private func rest(_ limit: SharedLimit, besides held: Int, of account: UserAccount) -> Int {
    bound(limit, of: account) - (account.held[limit] - contested(held, limit))
  }
}
