import CellEngine
import CellStore
import CellWire
import Logging

/// Loads sessions from the store: each when it is asked for, and the others when nothing else is to
/// do. Belongs to the loop.
final class SessionLoader {
  /// The number of sessions that are loaded at a time without a request.
  private static let width = 1

  private let workers: Workers
  private let sessions: SessionTable
  private let journal: Journal
  private let fonts: (any FontSource)?
  private let log: Logger
  /// Called with a session that the store does not have any more.
  var onDeleted: (Session) -> Void = { _ in }
  /// The requests that wait for a session.
  private var waiting: [ObjectIdentifier: [(RPCError?) -> Void]] = [:]
  /// The sessions that are loaded without a request.
  private var ahead: Set<ObjectIdentifier> = []
  /// Sessions to load when nothing else is to do, the last one first.
  private var rest: [Session] = []

  init(
    _ workers: Workers, _ sessions: SessionTable, _ journal: Journal, fonts: (any FontSource)?, log: Logger
  ) {
    self.workers = workers
    self.sessions = sessions
    self.journal = journal
    self.fonts = fonts
    self.log = log
    journal.onSnapshotsWanted = { [unowned self] in snapshot($0) }
  }

  /// Adds the sessions of the store, and begins to load them.
  func add(_ stored: [StoredSession]) {
    for one in stored {
      if let damage = one.damage, journal.isShared { log.error("\(StoreError.unreadable(one.name, damage))") }
      let settings = SessionSettings(one)
      let (views, lost) = StoredView.read(one.views)
      for name in lost { log.warning("the view \(name) of the session \(one.name) cannot be read") }
      let session = Session(one, settings: settings, views: views, shared: sessions.shared)
      sessions.add(session)
      // What other daemons change is loaded only when somebody asks for it.
      if one.damage == nil, !journal.isShared { rest.append(session) }
    }
    // The last changed first.
    rest.sort { ($0.unloaded?.revision ?? 0) < ($1.unloaded?.revision ?? 0) }
    for _ in 0..<Self.width { loadNext() }
  }

  /// Loads a session, then calls `then`, with an error if the session cannot be read.
  ///
  /// A thread that works ahead is slow while other programs are busy. So a session that is asked
  /// for meanwhile is loaded again, and the first result counts.
  func load(_ session: Session, isNeeded: Bool = true, then: @escaping (RPCError?) -> Void) {
    guard let stored = session.unloaded, let store = journal.store else { return then(nil) }
    // Another daemon can have what is missing in a shared store.
    if let damage = stored.damage, !journal.isShared {
      return then(.storageFailed(.unreadable(session.name, damage), applied: .no))
    }
    let key = ObjectIdentifier(session)
    let isBegun = waiting[key] != nil
    waiting[key, default: []].append(then)
    guard !isBegun || isNeeded && ahead.remove(key) != nil else { return }
    if !isNeeded { ahead.insert(key) }
    let source = fonts
    workers.submit(WorkClaim(owner: .daemon, lane: isNeeded ? .heavy : .ahead), isLarge: true) {
      Result { () throws(StoreError) in try LoadedSession(stored, from: store, fonts: source) }
    } then: { [self] (loaded: Result<LoadedSession, StoreError>) in
      guard let calls = waiting.removeValue(forKey: key) else { return }
      ahead.remove(key)
      var error: RPCError?
      switch loaded {
      case .success(let found):
        if journal.isShared { session.take(found.stored, found.settings) }
        for (name, reason) in session.finishLoading(found.list, found.views, found.fonts) {
          log.warning(
            "the view \(name) of the session \(session.name) cannot be used here: \(reason.message)")
        }
        if let damage = found.stored.damage {
          // Nothing is known of what comes after this state, so it does not change.
          session.damage = damage
          session.isPartial = true
          log.error("\(StoreError.unreadable(session.name, damage))")
          store.unfollow(stored.id)
        } else {
          store.follow(stored.id, arrivals: session.arrivals)
        }
      case .failure(let reason) where reason.cause == .deleted:
        onDeleted(session)
        error = .sessionNotFound(session.name)
      case .failure(let reason):
        log.error("\(reason)")
        store.unfollow(stored.id)
        error = .storageFailed(reason, applied: .no)
      }
      for call in calls { call(error) }
    }
  }

  /// Drops what waits.
  func close() {
    waiting = [:]
    ahead = []
    rest = []
  }

  private func loadNext() {
    guard let session = rest.popLast() else { return }
    guard !session.isLoaded, !session.isDeleted else { return loadNext() }
    load(session, isNeeded: false) { [self] _ in loadNext() }
  }

  private func snapshot(_ ids: [Int64]) {
    for id in ids {
      guard let session = sessions.session(stored: id) else { continue }
      load(session) { [self] error in
        if error == nil { journal.snapshot(session) }
      }
    }
  }
}
