/// The end of the log of a session: its last record, and what the session is after it.
struct LogPosition: Sendable, Equatable {
  /// The two halves of the id of the entry: the revision of the session after it, and a count.
  var revision: UInt64
  var step: UInt64
  /// Random, so that equal records of two nodes differ.
  var tag: Check
  /// The number of the record, and its check.
  var number: Int64
  var link: ChainLink
  var cells: Int
  var bytes: Int

  /// The bound of numbers in the server. Nobody counts that far, so greater ones are damage, and
  /// sums of these do not overflow.
  static let bound: Int64 = 1 << 53
  static let counts = 0..<Int(bound)

  /// The head of a deleted session.
  static let tombstone = Array("deleted".utf8)

  /// The position before the first record.
  init(life: String, tag: Check = .random()) {
    revision = 0
    step = 0
    self.tag = tag
    number = 0
    link = .life(life)
    cells = 0
    bytes = 0
  }

  /// The id of the entry.
  var id: String { "\(revision)-\(step)" }

  /// The position as the head of a session has it.
  var text: String { "\(id) \(tag) \(number) \(link.text) \(cells) \(bytes)" }

  /// - Returns: `nil` for a text that is not a position.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let id = Self.halves(words[0]), let tag = Check(Array(words[1].utf8)),
      let number = Int64(words[2]), number >= 0, number < Self.bound, let cells = Int(words[4]),
      let bytes = Int(words[5]), Self.counts.contains(cells), Self.counts.contains(bytes)
    else { return nil }
    (revision, step) = id
    self.tag = tag
    self.number = number
    if number == 0 {
      link = .life(String(words[3]))
    } else {
      guard let check = Check(Array(words[3].utf8)) else { return nil }
      link = .check(check)
    }
    self.cells = cells
    self.bytes = bytes
  }

  static func halves(_ id: some StringProtocol) -> (UInt64, UInt64)? {
    let halves = id.split(separator: "-", omittingEmptySubsequences: false)
    // Each new life adds 2^32 to the revision.
    guard halves.count == 2, let revision = UInt64(halves[0]), revision < 1 << 62,
      let step = UInt64(halves[1]), step < UInt64(bound)
    else { return nil }
    return (revision, step)
  }

  /// The position after one more record. Until the last record of a change, the session is what it
  /// was.
  func following(_ record: StoredRecord, part: Int, isLast: Bool, using text: inout CheckText) -> LogPosition
  {
    var next = self
    (next.revision, next.step) = record.revision > revision ? (record.revision, 0) : (revision, step + 1)
    next.tag = .random()
    next.number += 1
    if isLast { (next.cells, next.bytes) = (record.cells, record.bytes) }
    let key = LogKey(seq: 0, session: 0, number: next.number, part: part, isLast: isLast, record: record)
    next.link = .check(key.check(of: record.json, after: link, using: &text))
    return next
  }
}

/// An entry of the stream of a session: a record of the local format with two tags.
struct LogEntry {
  let position: LogPosition
  let part: Int
  let isLast: Bool
  let record: StoredRecord

  /// The reason why an entry does not go on after a position.
  enum Misfit: Error {
    /// It belongs to another history.
    case otherHistory
    /// Entries between them are missing.
    case gap
    /// It does not fit its check.
    case damaged(String)
  }

  /// The number of names and values of an entry that need not be on replicas.
  private static let fieldCount = 20

  /// The number of replicas that must have all of some entries.
  static func replicas(of entries: [RedisReply]) -> Int {
    var most = 0
    for entry in entries {
      guard let fields = entry.elements?.last?.elements, fields.count > fieldCount else { continue }
      let count = fields[fieldCount + 1].text.flatMap { Int($0) } ?? 0
      if Durability.replicaCounts.contains(count) { most = max(most, count) }
    }
    return most
  }

