import CellStore
import CellWire
import Glibc
import Locks
import Logging

/// A store that was opened before there is a loop.
struct OpenStore {
  let opening: StoreOpening
  private let store: any SessionStore
  private let level: Durability
  private let idleTime: UInt64
  private let reports: Reports

  /// Keeps reports until there is somebody to take them.
  private final class Reports: Sendable {
    private struct State {
      var waiting: [StoreReport] = []
      var take: (@Sendable (StoreReport) -> Void)?
    }
    private let state = Mutex(State())

    func add(_ report: StoreReport) {
      state.withLock { state in
        guard let take = state.take else { return state.waiting.append(report) }
        take(report)
      }
    }

    func deliver(to take: @escaping @Sendable (StoreReport) -> Void) {
      state.withLock { state in
        for report in state.waiting { take(report) }
        state.waiting = []
        state.take = take
      }
    }
  }

  /// Connects to a store in a Redis server.
  ///
  /// - Parameter idleTime: the milliseconds after which sessions that nobody uses are not kept in
  ///   memory.
  init(_ options: RedisOptions, level: Durability, idleTime: UInt64) throws(StoreError) {
    self.level = level
    self.idleTime = idleTime
    let reports = Reports()
    self.reports = reports
    (store, opening) = try RedisStore.open(options) { reports.add($0) }
    try check()
  }

  /// Opens the store in the file `path`.
  ///
  /// - Parameters:
  ///   - level: the durability of new sessions.
  ///   - environment: `CELLD_BOOT_ID` is the boot of the machine, for units that hide /proc/sys.
  init(path: String, level: Durability, environment: (String) -> String?) throws(StoreError) {
    self.level = level
    idleTime = .max
    let reports = Reports()
    self.reports = reports
    (store, opening) = try SQLiteStore.open(
      path: path, bootID: environment("CELLD_BOOT_ID") ?? Self.bootID(), version: celldVersion
    ) { reports.add($0) }
    try check()
  }

  private func check() throws(StoreError) {
    if let reason = store.obstacle(to: level) {
      throw StoreError("The durability \(level) is not possible now. \(reason)")
    }
  }

  /// The journal that uses the store.
  ///
  /// - Parameter isPrivate: whether only one user, and root, can connect.
  func journal(_ loop: EventLoop, isPrivate: Bool, _ log: Logger) throws -> Journal {
    try Journal(loop, level: level, idleTime: idleTime, isPrivate: isPrivate, log: log) { take in
      reports.deliver(to: take)
      return (store, opening.nextSession)
    }
  }

  /// The boot of the machine, in 32 hexadecimal digits; `nil` if it cannot be read.
  private static func bootID() -> String? {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let digits = buffer.prefix(count).filter { $0 != UInt8(ascii: "-") && $0 > 32 }
    return String(decoding: digits, as: UTF8.self)
  }
}
