/// Entries of one session that are appended to its log together: all of them, or none.
struct RedisGroup {
  /// The bytes of records from which on no more are added.
  private static let room = 64 << 10

  private let start: LogPosition
  /// The end of the log after the last of them.
  private(set) var end: LogPosition
  /// The number of entries, and the bytes of their records.
  private(set) var count = 0
  private(set) var bytes = 0
  /// The words of the entries, and the number of words of each.
  private var words = RedisCommand()
  private var width = 0
  /// The values that the hash of the session has after the last entry.
  private var values: [(name: String, value: [UInt8])] = []
  private var replicas = 0
  /// Whether the first one goes on with a large change.
  private var isRest = false
  /// Whether another change can follow.
  private var isOpen = true

  /// A group after the end of a log.
  init(after end: LogPosition) {
    start = end
    self.end = end
  }

  /// Whether a record of a change with so many replicas can be added.
  func takes(replicas: Int) -> Bool {
    count == 0 || isOpen && bytes < Self.room && replicas == self.replicas
  }

  /// Adds a record of a change.
  ///
  /// - Returns: the position of its entry.
  mutating func add(
    _ record: StoredRecord, part: Int, isLast: Bool, replicas: Int, using text: inout CheckText
  ) -> LogPosition {
    var record = record
    // Only the whole change has a revision of its own.
    if !isLast { record.revision = end.revision }
    let next = end.following(record, part: part, isLast: isLast, using: &text)
    let before = words.count
    words.add(next.revision, dash: next.step)
    LogEntry.addFields(
      record, at: next, after: end.tag, part: part, isLast: isLast, replicas: replicas, to: &words)
    width = words.count - before
    end = next
    count += 1
    bytes += record.json.count
    self.replicas = replicas
    isRest = part > 0
    isOpen = part == 0 && isLast
    return next
  }

  /// Adds a value of the hash of the session. Nothing can be added after that.
  mutating func set(_ name: String, _ value: [UInt8]) {
    values.append((name, value))
    isOpen = false
  }

  /// The command that appends them to the log of a session.
  ///
  /// - Parameter node: the node, which waits for the turn of another one; `nil` if it does not.
  func command(_ session: Int64, _ keys: RedisKeys, node: String?) -> RedisCommand {
    var command = RedisCommand(calling: "append", keys: keys.appending(session))
    command.add(start.text)
    command.add(end.text)
    command.add(keys.sessions)
    command.add(session)
    // The rest of a change does not wait.
    command.add(isRest ? "" : node ?? "")
    command.add(2 * values.count)
    command.add(width)
    for (name, value) in values {
      command.add(name)
      command.add(value)
    }
    command.add(words)
    return command
  }
}
