import CellEngine
import CellProtocol

/// The parts that all sessions share: limits, the budget of the caches, sums over all cells, and
/// the numbers of layouts.
final class SharedResources {
  /// The maximum number of bytes that rendered rows and prepared texts of all views may take.
  static let cacheBytes = 256 << 20

  let limits: Limits
  /// A number that is new at every start of the daemon.
  let instance: UInt64
  let budget = CacheBudget(limit: cacheBytes)
  /// Whether views in points have real fonts; without them, columns have a fixed advance.
  let hasFonts: Bool
  /// The cells of all sessions.
  private(set) var cellCount = 0
  /// Bytes of the cells of all sessions, staged ones included.
  private(set) var bytes = 0 {
    didSet { if bytes < oldValue { onFree(oldValue - bytes) } }
  }
  /// Called with the number of bytes when cells are dropped.
  var onFree: (Int) -> Void = { _ in }
  private var lastLayout: UInt64 = 0

  init(limits: Limits, instance: UInt64 = .random(in: 1 ... .max), hasFonts: Bool) {
    self.limits = limits
    self.instance = instance
    self.hasFonts = hasFonts
  }

  /// Returns a new number for a layout.
  func nextLayout() -> UInt64 {
    lastLayout += 1
    return lastLayout
  }

  /// Counts the change of a list.
  func count(from old: ListSummary, to new: ListSummary) {
    cellCount += new.count - old.count
    bytes += new.bytes - old.bytes
  }

  /// Counts bytes of staged cells; they are negative when cells are dropped.
  func count(staged difference: Int) {
    bytes += difference
  }

  /// Checks whether `list` may replace the list of a session.
  ///
  /// - Throws: limitExceeded.
  func admit(_ list: CellList, replacing old: CellList) throws(RPCError) {
    if list.count > limits.cells, list.count > old.count {
      throw .limitExceeded(.cells, scope: .session, max: limits.cells)
    }
    try admit(growth: list.summary.bytes - old.summary.bytes)
  }

  /// Checks whether cells may take `growth` more bytes.
  ///
  /// - Throws: limitExceeded.
  func admit(growth: Int) throws(RPCError) {
    if growth > 0, bytes + growth > limits.bytes {
      throw .limitExceeded(.bytes, scope: .daemon, max: limits.bytes)
    }
  }
}
