/// A place where sessions outlive the daemon. docs/store.md has the rules.
///
/// A store knows sessions by their ids, and their changes as JSON that it does not read. `submit`
/// and `close` return at once. Their effects come later as reports, on a thread of the store.
public protocol SessionStore: AnyObject, Sendable {
  /// The levels that the store can promise now. The one with replicas has the highest number.
  var levels: [Durability] { get }
  /// Why the store cannot promise a level now, and the cure; `nil` if it can.
  func obstacle(to level: Durability) -> String?
  /// Counts and sizes of the store now. May be called on any thread.
  var statistics: StoreStatistics { get }
  /// Whether other daemons change the sessions of the store, too.
  var isShared: Bool { get }

  /// Queues entries, which are stored in as few commits as the limits allow. The entries of one
  /// session are stored in their order. Each gets one outcome, under its ticket; after
  /// ``StoreOutcome/unknown(_:)``, a second one follows.
  func submit(_ entries: [StoreSubmission])

  /// Reads a session that has no queued entries: first the parts of its snapshot, then the records
  /// after it, in order. May be called on any thread, also by several threads.
  ///
  /// - Parameter held: what the daemon has of the session. It is written in the place of what is
  ///   damaged, lost or older, with a new life.
  /// - Returns: the properties of the session then; `nil` if they are those of the opening.
  /// - Throws: StoreError if it cannot be read, or does not fit its checks. What was read may be
  ///   used only if the error has ``StoreError/readable``.
  @discardableResult
  func read(
    _ session: Int64, held: HeldSession?, part: (_ json: [UInt8]) throws -> Void,
    record: (StoredRecord) throws -> Void
  ) throws(StoreError) -> StoredSession?

  /// Reports the changes that others make after the state that was read last, until
  /// ``unfollow(_:)``.
  ///
  /// - Parameter arrivals: the ``StoreSubmission/arrivals`` of the next entries of the session.
  func follow(_ session: Int64, arrivals: Int)
  func unfollow(_ session: Int64)
  /// Ends the reports on a session that nobody uses. ``StoreReport/released(session:)`` follows,
  /// unless something is under way.
  func release(_ session: Int64)
  /// Notes that the daemon has applied the records of reports. The store does not report more while
  /// too many wait.
  ///
  /// - Parameter arrivals: the number of the last report, as ``StoreSubmission/arrivals`` counts.
  func noteApplied(_ session: Int64, arrivals: Int)
  /// Sends an event on a session to other daemons that follow it, at most once.
  func announce(_ event: StoreEvent)
  /// Asks for all that others have done until now. ``StoreReport/heard(_:)`` follows the reports.
  ///
  /// - Parameter number: higher than the one before.
  func listen(_ number: UInt64)
  /// Has other daemons wait with their changes of a session until ``endTurn(_:)`` and the entries
  /// before it, but not for ever.
  func takeTurn(_ session: Int64)
  func endTurn(_ session: Int64)

  /// Stores what is queued, and closes the store. The last report is
  /// ``StoreReport/closed(isOrderly:)``.
  ///
  /// - Parameter milliseconds: the time after which the store closes without the rest.
  func close(within milliseconds: UInt64)
}

extension SessionStore {
  public var isShared: Bool { false }
  public func follow(_ session: Int64, arrivals: Int) {}
  public func unfollow(_ session: Int64) {}
  public func release(_ session: Int64) {}
  public func noteApplied(_ session: Int64, arrivals: Int) {}
  public func announce(_ event: StoreEvent) {}
  public func listen(_ number: UInt64) {}
  public func takeTurn(_ session: Int64) {}
  public func endTurn(_ session: Int64) {}
}

/// A session in a store, without its cells.
public struct StoredSession: Sendable, Equatable {
  public var id: Int64
  /// The number of the user who owns it.
  public var owner: UInt32
  public var name: String
  public var life: String
  public var revision: UInt64
  /// The number of its cells, and the bytes that they take in memory.
  public var cells: Int
  public var bytes: Int
  /// The settings and the named views of its last change, as JSON.
  public var settings: [UInt8]
  public var views: [UInt8]
  public var level: Durability
  /// Grows with each session that is made in a shared store. Of several sessions with one name, the
  /// lowest is the oldest.
  public var order: Int64
  /// The reason why it is not served; `nil` for a session in order.
  public var damage: String?

