/// A session as the writer knows it: its entries in their order, and what is stored of it.
final class SessionLine {
  let id: Int64
  var entries = Ring<Queued>()
  var isScheduled = false
  /// The large change that was begun.
  var progress: ChangeProgress?
  var stored = StoredState()
  /// Members of the row that were dropped with changes; `nil` if nothing was dropped.
  var dropped: RowUpdate?
  /// A snapshot that stores what was dropped is being written. Entries wait for it.
  var isBeingCured = false

  init(_ id: Int64) { self.id = id }

  var isReady: Bool { !entries.isEmpty && !isScheduled && !isBeingCured }
  var isServed: Bool { stored.exists && !stored.isDeleted && stored.damage == nil }
}

/// The part of a session that is in the store.
struct StoredState {
  var exists = false
  var isDeleted = false
  var damage: String?
  /// The last record, and its check.
  var number: Int64 = 0
  var link = ChainLink.life("")
  /// The highest snapshot that has parts.
  var highestSnapshot: Int64 = 0
  /// The last record in the snapshot that counts.
  var counted: Int64 = 0
  var snapshotBytes = 0
  /// The bytes of the records that were appended, and of those that the snapshot has.
  var appendedBytes = 0
  var countedBytes = 0
  /// The rows of the log.
  var rows = 0
  /// A snapshot was asked for.
  var isWanted = false

  init() {}

  /// The bytes of the records after the snapshot that counts.
  var recordBytes: Int { appendedBytes - countedBytes }

  init(_ keys: SessionKeys) {
    exists = true
    isDeleted = keys.row.isDeleted
    damage = keys.damage
    number = keys.number
    link = keys.link
    highestSnapshot = keys.highestSnapshot
    counted = keys.row.number
    snapshotBytes = keys.snapshotBytes
    appendedBytes = keys.recordBytes
    rows = keys.rows
  }
}

/// New values for the row of a session.
struct RowUpdate {
  var settings: [UInt8]?
  var views: [UInt8]?
  var level: Durability?
  var life: String?

  init() {}

  init(_ change: StoredChange) {
    settings = change.settings
    views = change.views
    level = change.level
    life = change.life
  }

  var isEmpty: Bool { settings == nil && views == nil && level == nil && life == nil }

  /// Adds a later update.
  mutating func merge(_ other: RowUpdate) {
    settings = other.settings ?? settings
    views = other.views ?? views
    level = other.level ?? level
    life = other.life ?? life
  }

  func apply(to row: inout SessionRow) {
    row.settings = settings ?? row.settings
    row.views = views ?? row.views
    row.level = level ?? row.level
    row.life = life ?? row.life
  }
}

/// A change whose records are made one by one.
struct ChangeProgress {
  private var records: any IteratorProtocol<StoredRecord> & Sendable
  private var following: StoredRecord?
  private var part = -1

  init(_ change: StoredChange) {
    records = change.records
    following = records.next()
  }

  /// - Returns: `nil` if the change has no record.
  mutating func next() -> (record: StoredRecord, part: Int, isLast: Bool)? {
    guard let record = following else { return nil }
    following = records.next()
    part += 1
    return (record, part, following == nil)
  }
}

/// The entries of a session, which take turns with others.
protocol ScheduledLine: AnyObject {
  /// Whether it waits for its turn.
  var isScheduled: Bool { get set }
  /// Whether it has something to do, and does not wait.
  var isReady: Bool { get }
  /// The user of its first entry.
  var nextUser: UInt32? { get }
}

extension SessionLine: ScheduledLine {
  var nextUser: UInt32? { entries.first?.user }
}

/// The lines with entries, in the order of their turns: round-robin over users, then over the
/// sessions of each.
struct Schedule<Line: ScheduledLine> {
  private final class UserLines {
    let user: UInt32
    var lines = Ring<Line>()
    init(_ user: UInt32) { self.user = user }
  }

  private var users = Ring<UserLines>()
  private var byUser: [UInt32: UserLines] = [:]

  var isEmpty: Bool { users.isEmpty }

  /// Adds a line after those of the user of its first entry.
  mutating func add(_ line: Line) {
    guard line.isReady, let user = line.nextUser else { return }
    line.isScheduled = true
    if let lines = byUser[user] { return lines.lines.append(line) }
    let lines = UserLines(user)
    lines.lines.append(line)
    byUser[user] = lines
    users.append(lines)
  }

  /// Takes the line whose turn it is. It must be added again if it has more entries.
  mutating func next() -> Line? {
    guard let user = users.popFirst(), let line = user.lines.popFirst() else { return nil }
    if user.lines.isEmpty { byUser[user.user] = nil } else { users.append(user) }
    line.isScheduled = false
    return line
  }

  mutating func removeAll() {
    while next() != nil {}
  }
}
