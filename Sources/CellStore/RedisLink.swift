import Glibc

/// Where and how a store in Redis is reached.
public struct RedisOptions: Sendable {
  public var address: RedisAddress
  /// Reads the user and the password of the next connection; `nil` if they never change.
  public var currentAddress: (@Sendable () throws(StoreError) -> RedisAddress)?
  /// The beginning of the names of all keys.
  public var prefix: String
  /// The milliseconds within which the server must answer.
  var patience = 5_000
  /// The milliseconds before the first attempt to reach the server again, and the maximum.
  var firstRetry = 100
  var longestRetry = 5_000
  /// The weights of records beyond the bytes of a snapshot that lead to a new one: after a second
  /// without changes, and at once.
  var idleBytes = 1 << 20
  var busyBytes = 16 << 20
  /// The milliseconds within which replicas must have a change.
  var replicaPatience = 2_000
  var replicaTime: UInt64 { UInt64(replicaPatience) * 1_000_000 }
  /// The nanoseconds for which changes wait until the server has rewritten its file.
  var rewriteTime: UInt64 = 4_500_000_000

  public init(address: RedisAddress, prefix: String = "celld:") {
    self.address = address
    self.prefix = prefix
  }

  var keys: RedisKeys { RedisKeys(prefix: prefix) }

  /// An error of the server as a whole sentence.
  func sentence(_ error: RedisError) -> String { "The Redis server \(address) \(error.message)".asSentence }

  /// Why a server cannot store changes of a level now, and the cure; `nil` if it can.
  func refusal(of level: Durability, by server: RedisServer) -> StoreError? {
    if let policy = server.eviction {
      return StoreError(
        "The Redis server \(address) has the maxmemory-policy \(policy), which deletes sessions. Set "
          + "maxmemory-policy to noeviction.", retryAfter: 1000)
    }
    guard level.storage == .synced else { return nil }
    if let cure = server.syncCure {
      return StoreError(
        "The Redis server \(address) does not sync each change. Set \(cure).", retryAfter: 1000)
    }
    return server.rewrite.failure.map(StoreError.notRewritten)
  }
}

/// The properties of a server that a node knows.
struct RedisServer: Sendable, Equatable {
  /// Random, for each start of the server.
  var run = ""
  /// The replication history that the server had before. It changes when the server follows another
  /// one.
  var history = ""
  /// Whether the server has an append-only file.
  var hasFile = false
  /// The settings without which an answered command can be lost at the end of the server; `nil` if
  /// it has them.
  var syncCure: String? = "appendonly to yes"
  /// The policy by which it deletes keys when its memory is full; `nil` if it does not.
  var eviction: String?
  var rewrite = RedisRewrite.done
  /// The number of possible losses of changes, and the changes that are known to be lost in the
  /// last one.
  var losses: Int64 = 0
  var lost: Int64 = 0
  /// The number of changes that the node has seen.
  var changes: Int64 = 0
  /// The replicas that are connected.
  var replicas = 0

  /// Whether an answered command survives the end of the server, possibly after a wait.
  var isSynced: Bool { syncCure == nil && rewrite.failure == nil }

  /// Takes a reply to ``RedisLink/settings``.
  mutating func take(settings reply: RedisReply) {
    let settings = reply.pairs.mapValues { String(decoding: $0, as: UTF8.self) }
    let hadFile = hasFile
    hasFile = settings["appendonly"] == "yes"
    // A file that is switched on begins with a rewrite.
    if hasFile, !hadFile { rewrite = .running }
    // With the last one, nothing is synced while the server writes a snapshot of itself.
    let needed = [("appendonly", "yes"), ("appendfsync", "always"), ("no-appendfsync-on-rewrite", "no")]
    let missing = needed.filter { settings[$0.0] != $0.1 }.map { "\($0.0) to \($0.1)" }
    syncCure = missing.isEmpty ? nil : missing.joined(separator: " and ")
    eviction = settings["maxmemory-policy"].flatMap { $0 == "noeviction" ? nil : $0 }
  }

  /// Takes the reply to ``RedisCommand/open(_:_:)``.
  mutating func take(opened reply: RedisReply) throws(RedisError) {
    let values = try RedisLink.check(reply).elements?.compactMap(\.integer) ?? []
    guard values.count == 3 else { throw RedisError(message: "does not execute the functions of celld") }
    (losses, lost) = (values[0], values[1])
    rewrite = hasFile && values[2] == 0 ? .running : .done
  }
}

/// The first rewrite of the append-only file in a run of the server. A kill can have cut a
/// transaction in the file. Until the rewrite, the next start would take all later commands for a
/// part of it.
enum RedisRewrite: Sendable, Equatable {
  case done, running
  case failed(String)

  static let infos = RedisCommand("INFO", "persistence")

  var failure: String? { if case .failed(let reason) = self { reason } else { nil } }

  /// Reads the reply to ``infos``.
  ///
  /// - Returns: `nil` if the rewrite must be started.
  init?(_ infos: [String: String]) {
    if infos["aof_rewrite_in_progress"] == "1" || infos["aof_rewrite_scheduled"] == "1" {
      self = .running
    } else if infos["aof_last_bgrewrite_status"] != "ok" {
      self = .failed("the last one failed")
    } else if infos["aof_base_size"] == "0" || infos["aof_last_rewrite_time_sec"] != "-1" {
      // The file was begun in this run, or it was rewritten.
      self = .done
    } else {
      return nil
    }
  }

  /// Reads the reply to `BGREWRITEAOF`.
  init(_ reply: RedisReply) {
    if case .error(let text) = reply, !text.contains("in progress") {
      self = .failed(text)
    } else {
      self = .running
    }
  }
}

