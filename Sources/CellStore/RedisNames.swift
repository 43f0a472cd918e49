/// All sessions in the server, with the names under which they are listed.
final class RedisNames {
  private let keys: RedisKeys
  private let client: RedisClient
  private let outcomes: RedisOutcomes
  private let report: @Sendable (StoreReport) -> Void
  private var names: [Int64: String] = [:]
  /// The new sessions that wait for replicas, and what to do when all of them are reported.
  private(set) var held = 0
  var onConfirmed: [() -> Void] = []
  /// New sessions without a change.
  private var fresh: [Int64] = []
  /// Called with a session that was known, and whose name or hash the server does not have.
  var onMissing: (Int64) -> Void = { _ in }

  init(
    _ found: [RedisSession], _ keys: RedisKeys, _ client: RedisClient, _ outcomes: RedisOutcomes,
    report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.keys = keys
    self.client = client
    self.outcomes = outcomes
    self.report = report
    for one in found { add(one) }
  }

  subscript(id: Int64) -> String? {
    get { names[id] }
    set { names[id] = newValue }
  }

  var count: Int { names.count }

  /// Waits for no replica any more, since the connection has ended.
  func endConfirming() { (held, onConfirmed) = (0, []) }

  /// Reads new sessions again, whose first change was not there yet.
  func readFresh() {
    let ids = fresh
    fresh = []
    for id in ids { read(id, isConfirmed: true) }
  }

  /// Reads all sessions again, some at a time, so that other commands are not held up. Calls
  /// ``onMissing`` with those that are gone, and at last `then` with the number of them.
  func readAll(then: @escaping (_ missing: Int) -> Void) { readAll(from: "0", Set(names.keys), then) }

  private func readAll(from cursor: String, _ known: Set<Int64>, _ then: @escaping (Int) -> Void) {
    client.ask(RedisCommand("HSCAN", keys.names, cursor, "COUNT", "64")) { [self] reply throws(RedisError) in
      let elements = try RedisLink.check(reply, keys.names).elements ?? []
      let found = (elements.last?.elements ?? []).enumerated().filter { $0.offset % 2 == 1 }
        .compactMap { $0.element.text.flatMap { Int64($0) } }
      for id in found { read(id, isConfirmed: true) }
      let missing = known.subtracting(found)
      guard let next = elements.first?.text, next != "0" else {
        for id in missing where names[id] != nil { onMissing(id) }
        return then(missing.count)
      }
      readAll(from: next, missing, then)
    }
  }

  private func add(_ found: RedisSession) {
    names[found.session.id] = RedisKeys.name(found.session.name, of: found.session.owner)
  }

  /// Reads the hash of a session that another node made, configured or deleted, and reports it.
  ///
  /// - Parameter isConfirmed: whether to report a new session that replicas may not have yet.
  func read(_ id: Int64, isConfirmed: Bool = false, then: @escaping (_ isThere: Bool) -> Void = { _ in }) {
    client.ask(RedisCommand("HGETALL", keys.session(id))) { [self] hash throws(RedisError) in
      if !hash.isOfWrongType { _ = try RedisLink.check(hash) }
      client.ask(RedisCommand("GET", keys.head(id))) { [self] head throws(RedisError) in
        if !head.isOfWrongType { _ = try RedisLink.check(head) }
        let isGone = hash == .array([]) || head == .bytes(LogPosition.tombstone)
        if let found = RedisSession(id, hash, head: head, listed: names[id]) {
          let replicas = found.session.level.replicas
          guard isConfirmed || replicas == 0 else {
            held += 1
            return client.confirm(replicas) { [self] in
              read(id, isConfirmed: true) { [self] isThere in
                // What waits must not go on before the session is reported.
                held -= 1
                then(isThere)
                guard held == 0 else { return }
                defer { onConfirmed = [] }
                for go in onConfirmed { go() }
              }
            }
          }
          if names[id] == nil, found.session.revision == 0 { fresh.append(id) }
          add(found)
          outcomes.flush()
          report(.sessions([found.session]))
        } else if isGone, names[id] != nil {
          onMissing(id)
        }
        then(!isGone)
      }
    }
  }
}
