/// A snapshot of a session that is being written, part by part.
final class RedisSnapshot {
  let line: RedisLine
  let entry: RedisEntry
  /// The end of the log in the state of the snapshot, and the bytes of the records up to it.
  let start: LogPosition
  let recordBytes: Int
  /// The key of the list of parts.
  let parts: String
  /// The parts that were sent, and their bytes.
  private(set) var count = 0
  private(set) var bytes = 0
  /// Whether a command was sent and not answered.
  var isWaiting = false

  private var source: any IteratorProtocol<[UInt8]> & Sendable
  private let key: String
  /// The check of the last part that was sent.
  private var check: PartsCheck

  init(_ line: RedisLine, _ entry: RedisEntry, _ snapshot: StoredSnapshot, _ keys: RedisKeys) {
    self.line = line
    self.entry = entry
    start = line.last
    recordBytes = line.recordBytes
    source = snapshot.parts
    check = PartsCheck(after: line.last)
    key = keys.session(line.id)
    parts = keys.parts(line.id, Check.random().description)
  }

  /// The command that adds the next part; `nil` after the last one.
  func nextPart() -> RedisCommand? {
    guard let json = source.next() else { return nil }
    check.add(json)
    count += 1
    bytes += json.count
    var command = RedisCommand(calling: "part", keys: [parts])
    command.add(json)
    return command
  }

  /// The command that makes the snapshot count.
  func last() -> RedisCommand {
    var command = RedisCommand(calling: "snapshot", keys: [key, parts])
    let values = [
      "parts", count == 0 ? "" : parts, "count", "\(count)", "size", "\(bytes)", "check",
      check.value.description, "start", start.text,
    ]
    for text in ["\(start.number)", "\(count)"] + values { command.add(text) }
    return command
  }
}

/// The check of the parts of a snapshot. It covers the check of the last record in the snapshot,
/// and the index and the text of each part.
struct PartsCheck {
  private(set) var value: Check
  private var count = 0
  private var text = CheckText()

  init(after position: LogPosition) {
    text.add(position.link)
    value = text.check
  }

  mutating func add(_ json: [UInt8]) {
    text.removeAll()
    text.add(value.digits)
    text.add(count)
    value = text.check(with: json)
    count += 1
  }
}
