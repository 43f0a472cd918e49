/// The sessions of a server.
enum RedisDirectory {
  /// The sessions that are read at once.
  private static let width = 256

  /// Reads all sessions, without their cells, the oldest first.
  static func read(
    _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) -> [RedisSession] {
    let keys = options.keys
    let names = try names(connection, options)
    var sessions: [RedisSession] = []
    let all = names.keys.sorted()
    for start in stride(from: 0, to: all.count, by: width) {
      let part = all[start..<min(start + width, all.count)]
      let commands = part.flatMap {
        [RedisCommand("HGETALL", keys.session($0)), RedisCommand("GET", keys.head($0))]
      }
      let replies = try connection.call(commands, within: options.patience)
      for (index, id) in part.enumerated() {
        let (hash, head) = (replies[2 * index], replies[2 * index + 1])
        for reply in [hash, head] where !reply.isOfWrongType { _ = try RedisLink.check(reply) }
        if let session = RedisSession(id, hash, head: head, listed: names[id]) { sessions.append(session) }
      }
    }
    return sessions.sorted { ($0.session.order, $0.session.id) < ($1.session.order, $1.session.id) }
  }

  /// Reads the names of all sessions, as ``RedisKeys/name(_:of:)`` makes them.
  static func names(
    _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) -> [Int64: String] {
    let keys = options.keys
    var names: [Int64: String] = [:]
    var cursor = "0"
    repeat {
      let scan = RedisCommand("HSCAN", keys.names, cursor, "COUNT", "1000")
      let reply =
        try RedisLink.check(connection.call(scan, within: options.patience), keys.names).elements ?? []
      guard reply.count == 2, let next = reply[0].text else { break }
      cursor = next
      // As keys of a dictionary, names that are canonically equivalent would be one.
      let found = reply[1].elements ?? []
      for index in stride(from: 1, to: found.count, by: 2) {
        if let id = found[index].text.flatMap({ Int64($0) }) { names[id] = found[index - 1].text }
      }
    } while cursor != "0"
    return names
  }
}