  /// Adds the fields of the entry at `position` to a command.
  ///
  /// - Parameter replicas: the number of replicas that must have it before others see it.
  static func addFields(
    _ record: StoredRecord, at position: LogPosition, after tag: Check, part: Int, isLast: Bool,
    replicas: Int, to command: inout RedisCommand
  ) {
    func add(_ name: StaticString, _ value: some BinaryInteger) {
      command.add(name)
      command.add(value)
    }
    func add(_ name: StaticString, _ value: Check) {
      command.add(name)
      command.add { $0.append(value) }
    }
    add("tag", position.tag)
    add("previous", tag)
    add("number", position.number)
    add("part", part)
    add("last", isLast ? 1 : 0)
    add("cells", record.cells)
    add("bytes", record.bytes)
    add("format", Schema.recordFormat)
    if case .check(let check) = position.link { add("check", check) }
    command.add(StaticString("record"))
    command.add(record.json)
    if replicas > 0 { add("replicas", replicas) }
  }

  /// Reads the entry after `last`.
  init(_ reply: RedisReply, after last: LogPosition, using text: inout CheckText) throws(Misfit) {
    let halves = reply.elements ?? []
    guard halves.count == 2, let id = halves[0].text.flatMap({ LogPosition.halves($0) }) else {
      throw .damaged("an entry of its log is not an entry")
    }
    let fields = halves[1].pairs
    func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
      fields[name].flatMap { Number(String(decoding: $0, as: UTF8.self)) }
    }
    guard let previous = fields["previous"].flatMap({ Check($0) }),
      let tag = fields["tag"].flatMap({ Check($0) }),
      let number: Int64 = integer("number")
    else { throw .damaged("the entry \(id.0)-\(id.1) of its log has no tags or no number") }
    guard number <= last.number + 1 else { throw .gap }
    guard previous == last.tag, number == last.number + 1 else { throw .otherHistory }
    let name = "the record \(number), entry \(id.0)-\(id.1),"
    guard let part: Int = integer("part"), let isLast: Int = integer("last"),
      let cells: Int = integer("cells"),
      let bytes: Int = integer("bytes"), let format: Int64 = integer("format"), let json = fields["record"],
      let check = fields["check"].flatMap({ Check($0) }), LogPosition.counts.contains(cells),
      LogPosition.counts.contains(bytes), LogPosition.counts.contains(part)
    else { throw .damaged("\(name) has not all of its fields") }
    guard (1...Schema.recordFormat).contains(format) else {
      throw .damaged("\(name) has the format \(format); install a newer celld")
    }
    self.part = part
    self.isLast = isLast == 1
    record = StoredRecord(revision: id.0, cells: cells, bytes: bytes, json: json)
    var key = LogKey(seq: 0, session: 0, number: number, part: part, isLast: self.isLast, record: record)
    key.format = format
    guard key.check(of: json, after: last.link, using: &text) == check else {
      throw .damaged("\(name) does not fit its check")
    }
    var position = last
    (position.revision, position.step) = id
    position.tag = tag
    position.number = number
    position.link = .check(check)
    if self.isLast { (position.cells, position.bytes) = (cells, bytes) }
    self.position = position
  }
}

/// Entries of a log that were read at once.
struct LogPage {
  /// The bytes from which on a page ends. The last entries can have more.
  static let bytes = 4 << 20

  let entries: [RedisReply]
  /// Whether the log can have more of them.
  let hasMore: Bool

  init(_ entries: [RedisReply], hasMore: Bool) {
    self.entries = entries
    self.hasMore = hasMore
  }

  /// Reads the reply of the function `read`, or of `XRANGE` with at most `few` entries.
  init(_ reply: RedisReply, few: Int? = nil) {
    let elements = reply.elements ?? []
    if let few {
      entries = elements
      hasMore = elements.count >= few
    } else {
      entries = elements.count == 2 ? elements[1].elements ?? [] : []
      hasMore = elements.first?.integer == 1
    }
  }
}

