import CellEngine
import CellWire

/// All sessions of the daemon, by name. Each user has names of their own: sessions of several users
/// can have one name.
///
/// A name means the caller's own session, else the shared one of that name. If several users share
/// one, it is the oldest, so that nobody takes it over later.
final class SessionTable {
  /// The number of names before and after an unknown one among which its nearest name is looked
  /// for.
  private static let namesAround = 64

  let shared: SharedResources
  /// Called with a session before it is closed.
  var onDelete: (Session) -> Void = { _ in }
  /// For each name its sessions, the oldest first.
  private var sessions: [ByteKey: [Session]] = [:]
  /// All sessions by the bytes of their names, then by age.
  private var ordered: [Session] = []
  /// Those that a store has, by their numbers in it.
  private var stored: [Int64: Session] = [:]
  /// The number of sessions of each user.
  private var counts: [UInt32: Int] = [:]

  init(_ shared: SharedResources) {
    self.shared = shared
  }

  var count: Int { ordered.count }

  /// All sessions, by name.
  var all: [Session] { ordered }

  /// The users that own sessions.
  var owners: Set<UInt32> { Set(counts.keys) }

  /// The next sessions by name that begin with `prefix`, come after the name `last`, and that the
  /// user may use; at most `count`. The second value is the name to go on after; `nil` if there are
  /// no more.
  func sessions(
    for userID: UInt32, prefix: String, after last: String?, atMost count: Int
  ) -> (sessions: [Session], last: String?) {
    let start = last.map { place(after: $0) } ?? place(of: prefix)
    var end = min(ordered.count, start + count)
    // The sessions of one name stay together.
    if end > start, end < ordered.count { end = place(after: ordered[end - 1].name) }
    let part = ordered[start..<end].prefix { $0.name.utf8.starts(with: prefix.utf8) }
    let hasMore = end < ordered.count && part.endIndex == end
    return (part.filter { $0.isListed(for: userID) }, hasMore ? part.last?.name : nil)
  }

  /// Whether any user has a session of that name.
  func hasSession(named name: String) -> Bool { sessions[ByteKey(name)] != nil }

  /// The position after the last session of that name.
  private func place(after name: String) -> Int {
    place(of: name) + (sessions[ByteKey(name)]?.count ?? 0)
  }

  /// The position of the first session of that name in ``ordered``, or the position to insert it
  /// at.
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
  private func namesLike(_ name: String, for userID: UInt32, owner: UInt32?) -> [String] {
    let place = place(of: name)
    let around = max(0, place - Self.namesAround)..<min(ordered.count, place + Self.namesAround)
    return ordered[around]
      .filter { $0.isVisible && $0.admits(userID: userID) && $0.owner == owner ?? $0.owner }
      .map(\.name)
  }

  /// The session that the name means for a user; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - owner: the owner of the session; `nil` for any.
  ///   - isVisible: whether to leave out sessions whose creation is not visible yet.
  func session(
    named name: String, for userID: UInt32, owner: UInt32? = nil, isVisible: Bool = true
  ) -> Session? {
    let known = sessions[ByteKey(name), default: []]
    if let owner {
      return known.first {
        $0.owner == owner && $0.admits(userID: userID) && ($0.isVisible || !isVisible && owner == userID)
      }
    }
    return known.first { $0.owner == userID && ($0.isVisible || !isVisible) }
      ?? known.first { $0.isVisible && $0.admits(userID: userID) }
  }

  /// The session that the name means for a user, which must exist.
  ///
  /// - Throws: sessionNotFound, also if another user has a session of that name.
  func existing(_ name: String, for userID: UInt32, owner: UInt32? = nil) throws(RPCError) -> Session {
    if let session = session(named: name, for: userID, owner: owner) { return session }
    throw .sessionNotFound(
      name, known: namesLike(name, for: userID, owner: owner), isOwn: owner == nil || owner == userID)
  }

  /// Makes a session. The owner must have none of that name.
  ///
  /// - Throws: limitExceeded, unsupported.
  func create(_ name: String, owner: UInt32, settings: SessionSettings) throws(RPCError) -> Session {
    try shared.admitSession(of: owner)
    try shared.admit(growth: settings.byteCount + View.bytes(of: Environment()), of: owner)
    let session = try Session(name, owner: owner, settings: settings, shared: shared)
    add(session)
    return session
  }

  /// Adds a session. The owner must have none of that name.
  func add(_ session: Session) {
    counts[session.owner, default: 0] += 1
    shared.count(session: 1, of: session.owner)
    insert(session)
    noteStored(session)
  }

  /// Inserts a session among those of its name, by their order in the store.
  private func insert(_ session: Session) {
    let known = sessions[ByteKey(session.name), default: []]
    let index = known.firstIndex { $0.order > session.order } ?? known.count
    ordered.insert(session, at: place(of: session.name) + index)
    sessions[ByteKey(session.name), default: []].insert(session, at: index)
  }

  /// Takes the order of a session in the store.
  func set(order: Int64, of session: Session) {
    guard order != session.order, remove(session) else { return }
    session.order = order
    insert(session)
  }

  /// Forgets the cells of a session that nobody uses. Another one takes its position.
  func unload(_ session: Session) {
    guard let id = session.storedID, remove(session) else { return }
    let unloaded = session.unloadedCopy(id)
    insert(unloaded)
    noteStored(unloaded)
    onDelete(session)
    session.close()
  }

  /// Removes a session from the names.
  ///
  /// - Returns: whether it was there.
  private func remove(_ session: Session) -> Bool {
    let known = sessions[ByteKey(session.name), default: []]
    guard let index = known.firstIndex(where: { $0 === session }) else { return false }
    ordered.remove(at: place(of: session.name) + index)
    sessions[ByteKey(session.name)] = known.count > 1 ? known.filter { $0 !== session } : nil
    return true
  }

  /// Notes that a session has a number in the store.
  func noteStored(_ session: Session) {
    if let id = session.storedID { stored[id] = session }
  }

  /// The session with this number in the store.
  func session(stored id: Int64) -> Session? { stored[id] }

  /// Removes a session and closes it.
  func delete(_ session: Session) {
    guard remove(session) else { return }
    if let id = session.storedID { stored[id] = nil }
    let left = counts[session.owner, default: 0] - 1
    counts[session.owner] = left > 0 ? left : nil
    shared.count(session: -1, of: session.owner)
    onDelete(session)
    session.close()
  }
}
