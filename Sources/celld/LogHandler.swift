import Glibc
import Logging

/// Writes log messages to standard error, one line each, as `celld: warning: message key=value`.
///
/// If the journal reads standard error, lines begin with a priority `<N>` instead of the name of
/// the level. The journal can filter by it.
struct StandardErrorLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .notice
  private let writesPriorities: Bool

  /// - Parameter journalStream: the value of `JOURNAL_STREAM`, as `device:inode`. Priorities are
  ///   written only if it names standard error.
  init(journalStream: String?) {
    writesPriorities = journalStream != nil && journalStream == Self.identity(of: STDERR_FILENO)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = event.metadata.map { metadata.merging($0) { _, new in new } } ?? metadata
    let line = Self.line(
      level: event.level, message: event.message.description, metadata: all, withPriority: writesPriorities)
    writeAll(line, to: STDERR_FILENO)
  }

  /// The bytes of one line. Control characters are replaced, so that a message is always one line
  /// and cannot steer a terminal.
  static func line(
    level: Logger.Level, message: String, metadata: Logger.Metadata, withPriority: Bool
  ) -> [UInt8] {
    var text = withPriority ? "<\(priority(of: level))>celld: " : "celld: \(level): "
    text += message
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { text += " \(key)=\(value)" }
    var bytes = text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
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
