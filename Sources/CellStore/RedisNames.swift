/// All sessions in the server, with the names under which they are listed.
final class RedisNames {
  private let keys: RedisKeys
  private let client: RedisClient
  private let outcomes: RedisOutcomes
  private let report: @Sendable (StoreReport) -> Void
  private var names: [Int64: String] = [:]
  /// The new sessions that replicas may not have yet, and what to do when they have all of them.
  private(set) var held = 0
  var onConfirmed: [() -> Void] = []

  init(
    _ found: [RedisSession], _ keys: RedisKeys, _ client: RedisClient, _ outcomes: RedisOutcomes,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.keys = keys
    self.client = client
    self.outcomes = outcomes
    self.report = report
    _ = replace(with: found)
  }

  subscript(id: Int64) -> String? {
    get { names[id] }
    set { names[id] = newValue }
  }

  /// - Returns: the sessions that were known, and are not in the server any more.
  func replace(with found: [RedisSession]) -> [Int64] {
    let known = names.keys
    (names, held, onConfirmed) = ([:], 0, [])
    for one in found { add(one) }
    return known.filter { names[$0] == nil }
  }

  private func add(_ found: RedisSession) {
    names[found.session.id] = RedisKeys.name(found.session.name, of: found.session.owner)
  }

  /// Reads the hash of a session that another node made, configured or deleted, and reports it.
  ///
  /// - Parameter isConfirmed: whether to report a new session that replicas may not have yet.
  func read(_ id: Int64, isConfirmed: Bool = false, then: @escaping () -> Void = {}) {
    client.ask(RedisCommand("HGETALL", keys.session(id))) { [self] hash throws(RedisError) in
      if !hash.isOfWrongType { _ = try RedisLink.check(hash) }
      client.ask(RedisCommand("GET", keys.head(id))) { [self] head throws(RedisError) in
        if !head.isOfWrongType { _ = try RedisLink.check(head) }
        if let found = RedisSession(id, hash, head: head, listed: names[id]) {
          let replicas = found.session.level.replicas
          guard isConfirmed || replicas == 0 else {
            held += 1
            return client.confirm(replicas) { [self] in
              held -= 1
              read(id, isConfirmed: true, then: then)
              guard held == 0 else { return }
              defer { onConfirmed = [] }
              for go in onConfirmed { go() }
            }
          }
          add(found)
          outcomes.flush()
          report(.sessions([found.session]))
        } else if hash == .array([]), names.removeValue(forKey: id) != nil {
          outcomes.flush()
          report(.deleted(session: id))
        }
        then()
      }
    }
  }
}
