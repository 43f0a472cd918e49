/// The properties of the server on which the promises of the store depend.
final class RedisServerWatch {
  private let keys: RedisKeys
  private let client: RedisClient
  private let inbox: RedisInbox
  private let replicas: RedisReplicas
  /// The time of the next look at a rewrite that has not succeeded.
  private(set) var rewriteTime: UInt64 = 0
  /// Called when a rewrite has ended that changes waited for.
  var onRewritten: () -> Void = {}
  var server: RedisServer {
    didSet {
      inbox.server = server
      replicas.connected = server.replicas
      onChange()
    }
  }
  /// Called when a property has changed.
  var onChange: () -> Void = {}

  init(
    _ server: RedisServer, _ keys: RedisKeys, _ client: RedisClient, _ inbox: RedisInbox,
    _ replicas: RedisReplicas
  ) {
    self.server = server
    self.keys = keys
    self.client = client
    self.inbox = inbox
    self.replicas = replicas
  }

  /// Asks for those that can change while the server runs. The handlers throw if the store is away
  /// because of it.
  func look() {
    client.ask(RedisLink.settings) { [self] reply throws(RedisError) in
      var found = server
      found.take(settings: try RedisLink.check(reply))
      // What is written with another setting can be lost.
      if server.syncCure == nil, found.syncCure != nil {
        client.ask(RedisCommand("HSET", keys.server, "fsync", "other")) { _ in }
      }
      if found != server { server = found }
    }
    client.ask(RedisLink.replication) { [self] reply throws(RedisError) in
      let (replicas, history) = try RedisLink.replicas(try RedisLink.check(reply))
      guard history == server.history else { throw RedisError(message: "has followed another server") }
      server.replicas = replicas
    }
  }

  /// The time of the next look at a rewrite; `nil` if there is none to wait for.
  var wakeTime: UInt64? { server.rewrite == .done ? nil : rewriteTime }

  /// Looks whether the rewrite of this run of the server has succeeded, or starts it again.
  func lookAtRewrite(_ now: UInt64) {
    guard server.rewrite != .done, now >= rewriteTime else { return }
    // A server that refuses it is not asked all the time.
    rewriteTime = now + (server.rewrite == .running ? 50_000_000 : 5_000_000_000)
    client.ask(RedisRewrite.infos) { [self] reply throws(RedisError) in
      let rewrite = RedisRewrite(RedisLink.infos(try RedisLink.check(reply)))
      if let rewrite { end(rewrite) }
      guard server.rewrite != .done, rewrite != .running else { return }
      client.ask(RedisCommand("BGREWRITEAOF")) { [self] reply in
        if server.rewrite == .running { end(RedisRewrite(reply)) }
      }
    }
  }

  private func end(_ rewrite: RedisRewrite) {
    guard rewrite != server.rewrite else { return }
    server.rewrite = rewrite
    if rewrite == .done {
      let fsync = server.syncCure == nil ? "always" : "other"
      client.ask(RedisCommand("HSET", keys.server, "rewritten", server.run, "fsync", fsync)) { _ in }
    }
    onRewritten()
  }
}
