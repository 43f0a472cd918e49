import Glibc

/// A store in a Redis server, which several daemons share. Each of them is a node.
public final class RedisStore: SessionStore {
  private let options: RedisOptions
  private let inbox: RedisInbox
  private let reader: RedisReader
  private let report: @Sendable (StoreReport) -> Void

  public let isShared = true

  /// Connects to a server.
  ///
  /// - Parameter report: takes reports, on a thread of the store.
  public static func open(
    _ options: RedisOptions, report: @escaping @Sendable (StoreReport) -> Void
  ) throws(StoreError) -> (store: RedisStore, opening: StoreOpening) {
    let link: RedisLink
    let found: [RedisSession]
    let starts: Int64
    do throws(RedisError) {
      link = try RedisLink(options, instead: nil)
      let count = RedisCommand("INCR", options.keys.starts)
      starts =
        try RedisLink.check(
          link.commands.call(count, within: options.patience), options.keys.starts
        ).integer ?? 1
      found = try RedisDirectory.read(link.commands, options)
    } catch {
      throw StoreError("\(options.sentence(error)) Check the server, or choose another --store.")
    }
    let opening = StoreOpening(
      sessions: found.map(\.session), starts: UInt64(max(1, starts)), nextSession: 1, notes: [])
    let inbox = RedisInbox(link.server)
    let node = Handover(
      RedisNode(options, link, found, inbox, report: report))
    startThread {
      let isOrderly = node.take()?.run() ?? false
      inbox.end()
      if inbox.claimClosedReport() { report(.closed(isOrderly: isOrderly)) }
    }
    return (RedisStore(options, inbox, report), opening)
  }

  private init(
    _ options: RedisOptions, _ inbox: RedisInbox, _ report: @escaping @Sendable (StoreReport) -> Void
  ) {
    self.options = options
    self.inbox = inbox
    self.report = report
    reader = RedisReader(options)
  }

  public var levels: [Durability] {
    let server = inbox.server
    guard server.eviction == nil else { return [] }
    return [.written] + (server.isSynced ? [.synced] : [])
      + (server.replicas > 0 ? [.replicated(min(server.replicas, Durability.replicaCounts.upperBound))] : [])
  }

  public func obstacle(to level: Durability) -> String? {
    let server = inbox.server
    if level.storage == .memory { return "Sessions in a Redis server need at least the durability written." }
    if server.eviction == nil, let reason = options.refusal(of: level, by: server) {
      return "\(reason) Or use the durability written."
    }
    if level.replicas > server.replicas {
      return "The Redis server \(options.address) has \(server.replicas) "
        + "replica\(server.replicas == 1 ? "" : "s"). Start more with REPLICAOF, or use a lower durability."
    }
    return nil
  }

  public var statistics: StoreStatistics { inbox.statistics }

  public func submit(_ entries: [StoreSubmission]) { inbox.add(entries) }

  @discardableResult
  public func read(
    _ session: Int64, held: HeldSession? = nil, part: (_ json: [UInt8]) throws -> Void,
    record: (StoredRecord) throws -> Void
  ) throws(StoreError) -> StoredSession? {
    var readable: StoredSession?
    do throws(ReadError) {
      let state = try reader.read(
        session, losses: inbox.server.losses, held: held, readable: &readable,
        note: { [report] in report(.noted($0)) }, part: part, record: record)
      inbox.keep(state, of: session)
      return state.session
    } catch {
      var error = error.storeError
      error.readable = readable
      throw error
    }
  }

  public func follow(_ session: Int64, arrivals: Int) { inbox.follow(session, arrivals: arrivals) }

  public func unfollow(_ session: Int64) { inbox.unfollow(session) }

  public func release(_ session: Int64) { inbox.add(.release(session)) }

  public func noteApplied(_ session: Int64, arrivals: Int) {
    inbox.add(.applied(session, arrivals: arrivals))
  }

  public func announce(_ event: StoreEvent) { inbox.add(event) }

  public func listen(_ number: UInt64) { inbox.add(.listen(number)) }

  public func takeTurn(_ session: Int64) { inbox.add(.turn(session)) }

  public func endTurn(_ session: Int64) { inbox.add(.turnEnd(session)) }

  public func close(within milliseconds: UInt64) {
    let deadline = monotonicNanoseconds() + milliseconds * 1_000_000
    inbox.close(at: deadline)
    let inbox = inbox
    let report = report
    // A server that does not answer can hold the node up.
    startThread {
      sleep(until: deadline + 200_000_000) { inbox.isEnded }
      if inbox.claimClosedReport() { report(.closed(isOrderly: false)) }
    }
  }
}

/// Waits until it is time, or `isOver`.
private func sleep(until time: UInt64, unless isOver: () -> Bool) {
  while !isOver(), monotonicNanoseconds() < time { usleep(10_000) }
}
