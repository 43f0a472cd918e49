/// The sessions of a server.
enum RedisDirectory {
  /// The sessions that are read at once.
  private static let width = 256

  /// Reads all sessions, without their cells.
  static func read(
    _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) -> [RedisSession] {
    let keys = options.keys
    var ids: Set<Int64> = []
    var cursor = "0"
    repeat {
      let scan = RedisCommand("HSCAN", keys.names, cursor, "COUNT", "1000")
      let reply = try RedisLink.check(connection.call(scan, within: options.patience)).elements ?? []
      guard reply.count == 2, let next = reply[0].text else { break }
      cursor = next
      for (index, element) in (reply[1].elements ?? []).enumerated() where index % 2 == 1 {
        if let id = element.text.flatMap({ Int64($0) }) { ids.insert(id) }
      }
    } while cursor != "0"
    var sessions: [RedisSession] = []
    let all = ids.sorted()
    for start in stride(from: 0, to: all.count, by: width) {
      let part = all[start..<min(start + width, all.count)]
      let commands = part.flatMap {
        [RedisCommand("HGETALL", keys.session($0)), RedisCommand("GET", keys.head($0))]
      }
      let replies = try connection.call(commands, within: options.patience)
      for (index, id) in part.enumerated() {
        let (hash, head) = (
          try RedisLink.check(replies[2 * index]), try RedisLink.check(replies[2 * index + 1])
        )
        if let session = RedisSession(id, hash, head: head) { sessions.append(session) }
      }
    }
    return sessions
  }
}
