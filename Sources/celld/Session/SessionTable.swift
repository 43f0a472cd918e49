import CellEngine
import CellProtocol

/// All sessions of the daemon, by name.
final class SessionTable {
  /// The number of names before and after an unknown one among which its nearest name is looked
  /// for.
  private static let namesAround = 64

  let shared: SharedResources
  /// Called with a session before it is closed.
  var onDelete: (Session) -> Void = { _ in }
  private var sessions: [ByteKey: Session] = [:]
  /// All sessions by the bytes of their names.
  private var ordered: [Session] = []

  init(_ shared: SharedResources) {
    self.shared = shared
  }

  var count: Int { sessions.count }

  /// The next sessions by name that begin with `prefix`, come after the name `last`, and that the
  /// user may use; at most `count`. The second value is the name to go on after; `nil` if there are
  /// no more.
  func sessions(
    for userID: UInt32, prefix: String, after last: String?, atMost count: Int
  ) -> (sessions: [Session], last: String?) {
    var start = place(of: last ?? prefix)
    if let last, start < ordered.count, ordered[start].name.utf8.elementsEqual(last.utf8) { start += 1 }
    let part = ordered[start...].prefix(count).prefix { $0.name.utf8.starts(with: prefix.utf8) }
    return (part.filter { $0.admits(userID: userID) }, part.count == count ? part.last?.name : nil)
  }

  /// The position of the name in ``ordered``, or the position to insert it at.
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

  /// Names that are near `name` in the order: they begin like it, if any do.
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

  /// The session of that name, which must exist.
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
    guard sessions.count < shared.limits.sessions else {
      throw .limitExceeded(.sessions, scope: .daemon, max: shared.limits.sessions)
    }
    let session = try Session(name, owner: owner, settings: settings, shared: shared)
    sessions[ByteKey(name)] = session
    ordered.insert(session, at: place(of: name))
    return session
  }

  /// Removes a session and closes it.
  func delete(_ session: Session) {
    sessions[ByteKey(session.name)] = nil
    ordered.remove(at: place(of: session.name))
    shared.count(from: session.list.summary, to: ListSummary())
    onDelete(session)
    session.close()
  }
}
