import CellProtocol
import Glibc
import Logging
import Synchronization

/// Writes log messages to standard error, one line each, as `celld: warning: message key=value`.
///
/// If the journal reads standard error, lines begin with a priority `<N>` instead of the name of
/// the level. The journal can filter by it.
///
/// It never blocks. If the reader does not keep up, lines are lost. The next line that is written
/// follows a line with their number.
struct StandardErrorLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  private let writesPriorities: Bool
  private let descriptor: Int32
  private let losses = Losses()

  /// The number of lost lines since the last line that was written.
  private final class Losses: Sendable {
    let count = Atomic<Int>(0)
  }

  /// The maximum number of bytes of a line. A pipe that is ready takes as many at once.
  static let longestLine = 4_096

  /// - Parameters:
  ///   - journalStream: the value of `JOURNAL_STREAM`, as `device:inode`. Priorities are written
  ///     only if it names the descriptor.
  ///   - descriptor: standard error.
  init(journalStream: String?, descriptor: Int32 = STDERR_FILENO) {
    self.descriptor = descriptor
    writesPriorities = journalStream != nil && journalStream == Self.identity(of: descriptor)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = event.metadata.map { metadata.merging($0) { _, new in new } } ?? metadata
    let line = Self.line(
      level: event.level, message: event.message.description, metadata: all, withPriority: writesPriorities)
    let lost = losses.count.exchange(0, ordering: .relaxed)
    if lost > 0, !write(Self.losses(lost, withPriority: writesPriorities)) {
      losses.count.add(lost + 1, ordering: .relaxed)
    } else if !write(line) {
      losses.count.add(1, ordering: .relaxed)
    }
  }

  /// Writes a line if that does not block.
  private func write(_ line: [UInt8]) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) == 1 else { return false }
    return writeAll(line, to: descriptor)
  }

  private static func losses(_ count: Int, withPriority: Bool) -> [UInt8] {
    line(
      level: .warning,
      message: count == 1
        ? "1 line before this one was lost; the log is not read fast enough"
        : "\(count) lines before this one were lost; the log is not read fast enough",
      metadata: [:], withPriority: withPriority)
  }

  /// The bytes of one line. Control characters are replaced, so that a message is always one line
  /// and cannot steer a terminal.
  static func line(
    level: Logger.Level, message: String, metadata: Logger.Metadata, withPriority: Bool
  ) -> [UInt8] {
    var text = withPriority ? "<\(priority(of: level))>celld: " : "celld: \(level): "
    text += message
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      // Room for an ellipsis, and the line feed.
      guard bytes.count < longestLine - 8 else {
        bytes += "…".utf8
        break
      }
      let shown: Unicode.Scalar = !scalar.isControl ? scalar : scalar.isASCII ? " " : "\u{FFFD}"
      bytes.append(contentsOf: shown.utf8)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The level as a syslog priority (RFC 5424, table 2).
  static func priority(of level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  /// A descriptor's `device:inode`, as systemd writes it into `JOURNAL_STREAM`.
  static func identity(of descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return "\(status.st_dev):\(status.st_ino)"
  }
}