/// The two connections of a node: one for commands, one for announcements.
struct RedisLink {
  let commands: RedisConnection
  let news: RedisConnection
  let server: RedisServer
  /// The number of the connection for commands at the server.
  let client: Int64

  /// - Parameter earlier: the link before this one. None of its commands is executed after this.
  init(_ options: RedisOptions, instead earlier: (client: Int64, server: RedisServer)?) throws(RedisError) {
    let patience = options.patience
    commands = try Self.connect(options)
    client = try Self.check(commands.call(RedisCommand("CLIENT", "ID"), within: patience)).integer ?? 0
    var server = try Self.server(commands, options)
    // Commands that the server did not read yet would be done after the node has looked for them.
    if let earlier, earlier.server.run == server.run {
      _ = try commands.call(RedisCommand("CLIENT", "KILL", "ID", String(earlier.client)), within: patience)
    }
    let loaded = try commands.call(RedisCommand("FUNCTION", "LOAD", RedisScript.library), within: patience)
    if case .error(let text) = loaded, !text.contains("already exists") {
      throw RedisError(message: "does not take the functions of celld: \(text)")
    }
    (server.changes, server.losses) = (earlier?.server.changes ?? 0, earlier?.server.losses ?? 0)
    try server.take(opened: commands.call(.open(server, options.keys), within: patience))
    if server.rewrite == .running, try RedisRewrite(Self.infos("persistence", commands, options)) == nil {
      server.rewrite = RedisRewrite(try commands.call(RedisCommand("BGREWRITEAOF"), within: patience))
    }
    self.server = server
    news = try Self.connect(options)
    news.send(RedisCommand("SUBSCRIBE", options.keys.sessions))
    try news.flush()
  }

  /// A connection of the user of the store.
  static func connect(_ options: RedisOptions) throws(RedisError) -> RedisConnection {
    let connection = try RedisConnection(options.address.endpoint, within: options.patience)
    var address = options.address
    do throws(StoreError) { address = try options.currentAddress?() ?? address } catch {
      throw RedisError(message: "gets no password. \(error)")
    }
    if let password = address.password {
      var command = RedisCommand("AUTH")
      if let user = address.user { command.add(user) }
      command.add(password)
      _ = try check(connection.call(command, within: options.patience))
    }
    if options.address.database != 0 {
      let select = RedisCommand("SELECT", String(options.address.database))
      _ = try check(connection.call(select, within: options.patience))
    }
    return connection
  }

  /// A reply that must not be an error.
  ///
  /// - Parameter key: the key of the command, if all sessions need it.
  static func check(_ reply: RedisReply, _ key: String? = nil) throws(RedisError) -> RedisReply {
    if let key = reply.foreignKey ?? (reply.isOfWrongType ? key : nil) { throw .foreign(key) }
    if case .error(let text) = reply { throw RedisError(message: "refuses a command of celld: \(text)") }
    return reply
  }

  /// The number in a key that all sessions need.
  static func number(_ reply: RedisReply, _ key: String) throws(RedisError) -> Int64? {
    guard let text = try check(reply, key).text else { return nil }
    guard let number = Int64(text) else { throw .foreign(key) }
    return number
  }

  static func infos(
    _ section: String, _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) -> [String: String] {
    infos(try check(connection.call(RedisCommand("INFO", section), within: options.patience)))
  }

  static func infos(_ reply: RedisReply) -> [String: String] {
    var infos: [String: String] = [:]
    for line in (reply.text ?? "").split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      infos[String(line[..<colon])] = String(line[line.index(after: colon)...])
    }
    return infos
  }

  /// Reads the properties of the server on which the promises of the store depend.
  static func server(
    _ connection: RedisConnection, _ options: RedisOptions
  ) throws(RedisError) -> RedisServer {
    let infos = try infos("server", connection, options)
    let version = infos["redis_version"] ?? "0"
    guard (version.split(separator: ".").first.flatMap { Int($0) } ?? 0) >= 7 else {
      throw RedisError(message: "is version \(version); celld needs 7.0 or later")
    }
    if let mode = infos["redis_mode"], mode != "standalone" {
      throw RedisError(
        message: "runs in the mode \(mode); celld needs a server of its own, with or without replicas")
    }
    let replication = try check(connection.call(Self.replication, within: options.patience))
    var server = RedisServer()
    (server.replicas, server.history) = try replicas(replication)
    server.run = infos["run_id"] ?? ""
    server.take(settings: try check(connection.call(settings, within: options.patience)))
    // All of them delete keys with an expiry, too: the parts of a snapshot that is being written.
    if let policy = server.eviction {
      throw RedisError(
        message: "has the maxmemory-policy \(policy), which deletes sessions; set noeviction")
    }
    return server
  }

  static var replication: RedisCommand { RedisCommand("INFO", "replication") }

  /// The number of replicas that are connected, and the replication history before.
  ///
  /// - Throws: RedisError if the server is a replica itself.
  static func replicas(_ reply: RedisReply) throws(RedisError) -> (count: Int, history: String) {
    let infos = infos(reply)
    guard infos["role"] == "master" else {
      throw RedisError(message: "is a replica; name the server that it follows")
    }
    let count = infos.count { $0.key.hasPrefix("slave") && $0.value.contains("state=online") }
    return (count, infos["master_replid2"] ?? "")
  }

  /// The settings of the server on which its promises depend.
  static var settings: RedisCommand { RedisCommand("CONFIG", "GET", "*append*", "maxmemory-policy") }
}
