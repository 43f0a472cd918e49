import CellEngine
import CellProtocol

/// All sessions of the daemon, and what they share: the cache budget, the limits on their sums, the numbers
/// that are given out once.
final class SessionTable {
  /// Bytes that rendered rows and prepared texts of all views may take.
  static let cacheBytes = 256 << 20
  /// Where a name is unknown, so many before it and behind it are looked at for one that was meant.
  private static let namesAround = 64

  let limits: Limits
  /// Another for every start of the daemon.
  let instance: UInt64
  let budget: CacheBudget
  /// Where views in points get their metrics from; without it, columns have a fixed advance.
  let fonts: LoopFonts?
  private var sessions: [ByteKey: Session] = [:]
  /// All sessions by the bytes of their names.
  private var ordered: [Session] = []
  private var lastLayout: UInt64 = 0

  init(limits: Limits, instance: UInt64 = .random(in: 1 ... .max), fonts: (any FontSource)? = nil) {
    self.limits = limits
    self.instance = instance
    budget = CacheBudget(limit: Self.cacheBytes)
    self.fonts = fonts.map(LoopFonts.init)
  }

  var count: Int { sessions.count }

  /// Cells of all sessions.
  private(set) var cellCount = 0
  /// Bytes of the cells of all sessions, and of those that are staged.
  private(set) var bytes = 0

  /// A number for a layout.
  func nextLayout() -> UInt64 {
    lastLayout += 1
    return lastLayout
  }

  /// Counts what the change of a list adds, or takes away.
  func count(from old: ListSummary, to new: ListSummary) {
    cellCount += new.count - old.count
    bytes += new.bytes - old.bytes
  }

  /// Counts cells that were staged, or are no more.
  func count(staged difference: Int) {
    bytes += difference
  }

  /// The next sessions by name, `count` at most, of those that begin with `prefix`, stand behind the name `last`, and
  /// may be used by the user. What comes after them stands behind the second value; `nil` where there is no more.
  func sessions(
    for userID: UInt32, prefix: String, after last: String?, atMost count: Int
  ) -> (sessions: [Session], last: String?) {
    var start = place(of: last ?? prefix)
    if let last, start < ordered.count, ordered[start].name.utf8.elementsEqual(last.utf8) { start += 1 }
    let part = ordered[start...].prefix(count).prefix { $0.name.utf8.starts(with: prefix.utf8) }
    return (part.filter { $0.admits(userID: userID) }, part.count == count ? part.last?.name : nil)
  }

  /// Where in ``ordered`` the name stands, or would stand.
  private func place(of name: String) -> Int {
    var low = 0
    var high = ordered.count
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Names that begin like `name`, as far as any do: those that stand around it.
  private func namesLike(_ name: String, for userID: UInt32) -> [String] {
    let place = place(of: name)
    let around = max(0, place - Self.namesAround)..<min(ordered.count, place + Self.namesAround)
    return ordered[around].filter { $0.admits(userID: userID) }.map(\.name)
  }

  /// The session of that name, if the user may use it.
  ///
  /// - Throws: accessDenied.
  func session(named name: String, for userID: UInt32) throws(RPCError) -> Session? {
    guard let session = sessions[ByteKey(name)] else { return nil }
    guard session.admits(userID: userID) else { throw .accessDenied(name) }
    return session
  }

  /// The session of that name, which must be there.
  ///
  /// - Throws: sessionNotFound, accessDenied.
  func existing(_ name: String, for userID: UInt32) throws(RPCError) -> Session {
    if let session = try session(named: name, for: userID) { return session }
    throw .sessionNotFound(name, known: namesLike(name, for: userID))
  }

  /// Makes a session.
  ///
  /// - Throws: limitExceeded, unsupported.
  func create(_ name: String, owner: UInt32, settings: SessionSettings) throws(RPCError) -> Session {
    guard sessions.count < limits.sessions else {
      throw .limitExceeded(.sessions, scope: .daemon, max: limits.sessions)
    }
    let session = try Session(name, owner: owner, settings: settings, table: self)
    sessions[ByteKey(name)] = session
    ordered.insert(session, at: place(of: name))
    return session
  }

  /// Removes a session and closes it.
  func delete(_ session: Session) {
    sessions[ByteKey(session.name)] = nil
    ordered.remove(at: place(of: session.name))
    count(from: session.list.summary, to: ListSummary())
    session.close()
  }

  /// Checks whether `list` may take the place of the session's.
  ///
  /// - Throws: limitExceeded.
  func admit(_ list: CellList, for session: Session) throws(RPCError) {
    if list.count > limits.cells, list.count > session.list.count {
      throw .limitExceeded(.cells, scope: .session, max: limits.cells)
    }
    try admit(growth: list.summary.bytes - session.list.summary.bytes)
  }

  /// Checks whether cells may take so many more bytes.
  ///
  /// - Throws: limitExceeded.
  func admit(growth: Int) throws(RPCError) {
    if growth > 0, bytes + growth > limits.bytes {
      throw .limitExceeded(.bytes, scope: .daemon, max: limits.bytes)
    }
  }
}
