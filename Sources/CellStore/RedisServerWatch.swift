/// The properties of the server on which the promises of the store depend.
final class RedisServerWatch {
  private let client: RedisClient
  private let inbox: RedisInbox
  private let replicas: RedisReplicas
  var server: RedisServer {
    didSet {
      inbox.server = server
      replicas.connected = server.replicas
    }
  }

  init(_ server: RedisServer, _ client: RedisClient, _ inbox: RedisInbox, _ replicas: RedisReplicas) {
    self.server = server
    self.client = client
    self.inbox = inbox
    self.replicas = replicas
  }

  /// Asks for those that can change while the server runs. The handlers throw if the store is away
  /// because of it.
  func look() {
    client.ask(RedisLink.syncSettings) { [self] reply throws(RedisError) in
      let isSynced = RedisLink.isSynced(try RedisLink.check(reply))
      guard isSynced != server.isSynced else { return }
      server.isSynced = isSynced
      // What is written with another setting can be lost.
      throw RedisError(message: "has other settings for syncs")
    }
    client.ask(RedisLink.replication) { [self] reply throws(RedisError) in
      server.replicas = try RedisLink.replicas(try RedisLink.check(reply))
    }
  }
}
