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

  init(_ line: RedisLine, _ entry: RedisEntry, _ snapshot: StoredSnapshot, _ keys: RedisKeys) {
    self.line = line
    self.entry = entry
    start = line.last
    recordBytes = line.recordBytes
    source = snapshot.parts
    key = keys.session(line.id)
    parts = keys.parts(line.id, Check.random().description)
  }

  /// The command that adds the next part; `nil` after the last one.
  func nextPart() -> RedisCommand? {
    guard let json = source.next() else { return nil }
    count += 1
    bytes += json.count
    var command = RedisCommand("RPUSH", arguments: 2)
    command.add(parts)
    command.add(json)
    return command
  }

  /// The command that makes the snapshot count.
  func last() -> RedisCommand {
    var command = RedisCommand(calling: "snapshot", keys: [key, parts], arguments: 9)
    let values = [
      "parts", count == 0 ? "" : parts, "count", "\(count)", "size", "\(bytes)", "start", start.text,
    ]
    for text in ["\(start.number)"] + values { command.add(text) }
    return command
  }
}