  public init(
    id: Int64, owner: UInt32, name: String, life: String, revision: UInt64 = 0, cells: Int = 0,
    bytes: Int = 0,
    settings: [UInt8], views: [UInt8], level: Durability, order: Int64 = 0, damage: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    self.life = life
    self.revision = revision
    self.cells = cells
    self.bytes = bytes
    self.settings = settings
    self.views = views
    self.level = level
    self.order = order
    self.damage = damage
  }
}

/// A session as a daemon shows it.
public struct HeldSession: Sendable {
  /// If it has a damage, the store is not read before it is written.
  public var session: StoredSession
  /// Its cells, as ``StoredSnapshot/parts``.
  public var parts: any IteratorProtocol<[UInt8]> & Sendable
  /// Whether the store has lost a state of it, so that its life must end; and whether all of it can
  /// be lost.
  public var isLost: Bool
  public var isGone: Bool

  public init(
    _ session: StoredSession, parts: any IteratorProtocol<[UInt8]> & Sendable, isLost: Bool, isGone: Bool
  ) {
    self.session = session
    self.parts = parts
    self.isLost = isLost
    self.isGone = isGone
  }
}

/// A change of a session, or a piece of a large one.
public struct StoredRecord: Sendable, Equatable {
  /// The revision of the session after the change.
  public var revision: UInt64
  /// The number of cells after the change, and the bytes that they take in memory.
  public var cells: Int
  public var bytes: Int
  public var json: [UInt8]

  public init(revision: UInt64, cells: Int, bytes: Int, json: [UInt8]) {
    self.revision = revision
    self.cells = cells
    self.bytes = bytes
    self.json = json
  }
}

/// Something to store.
public enum StoreEntry: Sendable {
  case create(StoredSession)
  case change(StoredChange)
  /// The whole state of a session after the entries that were queued before. At the level `memory`,
  /// later entries wait for it, since changes before it can be missing.
  case snapshot(StoredSnapshot)
  case delete(session: Int64)

  /// The number of its session.
  var session: Int64 {
    switch self {
    case .create(let session): session.id
    case .change(let change): change.session
    case .snapshot(let snapshot): snapshot.session
    case .delete(let session): session
    }
  }
}

/// An entry for the queue of a store.
public struct StoreSubmission: Sendable {
  public var entry: StoreEntry
  /// A number that no other entry has.
  public var ticket: UInt64
  public var level: Durability
  /// The user whose share of the writer's time the entry takes.
  public var user: UInt32
  /// The reports ``StoreReport/away(_:)`` that were taken before the entry was made. An entry that
  /// does not know of the last one can depend on changes that were refused.
  public var outages: Int
  /// The reports of other daemons' changes to the session that were taken before the entry was
  /// made. A change that does not know of the last one is outdated.
  public var arrivals: Int

  public init(
    _ entry: StoreEntry, ticket: UInt64, level: Durability, user: UInt32, outages: Int = 0, arrivals: Int = 0
  ) {
    self.entry = entry
    self.ticket = ticket
    self.level = level
    self.user = user
    self.outages = outages
    self.arrivals = arrivals
  }
}

/// A change of a session. All of it is stored, or nothing.
public struct StoredChange: Sendable {
  public var session: Int64
  /// The records, at least one, made one by one on the thread of the store. All have one revision.
  public var records: any IteratorProtocol<StoredRecord> & Sendable
  /// The settings, the views and the level of the session after it, if it changes them.
  public var settings: [UInt8]?
  public var views: [UInt8]?
  public var level: Durability?
  /// A new life that begins with the change.
  public var life: String?

  public init(
    session: Int64, records: any IteratorProtocol<StoredRecord> & Sendable, settings: [UInt8]? = nil,
    views: [UInt8]? = nil, level: Durability? = nil, life: String? = nil
  ) {
    self.session = session
    self.records = records
    self.settings = settings
    self.views = views
    self.level = level
    self.life = life
  }
}

/// The whole state of a session.
public struct StoredSnapshot: Sendable {
  public var session: Int64
  public var revision: UInt64
  public var cells: Int
  public var bytes: Int
  /// The cells in parts, as JSON, made one by one on the thread of the store.
  public var parts: any IteratorProtocol<[UInt8]> & Sendable

