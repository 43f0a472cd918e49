/// A place where sessions outlive the daemon. docs/store.md has the rules.
///
/// A store knows sessions by their ids, and their changes as JSON that it does not read. `submit`
/// and `close` return at once. Their effects come later as reports, on a thread of the store.
public protocol SessionStore: AnyObject, Sendable {
  /// The levels that the store can promise.
  var levels: [Durability] { get }
  /// Counts and sizes of the store now. May be called on any thread.
  var statistics: StoreStatistics { get }

  /// Queues entries, which are stored in as few commits as the limits allow. The entries of one
  /// session are stored in their order. Each gets one outcome, under its ticket; after
  /// ``StoreOutcome/unknown(_:)``, a second one follows.
  func submit(_ entries: [StoreSubmission])

  /// Reads a session that has no queued entries: first the parts of its snapshot, then the records
  /// after it, in order. May be called on any thread, also by several threads.
  ///
  /// - Throws: StoreError if it cannot be read, or does not fit its checks. Nothing that was read
  ///   may be used then.
  func read(
    _ session: Int64, part: (_ json: [UInt8]) throws -> Void, record: (StoredRecord) throws -> Void
  ) throws(StoreError)

  /// Stores what is queued, and closes the store. The last report is
  /// ``StoreReport/closed(isOrderly:)``.
  ///
  /// - Parameter milliseconds: the time after which the store closes without the rest.
  func close(within milliseconds: UInt64)
}

/// The events that a change survives.
public enum Durability: String, Sendable, CaseIterable, Comparable {
  /// None.
  case memory
  /// The end of the daemon, whatever the reason.
  case written
  /// A power cut.
  case synced

  public static func < (left: Durability, right: Durability) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .memory: 0
    case .written: 1
    case .synced: 2
    }
  }
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
  /// The reason why it is not served; `nil` for a session in order.
  public var damage: String?

  public init(
    id: Int64, owner: UInt32, name: String, life: String, revision: UInt64 = 0, cells: Int = 0,
    bytes: Int = 0,
    settings: [UInt8], views: [UInt8], level: Durability, damage: String? = nil
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
    self.damage = damage
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

  public init(_ entry: StoreEntry, ticket: UInt64, level: Durability, user: UInt32, outages: Int = 0) {
    self.entry = entry
    self.ticket = ticket
    self.level = level
    self.user = user
    self.outages = outages
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
}

/// A message of a store to the daemon.
public enum StoreReport: Sendable {
  /// Outcomes of entries, in the order of each session.
  case outcomes([(ticket: UInt64, outcome: StoreOutcome)])
  /// The store takes nothing until ``back``.
  case away(StoreError)
  case back
  /// These sessions need a snapshot, so that old records can be deleted.
  case snapshotsWanted([Int64])
  case closed(isOrderly: Bool)
}

/// An error of a store.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem and the cure, in whole sentences.
  public let description: String
  /// The milliseconds until the store tries again; `nil` if it does not.
  public let retryAfter: Int?

  public init(_ description: String, retryAfter: Int? = nil) {
    self.description = description
    self.retryAfter = retryAfter
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
  public var isAway = false
  public var lastError: StoreError?

  public init() {}
}