/// The hash of a session in the server.
struct RedisSession {
  var session: StoredSession
  /// The count of possible losses of the server up to which its life is valid.
  var losses: Int64
  /// The list of the parts of the snapshot that counts, and their number; empty for none.
  var parts: String
  var partCount: Int
  /// The check of the last part, which covers those before it.
  var partsCheck: Check?
  var snapshotBytes: Int
  /// The end of the log at that snapshot, or the beginning of the log.
  var start: LogPosition
  /// The head.
  var end: LogPosition?

  /// The values of a new session.
  static func values(of session: StoredSession, _ start: LogPosition, losses: Int64) -> [String] {
    [
      "owner", "\(session.owner)", "name", session.name, "life", session.life, "level",
      session.level.description, "losses", "\(losses)", "parts", "", "count", "0", "size", "0", "number", "0",
      "start", start.text, "settings", String(decoding: session.settings, as: UTF8.self), "views",
      String(decoding: session.views, as: UTF8.self),
    ]
  }

  /// Whether all is equal that records change, besides the cells.
  func hasProperties(of other: RedisSession) -> Bool {
    let (mine, its) = (session, other.session)
    return losses == other.losses && mine.life == its.life && mine.level == its.level
      && mine.settings == its.settings && mine.views == its.views
  }

  /// Reads a hash and a head.
  ///
  /// - Parameter listed: its name in ``RedisKeys/names``, if it is known.
  /// - Returns: `nil` if the server does not have the session, or if it is not listed and its owner
  ///   or name is missing. If anything else is missing or not valid, the session has a damage.
  init?(_ id: Int64, _ hash: RedisReply, head: RedisReply, listed: String? = nil) {
    // The head is read after the hash, and the session can be deleted in between.
    guard hash != .array([]), head != .bytes(LogPosition.tombstone) else { return nil }
    let fields = hash.pairs
    func text(_ name: String) -> String? { fields[name].map { String(decoding: $0, as: UTF8.self) } }
    func count(_ name: String) -> Int? {
      text(name).flatMap { Int($0) }.flatMap { LogPosition.counts.contains($0) ? $0 : nil }
    }
    let own = text("owner").flatMap { UInt32($0) }.flatMap { owner in
      text("name").map { RedisKeys.name($0, of: owner) }
    }
    let words = (listed ?? own ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let owner = UInt32(words[0]) else { return nil }
    let name = String(words[1])
    self.init(id, owner, name, damage: "its hash is not whole")
    guard let own else { return }
    guard own.utf8.elementsEqual((listed ?? own).utf8) else {
      session.damage = "its hash says \(own), and the list of names says \(name)"
      return
    }
    let order = text("order").flatMap { Int64($0) } ?? 0
    session.order = order
    guard let life = text("life"), let level = text("level").flatMap({ Durability($0) }),
      level.storage > .memory,
      let losses = text("losses").flatMap({ Int64($0) }), let parts = text("parts"),
      let partCount = count("count"), let size = count("size"), let number = count("number"),
      let start = text("start").flatMap(LogPosition.init), number == start.number,
      let settings = fields["settings"],
      let views = fields["views"]
    else { return }
    end = head.text.flatMap(LogPosition.init)
    session = StoredSession(
      id: id, owner: owner, name: name, life: life, revision: end?.revision ?? 0, cells: end?.cells ?? 0,
      bytes: end?.bytes ?? 0, settings: settings, views: views, level: level, order: order)
    if end == nil { session.damage = "the end of its log is missing" }
    self.losses = losses
    self.parts = parts
    self.partCount = partCount
    partsCheck = fields["check"].flatMap { Check($0) }
    snapshotBytes = size
    self.start = start
  }

  /// A session that cannot be read.
  init(_ id: Int64, _ owner: UInt32, _ name: String, damage: String) {
    session = StoredSession(
      id: id, owner: owner, name: name, life: "", settings: [], views: [], level: .written, damage: damage)
    losses = 0
    parts = ""
    partCount = 0
    snapshotBytes = 0
    start = LogPosition(life: "")
  }
}
