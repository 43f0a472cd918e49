import Foundation
import Locks
import Testing

@testable import CellStore

/// A folder for one store.
final class StoreFolder {
  let folder: String
  var path: String { folder + "/store.db" }

  init() {
    folder = NSTemporaryDirectory() + "celld-store-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Copies the files of the store into another folder, as the end of a process leaves them.
  ///
  /// - Parameter keepingMark: whether the mark names the copy, as if it was the same file.
  func copy(keepingMark: Bool = true) throws -> StoreFolder {
    let other = StoreFolder()
    for suffix in ["", "-wal", "-mark"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: other.path + suffix)
    }
    if keepingMark {
      try other.changeMark { mark in
        mark.inode = other.inode
        mark.logInode = other.inode("-wal")
      }
    }
    return other
  }

  var inode: UInt64 { inode("") }

  /// The inode of the file with a suffix; 0 if there is none.
  private func inode(_ suffix: String) -> UInt64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
    return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  func changeMark(_ body: (inout Mark) -> Void) throws {
    var mark = try #require(Mark(line: Array(Data(contentsOf: URL(fileURLWithPath: path + "-mark")))))
    body(&mark)
    try Data(mark.line).write(to: URL(fileURLWithPath: path + "-mark"))
  }

  /// Opens the store, waits for the body, and closes it.
  @discardableResult
  func withStore<Result>(
    boot: String? = "boot-1", limits: StoreLimits = StoreLimits(), vfs: String? = nil, isOrderly: Bool = true,
    _ body: (RunningStore) throws -> Result
  ) throws -> Result {
    let running = try RunningStore(path, boot: boot, limits: limits, vfs: vfs)
    defer { running.close(isOrderly: isOrderly) }
    return try body(running)
  }

  /// Runs statements of SQL with another connection.
  func sql(_ statements: String) throws {
    try Connection(path: path, access: .write).execute(statements)
  }

  func integer(_ query: String) throws -> Int64 {
    try Schema.integer(query, of: Connection(path: path, access: .read))
  }
}

/// The outcomes and other reports of a store, as they come.
final class Reports: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcomes: [UInt64: [StoreOutcome]] = [:]
  private var order: [UInt64] = []
  private var commits: [[UInt64]] = []
  private var wanted: [Int64] = []
  private var others: [String] = []

  func add(_ report: StoreReport) {
    condition.withLock {
      switch report {
      case .outcomes(let found):
        for (ticket, outcome) in found {
          outcomes[ticket, default: []].append(outcome)
          order.append(ticket)
        }
        commits.append(found.map(\.ticket))
      case .away: others.append("away")
      case .back: others.append("back")
      case .weakened: others.append("weakened")
      case .snapshotsWanted(let ids):
        wanted += ids
        others.append("wanted")
      case .closed(let isOrderly): others.append(isOrderly ? "closed in order" : "closed")
      // Of stores that several daemons share.
      case .records, .restarted, .damaged, .sessions, .deleted, .created, .released, .event, .heard, .noted:
        others.append("news")
      }
      condition.broadcast()
    }
  }

  /// The last outcome of an entry that is not `unknown`.
  func outcome(_ ticket: UInt64) -> StoreOutcome {
    condition.withLock {
      while true {
        switch outcomes[ticket]?.last {
        case nil, .unknown?: condition.wait()
        case let outcome?: return outcome
        }
      }
    }
  }

  func wait(for report: String) {
    condition.withLock {
      while !others.contains(report) { condition.wait() }
    }
  }

  /// Waits until a session needs a snapshot.
  func waitForWish(of session: Int64) {
    condition.withLock {
      while !wanted.contains(session) { condition.wait() }
      wanted.removeAll { $0 == session }
    }
  }

  /// Whether no entry has a second outcome after the one that settles it.
  var hasOneEndForEach: Bool {
    condition.withLock {
      outcomes.values.allSatisfy { found in
        found.dropLast().allSatisfy { if case .unknown = $0 { true } else { false } } && found.count <= 2
      }
    }
  }

  func all(_ ticket: UInt64) -> [StoreOutcome] { condition.withLock { outcomes[ticket] ?? [] } }
  var settled: [UInt64] { condition.withLock { order } }
  var groups: [[UInt64]] { condition.withLock { commits } }
  var names: [String] { condition.withLock { others } }
}

/// A store that is open, and a simple kind of session: a list of texts, to which changes append.
final class RunningStore {
  let store: SQLiteStore
  let opening: StoreOpening
  let reports = Reports()
  private var ticket: UInt64 = 0

  init(_ path: String, boot: String? = "boot-1", limits: StoreLimits = StoreLimits(), vfs: String? = nil)
    throws
  {
    let reports = reports
    (store, opening) = try SQLiteStore.open(path: path, bootID: boot, limits: limits, vfs: vfs) {
      reports.add($0)
    }
  }

  /// - Parameter isOrderly: `false` ends the store as a kill does, but after the present commit.
  func close(isOrderly: Bool = true) {
    if isOrderly { store.close(within: 60_000) } else { store.abandon() }
    store.waitForEnd()
  }

  @discardableResult
  func submit(
    _ entry: StoreEntry, level: Durability = .written, user: UInt32 = 1, outages: Int? = nil
  ) -> UInt64 {
    ticket += 1
    let outages = outages ?? reports.names.count { $0 == "away" }
    store.submit([StoreSubmission(entry, ticket: ticket, level: level, user: user, outages: outages)])
    return ticket
  }

  /// Creates a session, and waits for it.
  @discardableResult
  func create(
    _ id: Int64, _ name: String? = nil, level: Durability = .written, owner: UInt32 = 1
  ) -> StoreOutcome {
    let session = StoredSession(
      id: id, owner: owner, name: name ?? "s\(id)", life: Check.random().description,
      settings: Array("{}".utf8), views: Array("[]".utf8), level: level)
    return reports.outcome(submit(.create(session), level: level))
  }

  /// Appends texts to a session, each in a record of its own.
  @discardableResult
  func append(
    _ texts: [String], to session: Int64, revision: UInt64, level: Durability = .written, user: UInt32 = 1,
    outages: Int? = nil, _ body: (inout StoredChange) -> Void = { _ in }
  ) -> UInt64 {
    let records = texts.map {
      StoredRecord(
        revision: revision, cells: Int(revision), bytes: 10 * Int(revision), json: Array("\"\($0)\"".utf8))
    }
    var change = StoredChange(session: session, records: records.makeIterator())
    body(&change)
    return submit(.change(change), level: level, user: user, outages: outages)
  }

  func snapshot(
    _ texts: [String], of session: Int64, revision: UInt64, level: Durability = .written, outages: Int? = nil
  ) -> UInt64 {
    let parts = texts.map { Array("\"\($0)\"".utf8) }
    return submit(
      .snapshot(
        StoredSnapshot(
          session: session, revision: revision, cells: Int(revision), bytes: 10 * Int(revision),
          parts: parts.makeIterator())), level: level, outages: outages)
  }

  func isStored(_ ticket: UInt64) -> Bool {
    if case .stored = reports.outcome(ticket) { true } else { false }
  }

  /// The texts of a session.
  func texts(_ session: Int64) throws -> [String] {
    var found: [String] = []
    func add(_ json: [UInt8]) {
      let text = String(decoding: json, as: UTF8.self)
      if text.hasPrefix("\"") { found.append(String(text.dropFirst().dropLast())) }
    }
    try store.read(session, part: { add($0) }, record: { add($0.json) })
    return found
  }

  func session(_ id: Int64) throws -> StoredSession {
    try #require(opening.sessions.first { $0.id == id })
  }
}
