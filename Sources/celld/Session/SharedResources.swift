import CellEngine
import CellWire

/// The parts that all sessions share: limits, the budget of the caches, sums over all cells, and
/// the numbers of layouts.
final class SharedResources {
  /// The maximum number of bytes that rendered rows and prepared texts of all views may take.
  static let cacheBytes = 256 << 20

  var limits: Limits
  /// The shares of users in sessions and bytes.
  let shares: Shares
  /// A number that is new at every start of the daemon.
  let instance: UInt64
  let budget = CacheBudget(limit: cacheBytes)
  /// Whether views in points have real fonts; without them, columns have a fixed advance.
  let hasFonts: Bool
  /// The cells of all sessions.
  private(set) var cellCount = 0
  private var cellCounts: [UInt32: Int] = [:]
  /// Bytes of the cells of all sessions, staged ones included.
  private(set) var bytes = 0 {
    didSet { if bytes < oldValue { onFree(oldValue - bytes) } }
  }
  /// Called with the number of bytes when cells are dropped.
  var onFree: (Int) -> Void = { _ in }
  private var lastLayout: UInt64

  /// - Parameters:
  ///   - shares: the shares of users; `nil` if there is only one.
  ///   - firstLayout: the number before that of the first layout.
  init(
    limits: Limits, shares: Shares? = nil, instance: UInt64 = .random(in: 1 ... .max),
    firstLayout: UInt64 = 0, hasFonts: Bool
  ) {
    lastLayout = firstLayout
    self.limits = limits
    self.shares = shares ?? Shares(limits, isPrivate: true)
    self.instance = instance
    self.hasFonts = hasFonts
  }

  /// Returns a new number for a layout.
  func nextLayout() -> UInt64 {
    lastLayout += 1
    return lastLayout
  }

  /// The number of cells in the sessions of a user.
  func cellCount(of owner: UInt32) -> Int { cellCounts[owner] ?? 0 }

  /// Counts the change of a list of `owner`.
  func count(from old: ListSummary, to new: ListSummary, of owner: UInt32) {
    cellCount += new.count - old.count
    let cells = cellCount(of: owner) + new.count - old.count
    cellCounts[owner] = cells > 0 ? cells : nil
    add(new.bytes - old.bytes, to: .bytes, of: owner)
  }

  /// Counts a session of `owner`; -1 for one that is deleted.
  func count(session difference: Int, of owner: UInt32) {
    add(difference, to: .sessions, of: owner)
  }

  fileprivate func add(_ difference: Int, to limit: SharedLimit, of owner: UInt32) {
    guard difference != 0 else { return }
    if limit == .bytes { bytes += difference }
    let account = shares.account(of: owner)
    shares.add(difference, to: limit, of: account)
    shares.forget(account)
  }

  /// Checks whether `owner` may have a further session.
  ///
  /// - Throws: limitExceeded.
  func admitSession(of owner: UInt32) throws(RPCError) {
    try admit(.sessions, growth: 1, of: owner)
  }

  /// Checks whether `list` may replace the list of a session of `owner`.
  ///
  /// - Throws: limitExceeded.
  func admit(_ list: CellList, replacing old: CellList, of owner: UInt32) throws(RPCError) {
    if list.count > limits.cells, list.count > old.count {
      throw .limitExceeded(.cells, scope: .session, max: limits.cells)
    }
    try admit(growth: list.summary.bytes - old.summary.bytes, of: owner)
  }

  /// Checks whether everything that is kept for `owner` may take `growth` more bytes.
  ///
  /// - Throws: limitExceeded.
  func admit(growth: Int, of owner: UInt32) throws(RPCError) {
    if growth > 0 { try admit(.bytes, growth: growth, of: owner) }
  }

  private func admit(_ limit: SharedLimit, growth: Int, of owner: UInt32) throws(RPCError) {
    let account = shares.account(of: owner)
    defer { shares.forget(account) }
    try shares.admit(limit, growth: growth, of: account)
  }
}

/// Bytes in the share of a user. They count as long as the charge exists. Whatever a request makes
/// the daemon keep has one. Belongs to the loop.
final class Charge {
  private let shared: SharedResources
  private let user: UInt32
  var bytes: Int {
    didSet { shared.add(bytes - oldValue, to: .bytes, of: user) }
  }

  init(_ shared: SharedResources, of user: UInt32, bytes: Int) {
    self.shared = shared
    self.user = user
    self.bytes = bytes
    shared.add(bytes, to: .bytes, of: user)
  }

  deinit { shared.add(-bytes, to: .bytes, of: user) }

  /// About the bytes that values take which were read from JSON. Strings have 16 bytes, and 32 more
  /// if they are not short.
  static func bytes(of node: JSONNode?) -> Int {
    node.map { $0.raw.count + bytesPerValue * $0.valueCount } ?? 0
  }

  /// About the bytes that values take which are written as `json`.
  static func bytes(ofJSON json: [UInt8]) -> Int {
    json.count + bytesPerValue * (1 + json.count { $0 == UInt8(ascii: ",") })
  }

  private static let bytesPerValue = 48
}
