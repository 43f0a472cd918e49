import Glibc
import Locks

/// A store in one SQLite file.
public final class SQLiteStore: SessionStore {
  public let levels = Durability.local

  private let path: String
  private let inbox: Inbox
  private let reader: SessionReader
  private let report: @Sendable (StoreReport) -> Void

  /// Opens a store, and creates it if there is none: the steps 1 to 5 of a start.
  ///
  /// - Parameters:
  ///   - path: the file. Others with the same beginning are made next to it.
  ///   - bootID: the boot of the machine; `nil` if it is unknown.
  ///   - version: the version of celld.
  ///   - report: takes reports, on a thread of the store.
  public static func open(
    path: String, bootID: String?, version: String = "0", report: @escaping @Sendable (StoreReport) -> Void
  ) throws(StoreError) -> (store: SQLiteStore, opening: StoreOpening) {
    try open(path: path, bootID: bootID, version: version, limits: StoreLimits(), vfs: nil, report: report)
  }

  /// - Parameter vfs: the name of a file system layer of SQLite; `nil` for the default one.
  static func open(
    path: String, bootID: String?, version: String = "0", limits: StoreLimits, vfs: String?,
    report: @escaping @Sendable (StoreReport) -> Void
  ) throws(StoreError) -> (store: SQLiteStore, opening: StoreOpening) {
    var file = try StoreFile(path: path, bootID: bootID, version: version, vfs: vfs)
    let (connection, index, opening) = try file.open()
    let places = RecordPlaces()
    let inbox = Inbox()
    do throws(DatabaseError) {
      let ledger = try Ledger(file, connection, index, places: places)
      let writer = Handover(Writer(inbox, ledger, index, limits: limits, report: report))
      startThread {
        let isOrderly = writer.take()?.run() ?? false
        inbox.end()
        if inbox.claimClosedReport() { report(.closed(isOrderly: isOrderly)) }
      }
    } catch {
      throw StoreError("The store \(path) cannot be opened: \(error.message). Check the disk.")
    }
    let store = SQLiteStore(
      file.path, inbox, SessionReader(path: file.path, vfs: vfs, places: places), report)
    return (store, opening)
  }

  private init(
    _ path: String, _ inbox: Inbox, _ reader: SessionReader,
    _ report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.path = path
    self.inbox = inbox
    self.reader = reader
    self.report = report
  }

  public func obstacle(to level: Durability) -> String? {
    level.replicas > 0 ? "A SQLite file has no replicas. Use synced, or a Redis server as the store." : nil
  }

  public var statistics: StoreStatistics {
    var statistics = inbox.statistics
    for file in [path, path + "-wal"] { statistics.fileBytes += FileStatus(file)?.size ?? 0 }
    return statistics
  }

  /// Queues entries. After the report ``StoreReport/closed(isOrderly:)``, it has no effect.
  public func submit(_ entries: [StoreSubmission]) { inbox.add(entries) }

  @discardableResult
  public func read(
    _ session: Int64, held: HeldSession? = nil, part: (_ json: [UInt8]) throws -> Void,
    record: (StoredRecord) throws -> Void
  ) throws(StoreError) -> StoredSession? {
    do throws(ReadError) {
      try reader.read(session, part: part, record: record)
      return nil
    } catch {
      if case .damaged(_, let reason) = error { inbox.addDamage(session, reason) }
      throw error.storeError
    }
  }

  public func close(within milliseconds: UInt64) {
    let deadline = monotonicNanoseconds() + milliseconds * 1_000_000
    inbox.close(at: deadline)
    let inbox = inbox
    let report = report
    // A commit that does not return blocks the writer, so another thread looks at the time.
    startThread {
      guard !inbox.waitForEnd(until: deadline + 200_000_000), inbox.claimClosedReport() else { return }
      report(.closed(isOrderly: false))
    }
  }

  /// Ends as a kill does, but after the present commit.
  func abandon() { inbox.close(at: Inbox.now) }

  /// Waits for the end of the writer.
  func waitForEnd() {
    inbox.waitForEnd(until: monotonicNanoseconds() + 60_000_000_000)
  }
}

/// An object on its way to its thread.
final class Handover<Object>: @unchecked Sendable {
  private var object: Object?

  init(_ object: Object) { self.object = object }

  func take() -> Object? {
    defer { object = nil }
    return object
  }
}
