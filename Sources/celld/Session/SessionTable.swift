import CellProtocol

/// All sessions of the daemon, and what they share: the cache budget, the limits on their sums, the numbers
/// that are given out once.
final class SessionTable {
  /// Bytes that rendered rows and prepared texts of all views may take.
  static let cacheBytes = 256 << 20

  let limits: Limits
  /// Another for every start of the daemon.
  let instance: UInt64
  let budget: CacheBudget
  private let workers: Workers
  private var sessions: [ByteKey: Session] = [:]
  private var lastLayout: UInt64 = 0

  init(limits: Limits, workers: Workers, instance: UInt64 = .random(in: 1 ... .max)) {
    self.limits = limits
    self.workers = workers
    self.instance = instance
    budget = CacheBudget(limit: Self.cacheBytes)
  }

  var count: Int { sessions.count }

  /// Cells of all sessions.
  private(set) var cellCount = 0
  /// Bytes of the cells of all sessions.
  private(set) var bytes = 0

  /// Lets go of what is large, and so takes long to give back, on a worker. It must be the last reference.
  func release<Value: Sendable>(_ value: consuming Value) {
    workers.release(consume value)
  }

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

  /// The sessions that a user may use, by name.
  func sessions(for userID: UInt32) -> [Session] {
    sessions.values.filter { $0.admits(userID: userID) }.sorted { $0.name < $1.name }
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
    throw .sessionNotFound(name, known: sessions(for: userID).map(\.name))
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
    return session
  }

  /// Removes a session and closes it.
  func delete(_ session: Session) {
    sessions[ByteKey(session.name)] = nil
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
    let growth = list.summary.bytes - session.list.summary.bytes
    if growth > 0, bytes + growth > limits.bytes {
      throw .limitExceeded(.bytes, scope: .daemon, max: limits.bytes)
    }
  }
}