  public init(
    session: Int64, revision: UInt64, cells: Int, bytes: Int, parts: any IteratorProtocol<[UInt8]> & Sendable
  ) {
    self.session = session
    self.revision = revision
    self.cells = cells
    self.bytes = bytes
    self.parts = parts
  }
}

/// Something that happened in a session, and is not kept.
public struct StoreEvent: Sendable {
  /// The maximum number of bytes of its text.
  public static let limit = 256 << 10

  public var session: Int64
  /// The revision of the session right after it.
  public var revision: UInt64
  /// JSON that the store does not read. Empty if it was lost on the way.
  public var json: [UInt8]

  public init(session: Int64, revision: UInt64, json: [UInt8]) {
    self.session = session
    self.revision = revision
    self.json = json
  }
}

/// The end of an entry.
public enum StoreOutcome: Sendable {
  /// It is stored at its level.
  case stored
  /// Nothing of it was stored, and nothing will be.
  case refused(StoreError)
  /// It may be stored. ``stored`` or ``refused(_:)`` follows when the store has been read.
  case unknown(StoreError)
  /// A change at the level `memory` was dropped. The next entries of its session are dropped, too,
  /// until a snapshot of it is stored.
  case dropped(StoreError)
  /// Another daemon was faster, and nothing was stored. The report on its changes came before, or
  /// that on the session that took the name of a new one.
  case outdated
}

/// A message of a store to the daemon.
public enum StoreReport: Sendable {
  /// Outcomes of entries, in the order of each session.
  case outcomes([(ticket: UInt64, outcome: StoreOutcome)])
  /// The store takes nothing until ``back``. It can come again, with another reason.
  case away(StoreError)
  case back
  /// The store does not promise a level any more that it could, and why; `nil` if it can again.
  case weakened(StoreError?)
  /// These sessions need a snapshot, so that old records can be deleted.
  case snapshotsWanted([Int64])
  /// Changes of others to a session that is followed, in their order. Without a record, only the
  /// changes that were submitted are outdated.
  case records(session: Int64, [StoredRecord])
  /// The state of a session that is followed is not in its history any more. It must be read again.
  ///
  /// - `losesState`: whether a state of it was lost.
  /// - `isGone`: whether the server has lost all of it, so that it is not deleted.
  case restarted(session: Int64, losesState: Bool, isGone: Bool)
  /// A session that is followed cannot be read, and why.
  case damaged(session: Int64, String)
  /// Sessions that others made or configured.
  case sessions([StoredSession])
  /// A session that others deleted.
  case deleted(session: Int64)
  /// The answer to ``SessionStore/listen(_:)``, or the store is away.
  case heard(UInt64)
  /// A session of this daemon was made, and its ``StoredSession/order``. Its outcome follows.
  case created(session: Int64, order: Int64)
  /// Something that others announced, in a session that is followed.
  case event(StoreEvent)
  /// No more reports on a session follow. It must be read again before it is used.
  case released(session: Int64)
  /// An error that ends no request, as a sentence.
  case noted(String)
  case closed(isOrderly: Bool)
}

/// An error of a store.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and the cure, in whole sentences.
  public let description: String
  /// The milliseconds until the store tries again; `nil` if it does not.
  public let retryAfter: Int?
  /// The state of a session that cannot be read.
  public enum Cause: Sendable, Equatable {
    case deleted
    case damaged(String)
  }
  public let cause: Cause?
  /// The session at the end of what was read before its damage.
  public var readable: StoredSession?

  public init(_ description: String, retryAfter: Int? = nil, cause: Cause? = nil) {
    self.description = description
    self.retryAfter = retryAfter
    self.cause = cause
  }
}

/// Counts of a store since its start.
public struct StoreStatistics: Sendable {
  /// Entries that wait, and their oldest one's age in milliseconds.
  public var waiting = 0
  public var lag = 0
  /// Records and commits, and bytes of records.
  public var records = 0
  public var commits = 0
  public var syncs = 0
  public var recordBytes = 0
  public var snapshots = 0
  /// Bytes of the store's files.
  public var fileBytes = 0
  /// Sessions that cannot be read.
  public var damaged = 0
  /// Changes that were made again, since another daemon was faster; and records of others.
  public var retries = 0
  public var arrived = 0
  /// How often the connection was made again, and the sessions that are followed.
  public var reconnects = 0
  public var followed = 0
  public var isAway = false
  public var lastError: StoreError?

  public init() {}
}
