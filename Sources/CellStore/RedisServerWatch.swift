/// The properties of the server on which the promises of the store depend.
final class RedisServerWatch {
  private let keys: RedisKeys
  private let client: RedisClient
  private let inbox: RedisInbox
  private let replicas: RedisReplicas
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
      if server.isSynced, !found.isSynced {
        client.ask(RedisCommand("HSET", keys.server, "fsync", "other")) { _ in }
      }
      if found != server { server = found }
    }
    client.ask(RedisLink.replication) { [self] reply throws(RedisError) in
      server.replicas = try RedisLink.replicas(try RedisLink.check(reply))
    }
  }
}
